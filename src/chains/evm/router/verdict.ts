// Explains reverted payments: errors of the router, Permit2, and Circle's FiatTokenV2_2 and similar tokens.
import { BaseError, decodeErrorResult, type Hex, parseAbi } from "viem";
import type { Verdict } from "../../../operations/ports/chain/payment-chain.ts";
import { paymentRouterAbi } from "../abi/payment-router.ts";

const refused = (message: string): Verdict => ({ type: "refused", message });

const EXPIRED = refused("The signed authorization has expired: get the payment's options again");
const INSUFFICIENT = refused("The account's balance is insufficient for this payment");
/** The verdict for unknown reasons, and reasons that the buyer cannot fix. The raw bytes are not shown. */
const NOT_POSSIBLE = refused("The chain refuses this payment: choose another option");

/** Require messages of the token (FiatTokenV2_2 with ECRecover and SignatureChecker, and OpenZeppelin's ERC20). */
const TOKEN_REASONS: readonly (readonly [RegExp, Verdict])[] = [
  [/invalid signature/i, { type: "invalid_signature" }],
  [/authorization is used/i, { type: "already_used" }],
  [/authorization is expired/i, EXPIRED],
  [/exceeds balance|insufficient/i, INSUFFICIENT],
  [/paused/i, refused("The token's issuer has paused all transfers: choose another option")],
  [/blacklist|denylist/i, refused("The token's issuer refuses this transfer: choose another option")],
];

/** The payer's balance, and the allowance given to Permit2. */
export interface Means {
  readonly balance: bigint;
  readonly allowance: bigint;
}

/**
 * Permit2 checks nonce, deadline and signature first, and then reports only that the transfer failed. The payer's
 * balance and allowance show why.
 */
export function verdictOnFailedTransfer(amount: bigint, { balance, allowance }: Means): Verdict {
  if (balance < amount) return INSUFFICIENT;
  return allowance < amount ? { type: "allowance_missing" } : NOT_POSSIBLE;
}

/** Solmate's error in Permit2 for a token's refusal. */
export const isFailedTransfer = (returnData: Hex): boolean => {
  const error = decoded(returnData);
  return error?.errorName === "Error" && error.args[0] === "TRANSFER_FROM_FAILED";
};

/** @param returnData revert data of `payWithAuthorization` or `payWithPermit2` */
export function verdictOnRevert(returnData: Hex): Verdict {
  const error = decoded(returnData);
  if (!error) return NOT_POSSIBLE;
  switch (error.errorName) {
    case "Error":
      return TOKEN_REASONS.find(([words]) => words.test(error.args[0]))?.[1] ?? NOT_POSSIBLE;
    case "Expired":
    case "SignatureExpired":
      return EXPIRED;
    case "InvalidNonce":
      return { type: "already_used" };
    case "InvalidSigner":
    case "InvalidSignature":
    case "InvalidSignatureLength":
    case "InvalidContractSignature":
      return { type: "invalid_signature" };
    case "ERC20InsufficientBalance":
      return INSUFFICIENT;
    default:
      return NOT_POSSIBLE;
  }
}

/**
 * Less than the amount lies on the deposit address: a sweep that somebody else made has most likely paid already, or a
 * reorg took a deposit away.
 */
export const verdictOnSweep = (returnData: Hex): Verdict =>
  decoded(returnData)?.errorName === "ReceivedLess" ? { type: "already_used" } : verdictOnRevert(returnData);

const ERRORS = [
  ...paymentRouterAbi,
  // Solidity's error for require messages, and OpenZeppelin's ERC-20 (ERC-6093)
  ...parseAbi([
    "error Error(string message)",
    "error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)",
    // Permit2
    "error InvalidNonce()",
    "error SignatureExpired(uint256 signatureDeadline)",
    "error InvalidSigner()",
    "error InvalidSignature()",
    "error InvalidSignatureLength()",
    "error InvalidContractSignature()",
  ]),
];

function decoded(data: Hex) {
  try {
    return decodeErrorResult({ abi: ERRORS, data });
  } catch (error) {
    if (error instanceof BaseError) return null; // none of these errors
    throw error;
  }
}
