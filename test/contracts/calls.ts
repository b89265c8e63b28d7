// The router's functions as transactions, and their errors.
import {
  type Abi,
  BaseError,
  decodeErrorResult,
  encodeFunctionData,
  type Hex,
  isHex,
  keccak256,
  parseAbi,
  RpcRequestError,
  size,
  stringToHex,
} from "viem";
import { paymentRouterAbi } from "../../src/chains/evm/abi/payment-router.ts";
import type { Terms } from "../../src/payment/terms.ts";
import { nativeReceiverAbi } from "./generated/native-receiver.ts";
import { silentNonceTokenAbi } from "./generated/silent-nonce-token.ts";
import { MERCHANT_NAME } from "./signing.ts";
import { EIP3009, FEE_RECEIVER, paymentOf, type pullOf, RELAYER, type Stage, type Transaction } from "./stage.ts";

const MERCHANT_HASH = keccak256(stringToHex(MERCHANT_NAME));

export type Pull = ReturnType<typeof pullOf>;
/** Becomes one group of the router for each method of its pulls. */
export interface Payout {
  readonly destination: Hex;
  /** The usual one by default. */
  readonly feeReceiver?: Hex;
  readonly pulls: readonly Pull[];
}

export function payWithAuthorization(terms: Terms, signature: Hex): Transaction {
  const args = [paymentOf(terms), signature] as const;
  const data = encodeFunctionData({ abi: paymentRouterAbi, functionName: "payWithAuthorization", args });
  return { to: terms.router, data };
}

export function payWithPermit2(terms: Terms, signature: Hex): Transaction {
  const args = [paymentOf(terms), MERCHANT_HASH, signature] as const;
  return {
    to: terms.router,
    data: encodeFunctionData({ abi: paymentRouterAbi, functionName: "payWithPermit2", args }),
  };
}

export function pay(terms: Terms, value = 0n, from = terms.payer): Transaction {
  const data = encodeFunctionData({ abi: paymentRouterAbi, functionName: "pay", args: [paymentOf(terms)] });
  return { from, to: terms.router, data, value };
}

export function sweep(terms: Terms): Transaction {
  const args = [paymentOf(terms)] as const;
  return { to: terms.router, data: encodeFunctionData({ abi: paymentRouterAbi, functionName: "sweep", args }) };
}

export function sweepWithAuthorization(terms: Terms, authorization: Hex): Transaction {
  const args = [paymentOf(terms), authorization] as const;
  return {
    to: terms.router,
    data: encodeFunctionData({ abi: paymentRouterAbi, functionName: "sweepWithAuthorization", args }),
  };
}

/** @param signed `validAfter` in 32 bytes, and the signature */
export function payWithTransfer(terms: Terms, signed: Hex): Transaction {
  const args = [paymentOf(terms), signed] as const;
  return {
    to: terms.router,
    data: encodeFunctionData({ abi: paymentRouterAbi, functionName: "payWithTransfer", args }),
  };
}

/** @param token the zero address for coins */
export function recover(terms: Terms, token = terms.token): Transaction {
  const args = [paymentOf(terms), token] as const;
  return { to: terms.router, data: encodeFunctionData({ abi: paymentRouterAbi, functionName: "recover", args }) };
}

export function settle(stage: Stage, payouts: readonly Payout[], token = stage.usdc): Transaction {
  const args = [token, groupsOf(payouts)] as const;
  return { to: stage.router, data: encodeFunctionData({ abi: paymentRouterAbi, functionName: "settle", args }) };
}

/** The router's Group structs. Adjacent payouts share a group if they can. */
export function groupsOf(payouts: readonly Payout[]) {
  const groups: Group[] = [];
  for (const { destination, feeReceiver = FEE_RECEIVER, pulls } of payouts) {
    const methods = new Set([pulls[0]?.method ?? EIP3009, ...pulls.map(({ method }) => method)]);
    for (const method of methods) {
      const own = pulls.filter((pull) => pull.method === method);
      const payout = { destination, merchant: MERCHANT_HASH, pulls: own };
      const last = groups.at(-1);
      if (last?.feeReceiver === feeReceiver && last.method === method) last.payouts.push(payout);
      else groups.push({ feeReceiver, method, payouts: [payout] });
    }
  }
  return groups;
}

interface Group {
  readonly feeReceiver: Hex;
  readonly method: number;
  readonly payouts: { readonly destination: Hex; readonly merchant: Hex; readonly pulls: readonly Pull[] }[];
}

const errors: Abi = [
  ...paymentRouterAbi,
  ...silentNonceTokenAbi,
  ...nativeReceiverAbi,
  ...parseAbi([
    "error InvalidNonce()",
    "error InvalidSigner()",
    "error InvalidContractSignature()",
    "error SignatureExpired(uint256 signatureDeadline)",
  ]),
];

/** An ABI-encoded error as text: "Expired(1, 2)", the message of a Solidity `require`, or "" if there is none. */
export function errorText(data: Hex): string {
  if (size(data) === 0) return "";
  const { errorName, args = [] } = decodeErrorResult({ abi: errors, data });
  return errorName === "Error" ? String(args[0]) : `${errorName}(${args.join(", ")})`;
}

/** The reason why this transaction's call would revert now; throws if it would not. */
export async function refusal(stage: Stage, { from = RELAYER, to, data, value = 0n }: Transaction): Promise<string> {
  try {
    await stage.chain.call({ account: from, to, data, value });
  } catch (error) {
    const cause = error instanceof BaseError ? error.walk((inner) => inner instanceof RpcRequestError) : null;
    if (!(cause instanceof RpcRequestError) || !isHex(cause.data)) throw error;
    return errorText(cause.data);
  }
  throw new Error("The call did not revert.");
}
