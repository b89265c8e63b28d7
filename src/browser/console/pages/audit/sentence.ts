// The audit log's actions in words.

import type { AuditEntry } from "../../api/audit.ts";
import type { IconName } from "../../app/display/icon.tsx";
import { filledText, messages } from "../../app/text/language.ts";

interface Look {
  readonly icon: IconName;
  /** Whether it redirects money or changes access, and so deserves attention. */
  readonly isWeighty?: boolean;
}

interface ActionInWords extends Look {
  readonly did: string;
}

type KnownAction = AuditEntry["action"];

const LOOKS: Readonly<Record<KnownAction, Look>> = {
  signed_in: { icon: "person" },
  signed_out: { icon: "exit" },
  key_created: { icon: "key", isWeighty: true },
  key_revoked: { icon: "key", isWeighty: true },
  merchant_created: { icon: "merchants" },
  merchant_changed: { icon: "pencil" },
  merchant_status_changed: { icon: "merchants", isWeighty: true },
  merchant_deleted: { icon: "trash", isWeighty: true },
  merchant_erased: { icon: "trash", isWeighty: true },
  settlement_created: { icon: "wallet", isWeighty: true },
  settlement_changed: { icon: "wallet", isWeighty: true },
  settlement_deleted: { icon: "wallet", isWeighty: true },
  fiat_settlement_created: { icon: "wallet", isWeighty: true },
  fiat_settlement_deleted: { icon: "wallet", isWeighty: true },
  payment_cancelled: { icon: "close" },
  payment_refunded: { icon: "undo" },
  refund_requested: { icon: "undo", isWeighty: true },
  refund_cancelled: { icon: "close" },
  refund_completed: { icon: "check" },
  refund_address_accepted: { icon: "check", isWeighty: true },
  refund_address_rejected: { icon: "close" },
  exception_resolved: { icon: "check" },
  deposit_released: { icon: "wallet", isWeighty: true },
  buyer_data_shown: { icon: "person", isWeighty: true },
  buyer_data_erased: { icon: "trash", isWeighty: true },
  partner_created: { icon: "person" },
  partner_pinned: { icon: "pencil" },
  fees_changed: { icon: "pencil", isWeighty: true },
  return_urls_changed: { icon: "pencil", isWeighty: true },
  branding_changed: { icon: "pencil" },
  deposit_tolerance_changed: { icon: "pencil" },
  embed_origins_changed: { icon: "pencil", isWeighty: true },
  buyer_data_rules_changed: { icon: "pencil", isWeighty: true },
  user_invited: { icon: "person", isWeighty: true },
  user_link_created: { icon: "person", isWeighty: true },
  user_joined: { icon: "person", isWeighty: true },
  user_changed: { icon: "pencil", isWeighty: true },
  user_removed: { icon: "trash", isWeighty: true },
  password_changed: { icon: "lock", isWeighty: true },
  sessions_ended: { icon: "exit" },
  passkey_added: { icon: "key", isWeighty: true },
  passkey_removed: { icon: "key", isWeighty: true },
  till_created: { icon: "wallet", isWeighty: true },
  till_code_created: { icon: "wallet", isWeighty: true },
  till_paired: { icon: "wallet", isWeighty: true },
  till_revoked: { icon: "wallet", isWeighty: true },
  webhook_endpoint_created: { icon: "key", isWeighty: true },
  webhook_endpoint_changed: { icon: "pencil", isWeighty: true },
  webhook_endpoint_deleted: { icon: "trash", isWeighty: true },
  payment_link_created: { icon: "qr" },
  payment_link_changed: { icon: "pencil" },
  payment_link_deleted: { icon: "trash" },
  second_person_changed: { icon: "person", isWeighty: true },
  change_asked: { icon: "wallet", isWeighty: true },
  change_approved: { icon: "check", isWeighty: true },
  change_rejected: { icon: "close" },
  change_withdrawn: { icon: "undo" },
  month_closed: { icon: "check" },
  webhook_secret_rotated: { icon: "key", isWeighty: true },
};

const isKnown = (action: string): action is KnownAction => Object.hasOwn(LOOKS, action);

/** An action unknown to this version is shown by its name. */
export function inWords({ action, actor, data }: Spoken): ActionInWords {
  if (!isKnown(action)) return { icon: "audit", did: sentenceCase(action.replaceAll("_", " ")) };
  const { actions, linkEnded, tillSignedIn, tillSignedOut } = messages().audit;
  const look = LOOKS[action];
  if (action === "sessions_ended" && data.after?.links !== undefined) return { ...look, did: linkEnded };
  if (actor.type === "till" && action === "signed_in") return { ...look, did: tillSignedIn };
  if (actor.type === "till" && action === "signed_out") return { ...look, did: tillSignedOut };
  return { ...look, did: actions[action] };
}

type Spoken = Pick<AuditEntry, "actor" | "data"> & { readonly action: string };

/** Done to a user or a till: with {name}; null if there is no such sentence. */
export function namedSentence({ action, data }: Pick<AuditEntry, "action" | "data">): string | null {
  const named: Readonly<Record<string, string>> = messages().audit.named;
  return data.after?.links === undefined ? (named[action] ?? null) : null;
}

/** For example "Key tp_partner_abcd… via API, from 203.0.113.7". */
export function byWhom({ actor, via }: Pick<AuditEntry, "actor" | "via">): string {
  const texts = messages().audit;
  const by = actor.type === "till" ? actorName(actor) : filledText(texts.via[via], { actor: actorName(actor) });
  return actor.address ? filledText(texts.byFrom, { by, address: actor.address }) : by;
}

export function actorName({ type, keyPrefix, keyId, userName, userId, tillName }: AuditEntry["actor"]): string {
  const { actors: texts } = messages().audit;
  if (type === "operator") return texts.operator;
  if (type === "till") return filledText(texts.till, { name: tillName ?? "" });
  if (type === "user") return userName ?? filledText(texts.removedUser, { id: userId ?? "" });
  return filledText(texts.key, { name: keyPrefix ? `${keyPrefix}…` : (keyId ?? "") });
}

/** As the API's filter takes it. */
export const actorId = ({ type, keyId, userId, tillId }: AuditEntry["actor"]): string =>
  keyId ?? userId ?? tillId ?? type;

/** The name of a user or a till that the entry is about. */
export const personIn = ({ names }: Pick<AuditEntry, "names">, id: string): string =>
  names[id] ?? filledText(messages().audit.actors.removedUser, { id });

const sentenceCase = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
