// What a reverted payment means for the buyer: the errors of the router, and those of Circle's FiatTokenV2_2 and tokens like it.
import { BaseError, decodeErrorResult, type Hex, parseAbi } from "viem";
import type { Verdict } from "../../operations/ports.ts";
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

/** @param returnData what `payWithAuthorization` reverted with */
export function verdictOnRevert(returnData: Hex): Verdict {
  const error = decoded(returnData);
  if (!error) return NOT_POSSIBLE;
  switch (error.errorName) {
    case "Error":
      return TOKEN_REASONS.find(([words]) => words.test(error.args[0]))?.[1] ?? NOT_POSSIBLE;
    case "Expired":
      return EXPIRED;
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
