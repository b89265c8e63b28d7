// What a reverted payment means for the buyer: the errors of the router, of Permit2, and of Circle's FiatTokenV2_2 and tokens like
// it.
import { BaseError, decodeErrorResult, type Hex, parseAbi } from "viem";
import type { Verdict } from "../../operations/ports/payment-chain.ts";
import { paymentRouterAbi } from "./abi/payment-router.ts";

const refused = (message: string): Verdict => ({ type: "refused", message });

const EXPIRED = refused("The signed authorization has expired: get the payment's options again");
const INSUFFICIENT = refused("The account's balance is insufficient for this payment");
/** For a reason that is not known, or that the buyer can do nothing about: its bytes are nobody's business. */
const NOT_POSSIBLE = refused("The chain refuses this payment: choose another option");

/** Require messages of the token (FiatTokenV2_2 with its ECRecover and SignatureChecker, and OpenZeppelin's ERC20). */
const TOKEN_REASONS: readonly (readonly [RegExp, Verdict])[] = [
  [/invalid signature/i, { type: "invalid_signature" }],
  [/authorization is used/i, { type: "already_used" }],
  [/authorization is expired/i, EXPIRED],
  [/exceeds balance|insufficient/i, INSUFFICIENT],
  [/paused/i, refused("The token's issuer has paused all transfers: choose another option")],
  [/blacklist|denylist/i, refused("The token's issuer refuses this transfer: choose another option")],
];

/** What the payer of a Permit2 payment has of the token, and what Permit2 may move of it. */
export interface Means {
  readonly balance: bigint;
  readonly allowance: bigint;
}

/**
 * Permit2 checks nonce, deadline and signature before it moves anything, and then says no more than that the token refused:
 * why is to be seen in what the payer has.
 */
export function verdictOnFailedTransfer(amount: bigint, { balance, allowance }: Means): Verdict {
  if (balance < amount) return INSUFFICIENT;
  return allowance < amount ? { type: "allowance_missing" } : NOT_POSSIBLE;
}

/** Solmate's word for a token's refusal, in Permit2. */
export const isFailedTransfer = (returnData: Hex): boolean => {
  const error = decoded(returnData);
  return error?.errorName === "Error" && error.args[0] === "TRANSFER_FROM_FAILED";
};

/** @param returnData what `payWithAuthorization` or `payWithPermit2` reverted with */
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

const ERRORS = [
  ...paymentRouterAbi,
  // Solidity's own for require messages, and OpenZeppelin's ERC-20 (ERC-6093)
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
    if (error instanceof BaseError) return null; // an error that is none of these
    throw error;
  }
}
