// The token of a link that ends one kind of notices to one user, without signing in (RFC 8058). It can do nothing else,
// and does not expire: old mail must still be able to stop new mail.
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { StorageKey, StorageKeys } from "../payment/sealed-text.ts";
import { NOTICE_KINDS, type NoticeKind } from "./kinds.ts";

export interface Subscription {
  readonly userId: string;
  readonly kind: NoticeKind;
}

const TOKEN = /^(usr_[0-9a-z]{1,64})\.([a-z]{1,20})\.([A-Za-z0-9_-]{43})$/;

export const unsubscribeToken = ([first]: StorageKeys, { userId, kind }: Subscription): string =>
  `${userId}.${kind}.${macOf(first, userId, kind).toString("base64url")}`;

/** Null if none of the keys made it. */
export function openUnsubscribeToken(keys: StorageKeys, token: string): Subscription | null {
  const [, userId = "", name = "", mac = ""] = TOKEN.exec(token) ?? [];
  const kind = NOTICE_KINDS.find((each) => each === name);
  const given = Buffer.from(mac, "base64url");
  if (!kind || !keys.some((key) => timingSafeEqual(macOf(key, userId, kind), given))) return null;
  return { userId, kind };
}

function macOf({ key }: StorageKey, userId: string, kind: NoticeKind): Buffer {
  const secret = Buffer.from(hkdfSync("sha256", key, "", "turnpike unsubscribe", 32));
  return createHmac("sha256", secret)
    .update(JSON.stringify([userId, kind]))
    .digest();
}
