// Decides whether a deposit is an exception: money on a deposit address that does not pay its payment as asked.
import type { Address } from "viem";
import type { PaymentStatus } from "../payment.ts";
import { isTerminal } from "../transition.ts";
import type { ExceptionKind, ReportedTransfer } from "./exception.ts";

/** A deposit at policy depth, which is no dust, with what decides about it. */
export interface UnjudgedDeposit extends Omit<ReportedTransfer, "asset" | "fee"> {
  readonly token: Address;
  /** It is of the address's own token, on its chain. */
  readonly isOwn: boolean;
  readonly isRefused: boolean;
  /** Null: the payment was dropped with its month. */
  readonly status: PaymentStatus | null;
  /** Its block has a time before the payment's expiry, the end of its rate, and the end that it had. */
  readonly isInTime: boolean;
  /** The deposits of this address paid the payment. */
  readonly isPayer: boolean;
  /** It lay there when the sweep that paid the payment was mined. */
  readonly wasSwept: boolean;
  /** The sum of earlier deposits on the address; smallest units. */
  readonly before: bigint;
  /** What the sweep needs, and what the buyer was asked for. */
  readonly needed: bigint;
  readonly asked: bigint;
  /** Smaller amounts are dust. */
  readonly minimum: bigint;
}

/** `wait`: nothing is decided before the payment has ended. Null: it is no exception. */
export function kindOfDeposit(deposit: UnjudgedDeposit): ExceptionKind | "wait" | null {
  const { isOwn, isRefused, status, isInTime, before, needed } = deposit;
  if (isRefused) return "refused_sender";
  if (!isOwn) return "foreign_token";
  if (status !== null && !isTerminal(status)) return "wait";
  if (status === "succeeded") return kindAfterSuccess(deposit);
  return isInTime && before < needed ? "underpaid" : "late";
}

function kindAfterSuccess({ isPayer, wasSwept, before, needed, asked, amount, minimum }: UnjudgedDeposit) {
  if (!isPayer) return "duplicate";
  if (before >= needed) return wasSwept ? "overpaid" : "duplicate";
  return before + amount >= asked + minimum ? "overpaid" : null;
}
