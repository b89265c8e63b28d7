// What a transfer seen on chain means for the payment it names. Pure: the watcher asks, the store writes. Anyone may call the
// router with terms of their own under any payment's name, so that a name alone proves nothing: docs/decisions/0021.
import type { Address, Hex } from "viem";
import type { FiatAmount } from "../money/amount.ts";
import type { Asset } from "../money/asset.ts";
import { amountAtPar } from "../money/par.ts";
import { type ConfirmationPolicy, deepest, depthOf } from "./finality.ts";
import type { PaymentStatus } from "./payment.ts";
import { type Terms, termsHash } from "./terms.ts";
import { isTerminal } from "./transition.ts";

/** A transfer as the router's event tells of it: who got the fee, and the deadline, it does not. */
export interface SeenTransfer {
  readonly blockNumber: bigint;
  readonly termsHash: Hex;
  /** CAIP-19. */
  readonly asset: string;
  readonly token: Address;
  readonly payer: Address;
  readonly amount: bigint;
  readonly destination: Address;
  readonly fee: bigint;
}

/** The payment that a transfer names by its key, as it stands now. */
export interface NamedPayment {
  readonly status: PaymentStatus;
  readonly key: Hex;
  readonly asked: FiatAmount;
  /** Unix seconds. */
  readonly expiresAtS: number;
  /** The partner's own; null: the chain's. */
  readonly feeReceiver: Address | null;
  /** Null until a confirm was accepted. */
  readonly confirmed: {
    readonly termsHash: Hex;
    readonly requiredDepth: number;
    /** CAIP-19. */
    readonly asset: string;
    readonly amount: bigint;
    readonly fee: bigint;
  } | null;
  /** Whether the transfer's terms were handed out to a wallet of this payment, as a transaction to be sent. */
  readonly wasHandedOut: boolean;
  /** Whether the transfer's destination is one of the merchant's, now or once, or the treasury. */
  readonly reachesOurs: boolean;
}

/** What a chain's configuration says of the terms that are quoted on it. */
export interface QuotingChain {
  /** CAIP-2. */
  readonly id: string;
  readonly router: Address;
  readonly feeReceiver: Address;
  /** Where the money goes for which a merchant has no destination. */
  readonly treasury: Address | null;
  readonly inclusionGraceS: number;
  readonly assets: readonly Asset[];
  readonly confirmations: ConfirmationPolicy;
}

export type Judgement =
  /** Not deep enough yet, or handed out to a wallet of the payment that need not come back. */
  | "wait"
  /** Nothing changes what it means but a confirm with its very terms, or the payment's end. Anyone can make any number of these. */
  | "park"
  /** It names no payment here, or brings its merchant nothing under the payment's name: nobody's money but the sender's. */
  | "foreign"
  /** It is the payment's own transfer, deep enough: the payment has succeeded. */
  | "credit"
  | ToldKind;

/** Real money that does not pay the payment it names: told as an exception of this kind. */
export const TOLD_KINDS = ["underpaid", "overpaid", "late", "duplicate"] as const;
export type ToldKind = (typeof TOLD_KINDS)[number];

/** @param head number of the newest block followed */
export function judge(
  transfer: SeenTransfer,
  payment: NamedPayment | null,
  head: bigint,
  chain: QuotingChain,
): Judgement {
  if (!payment) return "foreign";
  const { status, confirmed } = payment;
  const depth = depthOf(transfer.blockNumber, head);
  const isOwn = confirmed?.termsHash === transfer.termsHash;
  if (status === "processing" && isOwn) return depth >= confirmed.requiredDepth ? "credit" : "wait";
  // The terms of an open payment may be confirmed later, even where they pay a destination that is none any more.
  const undecided = payment.wasHandedOut ? "wait" : "park";
  if (!isOwn && !isRealMoney(transfer, payment, chain)) return isTerminal(status) ? "foreign" : undecided;
  if (depth < deepest(chain.confirmations)) return "wait";
  const isAsAsked = isOwn || payment.wasHandedOut;
  return kindOf(status, isAsAsked ? "as asked" : compare(transfer, payment, chain)) ?? undecided;
}

/** Of money in another amount one need not wait for the payment's end: no option of the payment has it. Null: it is open yet. */
function kindOf(status: PaymentStatus, comparison: Comparison): ToldKind | null {
  if (status === "succeeded") return comparison === "less" || comparison === "more" ? "overpaid" : "duplicate";
  if (comparison === "less") return "underpaid";
  if (comparison === "more") return "overpaid";
  return isTerminal(status) ? "late" : null;
}

/** Something that this installation takes reached somebody who should have it. Anyone can make a token that is worth nothing. */
const isRealMoney = ({ asset, amount, fee }: SeenTransfer, { reachesOurs }: NamedPayment, { assets }: QuotingChain) =>
  reachesOurs && amount > fee && assets.some(({ id }) => id === asset);

type Comparison = "less" | "as asked" | "more" | "unknown";

/** What came for the merchant against what the payment asks for in this asset. */
function compare(transfer: SeenTransfer, payment: NamedPayment, chain: QuotingChain): Comparison {
  const asked = askedIn(transfer.asset, payment, chain);
  if (!asked) return "unknown";
  // A fee that went to somebody else is nothing that the merchant or the operator got.
  const isQuoted = isAsQuoted(transfer, payment, chain);
  const came = isQuoted ? transfer.amount : transfer.amount - transfer.fee;
  if (came < (isQuoted ? asked.amount : asked.amount - asked.fee)) return "less";
  return came > asked.amount ? "more" : "as asked";
}

function askedIn(asset: string, { asked, confirmed }: NamedPayment, { assets }: QuotingChain) {
  if (confirmed?.asset === asset) return confirmed;
  const known = assets.find(({ id }) => id === asset);
  const amount = known ? amountAtPar(asked, known) : null;
  return amount === null ? null : { amount, fee: 0n };
}

/** Whether these are terms as this installation quotes them, so that the fee reached the operator. */
function isAsQuoted(transfer: SeenTransfer, payment: NamedPayment, chain: QuotingChain): boolean {
  const { token, payer, amount, destination, fee } = transfer;
  const terms: Terms = {
    chain: chain.id,
    router: chain.router,
    key: payment.key,
    token,
    payer,
    amount,
    destination,
    fee,
    feeReceiver: payment.feeReceiver ?? chain.feeReceiver,
    deadlineS: payment.expiresAtS + chain.inclusionGraceS,
  };
  return termsHash(terms) === transfer.termsHash;
}
