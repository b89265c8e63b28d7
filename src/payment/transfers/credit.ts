// Decides what a transfer means for the payment it names. Anyone may call the router with terms of their own and any
// payment's key, so the key alone proves nothing: docs/decisions/0021.
import type { Address, Hex } from "viem";
import type { FiatAmount } from "../../money/amount.ts";
import type { Asset } from "../../money/asset.ts";
import type { PaymentStatus } from "../payment.ts";
import { fixedAmount, type Payout } from "../refund.ts";
import { isTerminal } from "../transition.ts";
import { type ConfirmationPolicy, deepest, depthOf } from "./finality.ts";
import type { Transfer } from "./transfer.ts";

/** The terms that a confirm accepted. */
export interface ConfirmedTerms {
  readonly termsHash: Hex;
  readonly requiredDepth: number;
  /** CAIP-19. */
  readonly asset: string;
  readonly amount: bigint;
  readonly fee: bigint;
}

/** The payment that a transfer names by its key, in its current state. */
export interface NamedPayment {
  readonly partnerId: string;
  readonly status: PaymentStatus;
  readonly asked: FiatAmount;
  /** What it pays out, if it is the gateway payment of a refund. */
  readonly payout: Pick<Payout, "asset" | "amount"> | null;
  /** Unix seconds. */
  readonly expiresAtS: number;
  /** The partner's fee receiver; null: the chain's. */
  readonly feeReceiver: Address | null;
  /** Null until a confirm has been accepted. */
  readonly confirmed: ConfirmedTerms | null;
  /** Whether a wallet of this payment was handed the transfer's terms as a transaction. */
  readonly wasHandedOut: boolean;
  /** Whether the transfer went to the treasury or to a current or previous destination of the merchant. */
  readonly reachesOurs: boolean;
}

/** The part of a chain's configuration that its quoted terms depend on. */
export interface QuotingChain {
  /** CAIP-2. */
  readonly id: string;
  readonly router: Address;
  readonly feeReceiver: Address;
  /** Receives money for which a merchant has no destination. */
  readonly treasury: Address | null;
  readonly inclusionGraceS: number;
  readonly assets: readonly Asset[];
  readonly confirmations: ConfirmationPolicy;
  /** Whole US dollars from which a second source must show the money; null: one source is trusted with any amount. */
  readonly secondSourceFrom: bigint | null;
  /** Whether the partner's payments can be paid here: coins of a test net pay no live payment. */
  takes(partnerId: string): boolean;
}

export type Judgement =
  /** Not deep enough yet, or its terms were handed to a wallet, which may pay without confirming. */
  | "wait"
  /**
   * Only a confirm with exactly these terms, or the payment's end, can decide it. Anyone can send any number of these.
   */
  | "park"
  /** It names no payment here, or its merchant receives nothing. It is not reported. */
  | "foreign"
  /** It is the payment's transfer and deep enough: the payment has succeeded. */
  | "credit"
  | ReportedKind;

/** Real money that does not pay the payment it names is reported as an exception of one of these kinds. */
export const REPORTED_KINDS = ["underpaid", "overpaid", "late", "duplicate"] as const;
export type ReportedKind = (typeof REPORTED_KINDS)[number];

/** A sweep is believed only with what came to its deposit address, because it leaves no mark in the chain's state. */
type Judged = Transfer & { readonly deposited?: bigint | null };

/** @param head number of the newest ingested block */
export function judge(transfer: Judged, payment: NamedPayment | null, head: bigint, chain: QuotingChain): Judgement {
  if (!payment) return "foreign";
  const { status, confirmed } = payment;
  const depth = depthOf(transfer.blockNumber, head);
  const isOwn = confirmed?.termsHash === transfer.termsHash;
  const isBacked = transfer.deposited == null || transfer.deposited >= transfer.amount;
  if (status === "processing" && isOwn) return isBacked && depth >= confirmed.requiredDepth ? "credit" : "wait";
  // The terms of an open payment may still be confirmed, even if they pay a destination that has been removed.
  const undecided = payment.wasHandedOut ? "wait" : "park";
  if (!isOwn && !isRealMoney(transfer, payment, chain)) return isTerminal(status) ? "foreign" : undecided;
  if (!isBacked || depth < deepest(chain.confirmations)) return "wait";
  const isAsAsked = isOwn || payment.wasHandedOut;
  return kindOf(status, isAsAsked ? "as asked" : compare(transfer, payment, chain)) ?? undecided;
}

/**
 * The block from which a waiting transfer can be decided, if only its depth is missing; null: any block may decide it.
 * A confirm with its terms makes it due at once.
 */
export function dueBlock(transfer: Transfer, payment: NamedPayment | null, { confirmations }: QuotingChain) {
  const isOwn = payment?.confirmed?.termsHash === transfer.termsHash;
  if (!payment || payment.wasHandedOut || (isOwn && payment.status === "processing")) return null;
  return transfer.blockNumber + BigInt(deepest(confirmations) - 1);
}

/** A different amount can be reported before the payment ends, because no option has it. Null: still open. */
function kindOf(status: PaymentStatus, comparison: Comparison): ReportedKind | null {
  if (status === "succeeded") return comparison === "less" || comparison === "more" ? "overpaid" : "duplicate";
  if (comparison === "less") return "underpaid";
  if (comparison === "more") return "overpaid";
  return isTerminal(status) ? "late" : null;
}

/** An accepted asset reached the merchant or the treasury. Anyone can create a worthless token. */
const isRealMoney = ({ asset, amount, fee }: Transfer, payment: NamedPayment, chain: QuotingChain) =>
  payment.reachesOurs && amount > fee && chain.takes(payment.partnerId) && chain.assets.some(({ id }) => id === asset);

type Comparison = "less" | "as asked" | "more" | "unknown";

/** Compares what the merchant received with what the payment asks for in this asset. */
function compare(transfer: Transfer, payment: NamedPayment, chain: QuotingChain): Comparison {
  const asked = askedIn(transfer.asset, payment, chain);
  if (!asked) return "unknown";
  // A fee paid to someone else reached neither the merchant nor the operator.
  const isQuoted = isAsQuoted(transfer, payment, chain);
  const received = isQuoted ? transfer.amount : transfer.amount - transfer.fee;
  if (received < (isQuoted ? asked.amount : asked.amount - asked.fee)) return "less";
  return received > asked.amount ? "more" : "as asked";
}

function askedIn(asset: string, { asked, payout, confirmed }: NamedPayment, { assets }: QuotingChain) {
  if (confirmed?.asset === asset) return confirmed;
  const known = assets.find(({ id }) => id === asset);
  const amount = known ? fixedAmount({ amount: asked, payout }, known) : null;
  return amount === null ? null : { amount, fee: 0n };
}

/** Whether this installation quotes such terms, so that the fee reached the operator or the partner. */
const isAsQuoted = ({ feeReceiver, deadlineS }: Transfer, payment: NamedPayment, chain: QuotingChain): boolean =>
  feeReceiver === (payment.feeReceiver ?? chain.feeReceiver) &&
  deadlineS === BigInt(payment.expiresAtS + chain.inclusionGraceS);
