// The checkout page's credential for the gateway, short-lived and valid for one payment. Anyone who opens the page gets
// one, because the payment's id is the capability.
import { type SealKeys, seal, sealKeys, unseal } from "../seal.ts";

/** Identifies a token in a log or a secret scanner, as the prefixes of keys do. */
const PREFIX = "page_";
const LAYOUT = 1;

/**
 * Least validity after the payment's expiry or the page's load, whichever is later, because a confirmed payment may not
 * be mined yet. After that the page gets 401 and reloads.
 */
const GOOD_AFTER_S = 3_600;

export interface PageTokenFacts {
  readonly paymentId: string;
  /** Unix seconds. */
  readonly goodUntilS: number;
}

export const pageKeys = (secret: Buffer, former: Buffer | null = null): SealKeys =>
  sealKeys(secret, former, "page token");

export const isPageToken = (text: string): boolean => text.startsWith(PREFIX);

export function sealPageToken(
  keys: SealKeys,
  { id, expiresAtS }: { readonly id: string; readonly expiresAtS: number },
  nowS: number,
): string {
  // Rounded, so that a page that is fetched again and has not changed is the same.
  const endedS = Math.ceil(nowS / GOOD_AFTER_S) * GOOD_AFTER_S;
  const goodUntilS = (nowS < expiresAtS ? expiresAtS : endedS) + GOOD_AFTER_S;
  return PREFIX + seal(keys, LAYOUT, JSON.stringify([id, goodUntilS]));
}

/** Null if this installation did not seal it or it has expired. */
export function openPageToken(keys: SealKeys, token: string, nowS: number): PageTokenFacts | null {
  const text = isPageToken(token) ? unseal(keys, LAYOUT, token.slice(PREFIX.length)) : null;
  if (text === null) return null;
  const [paymentId, goodUntilS] = JSON.parse(text) as [string, number];
  return nowS < goodUntilS ? { paymentId, goodUntilS } : null;
}
