// What each action of the audit log is called by people, and what of it matters to them.
import type { AuditEntry } from "../../api/audit.ts";
import type { IconName } from "../../app/icon.tsx";

interface ActionInWords {
  readonly icon: IconName;
  readonly did: string;
  /** Whether it moves money elsewhere, or opens or closes a door: what one looks for in a log. */
  readonly isWeighty?: boolean;
}

const ACTIONS: Readonly<Record<string, ActionInWords>> = {
  signed_in: { icon: "person", did: "Signed in to the console" },
  signed_out: { icon: "exit", did: "Signed out of the console" },
  key_created: { icon: "key", did: "Made a key", isWeighty: true },
  key_revoked: { icon: "key", did: "Revoked a key", isWeighty: true },
  merchant_created: { icon: "merchants", did: "Added a merchant" },
  merchant_changed: { icon: "pencil", did: "Changed a merchant" },
  merchant_status_changed: { icon: "merchants", did: "Changed a merchant's status", isWeighty: true },
  merchant_deleted: { icon: "trash", did: "Deleted a merchant", isWeighty: true },
  settlement_created: { icon: "wallet", did: "Added a destination", isWeighty: true },
  settlement_changed: { icon: "wallet", did: "Changed a destination", isWeighty: true },
  settlement_deleted: { icon: "wallet", did: "Removed a destination", isWeighty: true },
  fiat_settlement_created: { icon: "wallet", did: "Added a bank account", isWeighty: true },
  fiat_settlement_deleted: { icon: "wallet", did: "Removed a bank account", isWeighty: true },
  payment_cancelled: { icon: "close", did: "Cancelled a payment" },
  payment_refunded: { icon: "undo", did: "Marked a payment as refunded" },
  buyer_data_shown: { icon: "person", did: "Looked at a buyer's data", isWeighty: true },
  buyer_data_erased: { icon: "trash", did: "Erased a buyer's data", isWeighty: true },
  partner_created: { icon: "person", did: "Made this account" },
  partner_pinned: { icon: "pencil", did: "Changed the version of the interface" },
  fees_changed: { icon: "pencil", did: "Changed the fees", isWeighty: true },
  buyer_data_rules_changed: { icon: "pencil", did: "Changed when buyers are asked for data", isWeighty: true },
};

/** An action that is newer than this page is told by its own name. */
export const inWords = ({ action }: Pick<AuditEntry, "action">): ActionInWords =>
  ACTIONS[action] ?? { icon: "audit", did: sentenceCase(action.replaceAll("_", " ")) };

const WAYS = {
  api: "by the interface",
  console: "in the console",
  cli: "on the command line",
} as const satisfies Record<AuditEntry["via"], string>;

/** "Key tp_partner_abcd…, in the console" */
export function byWhom({ actor, via }: Pick<AuditEntry, "actor" | "via">): string {
  const who =
    actor.type === "operator" ? "The operator" : `Key ${actor.keyPrefix ? `${actor.keyPrefix}…` : (actor.keyId ?? "")}`;
  return `${who}, ${WAYS[via]}`;
}

const sentenceCase = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
