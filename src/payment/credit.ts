// What a transfer seen on chain means for the payment it names. Pure: the watcher asks, the store writes.
import type { Hex } from "viem";
import { depthOf } from "./finality.ts";
import type { PaymentStatus } from "./payment.ts";
import { isTerminal } from "./transition.ts";

export interface SeenTransfer {
  readonly blockNumber: bigint;
  readonly termsHash: Hex;
  /** Lower-case or checksummed EVM address. */
  readonly destination: string;
}

/** The payment that a transfer names by its key, as it stands now. */
export interface NamedPayment {
  readonly status: PaymentStatus;
  /** Null until a confirm was accepted. */
  readonly confirmed: { readonly termsHash: Hex; readonly requiredDepth: number } | null;
  /** Depth for money that nobody confirmed: what the chain's policy asks for the payment's amount. */
  readonly defaultDepth: number;
  /** Whether the money reached somebody who should have it: the merchant's destinations, or the treasury. */
  readonly isOursToTell: boolean;
}

export type Judgement =
  /** Not deep enough yet, or its payment may still be confirmed with these terms. */
  | "wait"
  /** It names no payment here, or pays somebody else under a payment's name: nobody's money but the sender's. */
  | "foreign"
  /** It is the payment's own transfer, deep enough: the payment has succeeded. */
  | "credit"
  /** Real money after the payment had ended otherwise. */
  | "late"
  /** Real money for a payment that another transfer had paid. */
  | "duplicate";

/** @param head number of the newest block followed */
export function judge(transfer: SeenTransfer, payment: NamedPayment | null, head: bigint): Judgement {
  if (!payment) return "foreign";
  const depth = depthOf(transfer.blockNumber, head);
  const isOwn = payment.confirmed?.termsHash === transfer.termsHash;
  if (payment.status === "processing" && isOwn) return depth >= payment.confirmed.requiredDepth ? "credit" : "wait";
  if (!isTerminal(payment.status)) return "wait";
  if (!isOwn && !payment.isOursToTell) return "foreign";
  if (depth < payment.defaultDepth) return "wait";
  return payment.status === "succeeded" ? "duplicate" : "late";
}
