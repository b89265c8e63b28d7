// Why an authorised transfer is not taken, in the words of x402's specification and of its scheme `exact`.
import type { TransferAuthorization } from "../../payment/transfers/transfer-authorization.ts";
import type { Verdict } from "../ports/chain/payment-chain.ts";

export type RefusedReason =
  | "insufficient_funds"
  | "invalid_network"
  | "invalid_payload"
  | "invalid_payment_requirements"
  | "invalid_exact_evm_authorization_value"
  | "invalid_exact_evm_eip3009_not_supported"
  | "invalid_exact_evm_nonce_already_used"
  | "invalid_exact_evm_payload_authorization_from_address_kyt"
  | "invalid_exact_evm_payload_authorization_valid_after"
  | "invalid_exact_evm_payload_authorization_valid_before"
  | "invalid_exact_evm_payload_authorization_value_mismatch"
  | "invalid_exact_evm_recipient_mismatch"
  | "invalid_exact_evm_signature"
  | "invalid_exact_evm_token_name_mismatch"
  | "invalid_exact_evm_token_version_mismatch"
  | "invalid_exact_evm_transaction_simulation_failed";

/** The authorisation must be usable for so long, so that it can be relayed. */
const USABLE_S_MIN = 30;

export function faultOfTime(
  { validAfter, validBefore }: Pick<TransferAuthorization, "validAfter" | "validBefore">,
  nowS: number,
): RefusedReason | null {
  if (validAfter > BigInt(nowS)) return "invalid_exact_evm_payload_authorization_valid_after";
  return validBefore < BigInt(nowS + USABLE_S_MIN) ? "invalid_exact_evm_payload_authorization_valid_before" : null;
}

const OF_VERDICT = {
  invalid_signature: "invalid_exact_evm_signature",
  already_used: "invalid_exact_evm_nonce_already_used",
  refused: "invalid_exact_evm_transaction_simulation_failed",
  allowance_missing: "invalid_exact_evm_transaction_simulation_failed",
} as const satisfies Partial<Record<Verdict["type"], RefusedReason>>;

export const reasonOf = ({ type }: { readonly type: keyof typeof OF_VERDICT }): RefusedReason => OF_VERDICT[type];
