// Signs a receipt as a compact JWS. Ed25519 is deterministic: the same receipt and key give the same text.
import { SignJWT } from "jose";
import { RECEIPT_TYPE, type Receipt } from "./receipt.ts";
import type { ReceiptKeys } from "./receipt-keys.ts";

export function signReceipt({ signing, published: [{ alg, kid }] }: ReceiptKeys, receipt: Receipt): Promise<string> {
  return new SignJWT({ ...receipt }).setProtectedHeader({ alg, typ: RECEIPT_TYPE, kid }).sign(signing);
}
