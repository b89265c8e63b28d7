// Encodes calls to PaymentRouter.sol.
import { type Address, encodeFunctionData, type Hex } from "viem";
import { isTransaction, type SignatureMethod } from "../../money/asset.ts";
import type { Authorization } from "../../operations/ports/payment-chain.ts";
import type { Terms } from "../../payment/terms.ts";
import { paymentRouterAbi } from "./abi/payment-router.ts";

/** `Pull.method` of the contract. */
const METHODS = { eip3009: 0, permit2: 1 } as const satisfies Record<SignatureMethod, number>;

/** The payments of a batch that go to one destination. */
export interface Payout {
  readonly destination: Address;
  readonly authorizations: readonly Authorization[];
}

/** Destinations in order of first appearance, each with its payments in order. */
export function payoutsOf(authorizations: readonly Authorization[]): readonly Payout[] {
  const byDestination = new Map<Address, Authorization[]>();
  for (const authorization of authorizations) {
    const { destination } = authorization.option.terms;
    const sameDestination = byDestination.get(destination);
    if (sameDestination) sameDestination.push(authorization);
    else byDestination.set(destination, [authorization]);
  }
  return [...byDestination].map(([destination, group]) => ({ destination, authorizations: group }));
}

/** Calldata of `settle`: many payments of one token and one fee receiver. A payment that fails is skipped. */
export function settleData(token: Address, feeReceiver: Address, payouts: readonly Payout[]): Hex {
  const args = payouts.map(({ destination, authorizations }) => ({ destination, pulls: authorizations.map(toPull) }));
  return encodeFunctionData({ abi: paymentRouterAbi, functionName: "settle", args: [token, feeReceiver, args] });
}

function toPull({ option, signature }: Authorization) {
  const { key, payer, amount, fee, deadlineS } = option.terms;
  if (isTransaction(option.method)) throw new TypeError(`a payment by ${option.method} is sent by the buyer`);
  const method = METHODS[option.method];
  return { key, payer, amount, fee, deadline: BigInt(deadlineS), method, signature };
}

/** Calldata of `pay`: the payer's own transaction. */
export const payByTransactionData = (terms: Terms): Hex =>
  encodeFunctionData({ abi: paymentRouterAbi, functionName: "pay", args: [toPayment(terms)] });

/** Calldata of `payWithAuthorization` or `payWithPermit2`: one payment, which reverts with the reason if it fails. */
export function payData({ option, signature }: Authorization): Hex {
  return encodeFunctionData({
    abi: paymentRouterAbi,
    functionName: option.method === "permit2" ? "payWithPermit2" : "payWithAuthorization",
    args: [toPayment(option.terms), signature],
  });
}

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
