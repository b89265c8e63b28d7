// The audit log: who changed what, through which channel, and from what to what.
export const VIAS = ["api", "console", "cli"] as const;

/** The person or key that acts, and the channel. */
export interface Actor {
  /** The id of an API key, a user or a till, or `operator`; its address may follow: `key_…@203.0.113.7`. */
  readonly actor: string;
  readonly via: (typeof VIAS)[number];
}

export const OPERATOR = "operator";

/** Any user of the command line. */
export const ON_COMMAND_LINE: Actor = { actor: OPERATOR, via: "cli" };

export const AUDIT_ACTIONS = [
  "signed_in",
  "signed_out",
  "key_created",
  "key_revoked",
  "merchant_created",
  "merchant_changed",
  "merchant_status_changed",
  "merchant_deleted",
  "merchant_erased",
  "settlement_created",
  "settlement_changed",
  "settlement_deleted",
  "fiat_settlement_created",
  "fiat_settlement_deleted",
  "payment_cancelled",
  "payment_refunded",
  "deposit_released",
  "refund_requested",
  "refund_cancelled",
  "refund_completed",
  "refund_address_accepted",
  "refund_address_rejected",
  "exception_resolved",
  "buyer_data_shown",
  "buyer_data_erased",
  "partner_created",
  "partner_pinned",
  "fees_changed",
  "buyer_data_rules_changed",
  "return_urls_changed",
  "branding_changed",
  "deposit_tolerance_changed",
  "embed_origins_changed",
  "webhook_endpoint_created",
  "webhook_endpoint_changed",
  "webhook_endpoint_deleted",
  "webhook_secret_rotated",
  "payment_link_created",
  "payment_link_changed",
  "payment_link_deleted",
  "user_invited",
  "user_link_created",
  "user_joined",
  "user_changed",
  "user_removed",
  "password_changed",
  "sessions_ended",
  "passkey_added",
  "passkey_removed",
  "till_created",
  "till_code_created",
  "till_paired",
  "till_revoked",
  "second_person_changed",
  "change_asked",
  "change_approved",
  "change_rejected",
  "change_withdrawn",
  "month_closed",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What an action is about, for filters. */
export const AUDIT_KINDS = [
  "sign_ins",
  "people",
  "tills",
  "merchants",
  "destinations",
  "payments",
  "settings",
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

const KIND_OF: Readonly<Record<AuditAction, AuditKind>> = {
  signed_in: "sign_ins",
  signed_out: "sign_ins",
  key_created: "people",
  key_revoked: "people",
  merchant_created: "merchants",
  merchant_changed: "merchants",
  merchant_status_changed: "merchants",
  merchant_deleted: "merchants",
  merchant_erased: "merchants",
  settlement_created: "destinations",
  settlement_changed: "destinations",
  settlement_deleted: "destinations",
  fiat_settlement_created: "destinations",
  fiat_settlement_deleted: "destinations",
  payment_cancelled: "payments",
  payment_refunded: "payments",
  deposit_released: "payments",
  refund_requested: "payments",
  refund_cancelled: "payments",
  refund_completed: "payments",
  refund_address_accepted: "payments",
  refund_address_rejected: "payments",
  exception_resolved: "payments",
  buyer_data_shown: "payments",
  buyer_data_erased: "payments",
  partner_created: "settings",
  partner_pinned: "settings",
  fees_changed: "settings",
  buyer_data_rules_changed: "settings",
  return_urls_changed: "settings",
  branding_changed: "settings",
  deposit_tolerance_changed: "settings",
  embed_origins_changed: "settings",
  webhook_endpoint_created: "settings",
  webhook_endpoint_changed: "settings",
  webhook_endpoint_deleted: "settings",
  webhook_secret_rotated: "settings",
  payment_link_created: "payments",
  payment_link_changed: "payments",
  payment_link_deleted: "payments",
  user_invited: "people",
  user_link_created: "people",
  user_joined: "people",
  user_changed: "people",
  user_removed: "people",
  password_changed: "people",
  sessions_ended: "people",
  passkey_added: "people",
  passkey_removed: "people",
  till_created: "tills",
  till_code_created: "tills",
  till_paired: "tills",
  till_revoked: "tills",
  second_person_changed: "destinations",
  change_asked: "destinations",
  change_approved: "destinations",
  change_rejected: "destinations",
  change_withdrawn: "destinations",
  month_closed: "payments",
};

/** The actions of these kinds that are among those named; null: all. None of them is no limit. */
export function actionsOf(kinds: readonly AuditKind[], named: readonly AuditAction[]): readonly AuditAction[] | null {
  if (kinds.length === 0 && named.length === 0) return null;
  return AUDIT_ACTIONS.filter(
    (action) =>
      (kinds.length === 0 || kinds.includes(KIND_OF[action])) && (named.length === 0 || named.includes(action)),
  );
}

export const AUDIT_SUBJECTS = [
  "settlement",
  "merchant",
  "payment",
  "refund",
  "exception",
  "key",
  "partner",
  "webhook_endpoint",
  "payment_link",
  "user",
  "till",
  "change_request",
] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

type Facts = Readonly<Record<string, unknown>>;

/** An actor as people know it. */
export interface NamedActor extends Actor {
  /** The first characters of the key, if a key acted. */
  readonly keyPrefix: string | null;
  /** The name of the user or the till that acted; null also once the user is removed. */
  readonly actorName: string | null;
}

export interface AuditEntry extends NamedActor {
  readonly id: bigint;
  readonly at: Date;
  /** The address that the request came from; null: unknown, on the command line, or erased with the user. */
  readonly address: string | null;
  readonly action: AuditAction;
  readonly subject: { readonly type: AuditSubject; readonly id: string };
  /** The present names of the users and tills that the entry is about, by id; none of removed users. */
  readonly names: Readonly<Record<string, string>>;
  readonly merchantId: string | null;
  /** The state before; null if it did not exist or is not logged. */
  readonly before: Facts | null;
  readonly after: Facts | null;
}

/** Entries that fit all of it. */
export interface AuditFilter {
  readonly partnerId: string;
  /** Null: about all merchants. */
  readonly merchantIds: readonly string[] | null;
  /** Null: all. */
  readonly actions: readonly AuditAction[] | null;
  /** The id of a key, a user or a till, or `operator`; null: all. */
  readonly actor: string | null;
  /** Unix milliseconds. */
  readonly startMs: number | null;
  /** Exclusive. */
  readonly endMs: number | null;
  /** In names, ids, addresses or facts, in any case; null: any. */
  readonly text: string | null;
}
