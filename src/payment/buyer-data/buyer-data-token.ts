// The token in a hosted form's URL names the payment and the account. Its holder may submit the form once, while the
// payment is open.

import { type SealKeys, seal, sealKeys, unseal } from "../seal.ts";
import type { BuyerDataOwner } from "./buyer-data.ts";

const LAYOUT = 1;

export const buyerDataTokenKeys = (secret: Buffer, former: Buffer | null = null): SealKeys =>
  sealKeys(secret, former, "collect token");

export const sealBuyerDataToken = (keys: SealKeys, { paymentId, account }: BuyerDataOwner): string =>
  seal(keys, LAYOUT, JSON.stringify([paymentId, account]));

/** Null if this installation did not seal it. */
export function openBuyerDataToken(keys: SealKeys, token: string): BuyerDataOwner | null {
  const text = unseal(keys, LAYOUT, token);
  if (text === null) return null;
  const [paymentId, account] = JSON.parse(text) as [string, string];
  return { paymentId, account };
}
