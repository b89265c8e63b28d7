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

export interface JudgedDeposit {
  readonly kind: ExceptionKind;
  /** The part of the deposit that is an exception; smallest units. The rest paid the payment. */
  readonly amount: bigint;
}

/** `wait`: nothing is decided before the payment has ended. Null: it is no exception. */
export function judgeDeposit(deposit: UnjudgedDeposit): JudgedDeposit | "wait" | null {
  const { isOwn, isRefused, status, isInTime, before, needed, amount } = deposit;
  if (isRefused) return { kind: "refused_sender", amount };
  if (!isOwn) return { kind: "foreign_token", amount };
  if (status !== null && !isTerminal(status)) return "wait";
  if (status === "succeeded") return judgeAfterSuccess(deposit);
  return { kind: isInTime && before < needed ? "underpaid" : "late", amount };
}

/** What was asked for counts as paid, and a refund of the payment returns it. So only the excess is an exception. */
function judgeAfterSuccess(deposit: UnjudgedDeposit): JudgedDeposit | null {
  const { isPayer, wasSwept, before, needed, asked, amount, minimum } = deposit;
  if (!isPayer || (before >= needed && !wasSwept)) return { kind: "duplicate", amount };
  const excess = before >= asked ? amount : before + amount - asked;
  return excess >= minimum ? { kind: "overpaid", amount: excess } : null;
}
