// The receipt of a payment, signed. It is made anew for each request: the same facts and key give the same text.
import { receiptOf } from "../../contract/payments/receipts.ts";
import { Refusal } from "../../operations/errors/refusal.ts";
import { readPaid } from "../../operations/payments/read-paid.ts";
import { signReceipt } from "../../payment/receipts/sign-receipt.ts";
import type { Services } from "../services.ts";
import { shownAssets } from "./shown-asset.ts";

type Signing = Pick<Services, "payments" | "successes" | "chains" | "receiptKeys">;

export const receiptsOff = (): Refusal =>
  new Refusal("not_found", "This installation signs no receipts: its operator has not set RECEIPT_KEYS");

/**
 * @param issuer the public address of this installation
 * @throws Refusal payment_not_found, payment_not_succeeded, not_found (no keys)
 */
export async function signedReceipt(services: Signing, paymentId: string, issuer: string): Promise<string> {
  const { payments, successes, chains, receiptKeys } = services;
  const paid = await readPaid({ payments, successes }, paymentId);
  if (!receiptKeys) throw receiptsOff();
  return signReceipt(receiptKeys, receiptOf(paid, shownAssets(chains), issuer));
}
