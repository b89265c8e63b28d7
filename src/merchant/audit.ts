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
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

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

export interface AuditEntry extends Actor {
  readonly id: bigint;
  readonly at: Date;
  /** The first characters of the key, if a key acted. */
  readonly keyPrefix: string | null;
  /** The name of the user or the till that acted; null also once the user is removed. */
  readonly actorName: string | null;
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
