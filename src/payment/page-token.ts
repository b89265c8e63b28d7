// What the checkout page shows the gateway instead of a key: good for the one payment that the page is of, and not for long.
// Whoever may open the page gets one, and the payment's id is the capability anyway; so it opens nothing else.
import { type SealKeys, seal, sealKeys, unseal } from "./seal.ts";

/** As a key's prefix tells its role, so that a token is recognised in a log or a scanner. */
const PREFIX = "page_";
const LAYOUT = 1;

/**
 * How long a page may go on after the payment's expiry, or after it was loaded where that is later: what was confirmed in
 * time may still be on its way into the chain. A page that is open for longer is told 401 and loads itself again.
 */
const GOOD_AFTER_S = 3_600;

export interface PageTokenFacts {
  readonly paymentId: string;
  /** Unix seconds. */
  readonly goodUntilS: number;
}

export const pageKeys = (secret: Buffer): SealKeys => sealKeys(secret, "page token");

export const isPageToken = (text: string): boolean => text.startsWith(PREFIX);

export function sealPageToken(
  keys: SealKeys,
  { id, expiresAtS }: { readonly id: string; readonly expiresAtS: number },
  nowS: number,
): string {
  const goodUntilS = Math.max(expiresAtS, nowS) + GOOD_AFTER_S;
  return PREFIX + seal(keys, LAYOUT, JSON.stringify([id, goodUntilS]));
}

/** Null where this installation did not make it, or its time is over. */
export function openPageToken(keys: SealKeys, token: string, nowS: number): PageTokenFacts | null {
  const text = isPageToken(token) ? unseal(keys, LAYOUT, token.slice(PREFIX.length)) : null;
  if (text === null) return null;
  const [paymentId, goodUntilS] = JSON.parse(text) as [string, number];
  return nowS < goodUntilS ? { paymentId, goodUntilS } : null;
}
