// Whose signature makes a payment possible.
import type { Address, Hex } from "viem";
import type { Authorization } from "../../../operations/ports/chain/payment-chain.ts";
import { isTransferred, transferOf } from "../../../payment/transfers/transfer-authorization.ts";

/** Whose signature decides, and it; without an account for a deposit that came by itself. */
export function signerOf(authorization: Authorization): { readonly account: Address | null; readonly signature: Hex } {
  const { option, signature } = authorization;
  if (!isTransferred(option)) return { account: option.terms.payer, signature };
  const transfer = transferOf(authorization);
  return { account: transfer?.from ?? null, signature: transfer?.signature ?? signature };
}
