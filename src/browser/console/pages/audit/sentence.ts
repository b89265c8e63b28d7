// The audit log's actions in words.
import type { AuditEntry } from "../../api/audit.ts";
import type { IconName } from "../../app/icon.tsx";

interface ActionInWords {
  readonly icon: IconName;
  readonly did: string;
  /** Whether it redirects money or changes access, and so deserves attention. */
  readonly isWeighty?: boolean;
}

const ACTIONS: Readonly<Record<string, ActionInWords>> = {
  signed_in: { icon: "person", did: "Signed in to the console" },
  signed_out: { icon: "exit", did: "Signed out of the console" },
  key_created: { icon: "key", did: "Created a key", isWeighty: true },
  key_revoked: { icon: "key", did: "Revoked a key", isWeighty: true },
  merchant_created: { icon: "merchants", did: "Added a merchant" },
  merchant_changed: { icon: "pencil", did: "Changed a merchant" },
  merchant_status_changed: { icon: "merchants", did: "Changed a merchant's status", isWeighty: true },
  merchant_deleted: { icon: "trash", did: "Deleted a merchant", isWeighty: true },
  merchant_erased: { icon: "trash", did: "Erased a deleted merchant's data", isWeighty: true },
  settlement_created: { icon: "wallet", did: "Added a destination", isWeighty: true },
  settlement_changed: { icon: "wallet", did: "Changed a destination", isWeighty: true },
  settlement_deleted: { icon: "wallet", did: "Removed a destination", isWeighty: true },
  fiat_settlement_created: { icon: "wallet", did: "Added a bank account", isWeighty: true },
  fiat_settlement_deleted: { icon: "wallet", did: "Removed a bank account", isWeighty: true },
  payment_cancelled: { icon: "close", did: "Cancelled a payment" },
  payment_refunded: { icon: "undo", did: "Marked a payment as refunded" },
  buyer_data_shown: { icon: "person", did: "Viewed buyer data", isWeighty: true },
  buyer_data_erased: { icon: "trash", did: "Erased buyer data", isWeighty: true },
  partner_created: { icon: "person", did: "Created this account" },
  partner_pinned: { icon: "pencil", did: "Changed the API version" },
  fees_changed: { icon: "pencil", did: "Changed the fees", isWeighty: true },
  return_urls_changed: { icon: "pencil", did: "Changed where buyers may return", isWeighty: true },
  branding_changed: { icon: "pencil", did: "Changed the branding" },
  embed_origins_changed: { icon: "pencil", did: "Changed which sites may embed the checkout", isWeighty: true },
  buyer_data_rules_changed: { icon: "pencil", did: "Changed when buyer data is required", isWeighty: true },
  user_invited: { icon: "person", did: "Invited a user", isWeighty: true },
  user_joined: { icon: "person", did: "Accepted an invitation", isWeighty: true },
  user_changed: { icon: "pencil", did: "Changed a user's rights", isWeighty: true },
  user_removed: { icon: "trash", did: "Removed a user", isWeighty: true },
  password_changed: { icon: "lock", did: "Changed the password", isWeighty: true },
  sessions_ended: { icon: "exit", did: "Ended sessions" },
  passkey_added: { icon: "key", did: "Added a passkey", isWeighty: true },
  passkey_removed: { icon: "key", did: "Removed a passkey", isWeighty: true },
  till_paired: { icon: "wallet", did: "Paired a till", isWeighty: true },
  till_revoked: { icon: "wallet", did: "Revoked a till", isWeighty: true },
  webhook_endpoint_created: { icon: "key", did: "Added a webhook endpoint", isWeighty: true },
  webhook_endpoint_changed: { icon: "pencil", did: "Changed a webhook endpoint", isWeighty: true },
  webhook_endpoint_deleted: { icon: "trash", did: "Deleted a webhook endpoint", isWeighty: true },
  payment_link_created: { icon: "qr", did: "Created a payment link" },
  payment_link_changed: { icon: "pencil", did: "Changed a payment link" },
  payment_link_deleted: { icon: "trash", did: "Deleted a payment link" },
  webhook_secret_rotated: { icon: "key", did: "Rotated a webhook secret", isWeighty: true },
};

/** An action unknown to this version is shown by its name. */
export const inWords = ({ action }: Pick<AuditEntry, "action">): ActionInWords =>
  ACTIONS[action] ?? { icon: "audit", did: sentenceCase(action.replaceAll("_", " ")) };

const VIA_TEXT = {
  api: "via API",
  console: "in the console",
  cli: "via CLI",
} as const satisfies Record<AuditEntry["via"], string>;

/** For example "Key tp_partner_abcd… via API, from 203.0.113.7". */
export function byWhom({ actor, via }: Pick<AuditEntry, "actor" | "via">): string {
  return `${actorName(actor)} ${VIA_TEXT[via]}${actor.address ? `, from ${actor.address}` : ""}`;
}

function actorName({ type, keyPrefix, keyId, userName, userId, tillName }: AuditEntry["actor"]): string {
  if (type === "operator") return "Operator";
  if (type === "till") return `Till ${tillName ?? ""}`;
  if (type === "user") return userName ?? `Removed user ${userId ?? ""}`;
  return `Key ${keyPrefix ? `${keyPrefix}…` : (keyId ?? "")}`;
}

const sentenceCase = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
