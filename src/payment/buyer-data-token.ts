// What a hosted form's address ends in: for which payment, and for whose account. Whoever has it may fill the form in,
// once; it is of no use any more when the payment is not open.
import type { BuyerDataOwner } from "./buyer-data.ts";
import { type SealKeys, seal, sealKeys, unseal } from "./seal.ts";

const LAYOUT = 1;

export const buyerDataTokenKeys = (secret: Buffer): SealKeys => sealKeys(secret, "collect token");

export const sealBuyerDataToken = (keys: SealKeys, { paymentId, account }: BuyerDataOwner): string =>
  seal(keys, LAYOUT, JSON.stringify([paymentId, account]));

/** Null where this installation did not make it. */
export function openBuyerDataToken(keys: SealKeys, token: string): BuyerDataOwner | null {
  const text = unseal(keys, LAYOUT, token);
  if (text === null) return null;
  const [paymentId, account] = JSON.parse(text) as [string, string];
  return { paymentId, account };
}
