// Encodes calls to PaymentRouter.sol.
import {
  type Address,
  concat,
  encodeFunctionData,
  type Hex,
  numberToHex,
  prepareEncodeFunctionData,
  size,
  zeroHash,
} from "viem";
import { isTransaction, type RelayedMethod } from "../../../money/asset.ts";
import type { Authorization } from "../../../operations/ports/chain/payment-chain.ts";
import { keccak256 } from "../../../payment/keccak256.ts";
import type { Option } from "../../../payment/option.ts";
import type { Terms } from "../../../payment/terms.ts";
import { transferOf } from "../../../payment/transfers/transfer-authorization.ts";
import { paymentRouterAbi } from "../abi/payment-router.ts";

/** viem would hash the function's signature for each call. */
const SETTLE = prepareEncodeFunctionData({ abi: paymentRouterAbi, functionName: "settle" });

/** `Group.method` of the contract. */
const METHODS = { eip3009: 0, permit2: 1, deposit: 3, transfer: 4 } as const satisfies Record<RelayedMethod, number>;

/** The payments of a group that go to one destination. */
export interface Payout {
  readonly destination: Address;
  /** keccak256 of the merchant's name if the method's message shows it. */
  readonly merchant: Hex;
  readonly authorizations: readonly Authorization[];
}

/** The payments of a batch with one fee receiver and method. */
export interface Group {
  readonly feeReceiver: Address;
  readonly method: RelayedMethod;
  readonly payouts: readonly Payout[];
}

/** Groups and their payouts in order of first appearance, each with its payments in order. */
export const groupsOf = (authorizations: readonly Authorization[]): readonly Group[] =>
  grouped(authorizations, ({ option }) => ({
    feeReceiver: option.terms.feeReceiver,
    method: relayedMethodOf(option),
  })).map(([group, members]) => ({ ...group, payouts: payoutsOf(members) }));

const payoutsOf = (authorizations: readonly Authorization[]): readonly Payout[] =>
  grouped(authorizations, ({ option }) => ({
    destination: option.terms.destination,
    merchant: option.method === "permit2" ? merchantHash(option) : zeroHash,
  })).map(([payout, members]) => ({ ...payout, authorizations: members }));

/** The items with equal keys, by key, in order of first appearance. */
function grouped<T, K extends object>(items: readonly T[], keyOf: (item: T) => K): (readonly [K, readonly T[]])[] {
  const groups = new Map<string, readonly [K, T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const text = JSON.stringify(key);
    const group = groups.get(text) ?? ([key, []] as const);
    group[1].push(item);
    groups.set(text, group);
  }
  return [...groups.values()];
}

export function relayedMethodOf({ method }: Option): RelayedMethod {
  if (isTransaction(method)) throw new TypeError(`a payment by ${method} is sent by the buyer`);
  return method;
}

/** The merchant's hash in the witness of Permit2's message. */
const merchantHash = ({ merchantName }: Option): Hex => keccak256(Buffer.from(merchantName));

/** Calldata of `settle`: many payments of one token. A payment that fails is skipped. */
export function settleData(token: Address, groups: readonly Group[]): Hex {
  const args = groups.map(({ feeReceiver, method, payouts }) => ({
    feeReceiver,
    method: METHODS[method],
    payouts: payouts.map(({ authorizations, ...payout }) => ({ ...payout, pulls: authorizations.map(toPull) })),
  }));
  return encodeFunctionData({ ...SETTLE, args: [token, args] });
}

function toPull(authorization: Authorization) {
  const { key, payer, amount, fee, deadlineS } = authorization.option.terms;
  return { key, payer, amount, fee, deadline: BigInt(deadlineS), signature: signedPart(authorization) };
}

/** What the terms lack. Those of a transfer to the destination have all of its message but `validAfter`. */
function signedPart(authorization: Authorization): Hex {
  const { option, signature } = authorization;
  const transfer = option.method === "transfer" ? transferOf(authorization) : null;
  if (!transfer) return signature;
  return concat([numberToHex(transfer.validAfter, { size: 32 }), transfer.signature]);
}

/** Calldata of `pay`: the payer's own transaction. */
export const payByTransactionData = (terms: Terms): Hex =>
  encodeFunctionData({ abi: paymentRouterAbi, functionName: "pay", args: [toPayment(terms)] });

/** Calldata of one payment alone, which reverts with the reason if it fails. */
export function payData(authorization: Authorization): Hex {
  const { option, signature } = authorization;
  const payment = toPayment(option.terms);
  const abi = paymentRouterAbi;
  switch (relayedMethodOf(option)) {
    case "eip3009":
      return encodeFunctionData({ abi, functionName: "payWithAuthorization", args: [payment, signature] });
    case "permit2":
      return encodeFunctionData({
        abi,
        functionName: "payWithPermit2",
        args: [payment, merchantHash(option), signature],
      });
    case "deposit":
      return size(signature) === 0
        ? sweepData(option.terms)
        : encodeFunctionData({ abi, functionName: "sweepWithAuthorization", args: [payment, signature] });
    case "transfer":
      return encodeFunctionData({
        abi,
        functionName: "payWithTransfer",
        args: [payment, signedPart(authorization)],
      });
  }
}

/** Calldata of a sweep alone. */
export const sweepData = (terms: Terms): Hex =>
  encodeFunctionData({ abi: paymentRouterAbi, functionName: "sweep", args: [toPayment(terms)] });

/** Calldata that passes on all of a token from the terms' deposit address; the zero address: its coins. */
export const recoverData = (terms: Terms, token: Address): Hex =>
  encodeFunctionData({ abi: paymentRouterAbi, functionName: "recover", args: [toPayment(terms), token] });

const toPayment = ({ key, token, payer, amount, destination, fee, feeReceiver, deadlineS }: Terms) => ({
  key,
  token,
  payer,
  amount,
  destination,
  fee,
  feeReceiver,
  deadline: BigInt(deadlineS),
});
