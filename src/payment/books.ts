// What the database says of a payment, and whether it agrees with itself: its status with its log, its confirmation and the
// transfer that it was credited with. Whether it agrees with the chain is operations/reconcile.ts's to ask.
import type { Hex } from "viem";
import type { PaymentStatus } from "./payment.ts";
import { paymentKey, type Terms, termsHash } from "./terms.ts";
import type { BookedTransfer } from "./transfer.ts";
import { isTerminal, replay } from "./transition.ts";

/** What a difference is, and what the operator can do about it. */
export const REMEDIES = {
  missing_in_database:
    "A node left it out when the block was read. Where its payment is processing it is taken in before the payment is given up; tell the partner of any other.",
  missing_on_chain:
    "Nothing of it is on chain: a reorg that was not noticed, or a node that lies. Compare with another RPC URL before you trust this payment.",
  transfer_differs:
    "The row was altered, or the nodes disagree: ask again with another RPC URL, then look at who wrote.",
  not_decided: "The worker decides with the next block. If this stays, no worker runs: see turnpike serve.",
  not_reported: "The partner knows nothing of this money: tell them.",
  wrong_status: "The status was written by something else than Turnpike: look at the log by turnpike payment show.",
  succeeded_without_transfer:
    "If a reorg took it out it is sent again by itself; ask again in some minutes. Otherwise the merchant was promised money that did not come.",
  terms_differ:
    "What was confirmed was altered afterwards, or another payment's transfer stands here: look at who wrote.",
  past_deadline:
    "It should have succeeded or failed by now: see that a worker runs and that its RPC URLs answer (turnpike doctor).",
  still_with_relayer: "A worker closes it. If this stays, look at turnpike payment show.",
  log_differs: "The log cannot be rewritten by Turnpike: look at who else writes to this database.",
  sums_differ: "It follows from the transfers that differ: mend those.",
  not_followed:
    "The chain has reorganised and no worker has noticed, or the RPC URL serves another chain: see that a worker runs, then ask again.",
} as const;
export type DifferenceKind = keyof typeof REMEDIES;

export interface Difference {
  readonly kind: DifferenceKind;
  /** CAIP-2; null where no chain has to do with it. */
  readonly chain: string | null;
  readonly paymentId: string | null;
  readonly transaction: { readonly hash: Hex; readonly logIndex: number } | null;
  /** What differs, with both values. */
  readonly message: string;
  readonly remedy: string;
}

export interface BookedPayment {
  readonly id: string;
  readonly status: PaymentStatus;
  readonly paymentKey: Hex;
  /** Types of its events, oldest first. */
  readonly log: readonly string[];
  readonly confirmation: {
    /** CAIP-19. */
    readonly asset: string;
    readonly terms: Terms;
    readonly termsHash: Hex;
    readonly requiredDepth: number;
    readonly confirmedAt: Date;
    /** Not closed: it is to be relayed, or looked after. */
    readonly isWithRelayer: boolean;
  } | null;
  /** The transfer that it was credited with. */
  readonly credit: BookedTransfer | null;
  /** The partner was told that its money was lost for good (settlement_failed). */
  readonly isLossReported: boolean;
}

export type Finding = Pick<Difference, "kind" | "message"> & {
  readonly transfer?: Pick<BookedTransfer, "txHash" | "logIndex">;
};

/** @param deepTimeS when the newest block was made that is as deep as the payment asks for; null: its chain was not asked */
export function checkPayment(payment: BookedPayment, deepTimeS: number | null): readonly Finding[] {
  return [
    ...checkLog(payment),
    ...checkConfirmation(payment, deepTimeS),
    ...checkCredit(payment),
    ...(payment.credit ? checkTerms(payment, payment.credit) : []),
  ];
}

function checkLog({ id, status, paymentKey: key, log }: BookedPayment): Finding[] {
  const found: Finding[] = [];
  const replayed = replay(log);
  if (replayed !== status) {
    const message = `is ${status}, but its log (${log.join(", ") || "empty"}) ${replayed ? `says ${replayed}` : "is none"}`;
    found.push({ kind: "log_differs", message });
  }
  if (key !== paymentKey(id))
    found.push({ kind: "terms_differ", message: `its key on chain is not the hash of its id` });
  return found;
}

/** What the resolver may take to see that a deadline has passed, in seconds. */
const RESOLVED_WITHIN_S = 60;

function checkConfirmation({ status, confirmation, credit, isLossReported }: BookedPayment, deepTimeS: number | null) {
  const found: Finding[] = [];
  if (!confirmation) {
    if (status === "processing" || status === "succeeded") {
      found.push({ kind: "wrong_status", message: `is ${status}, but nothing was confirmed` });
    }
    return found;
  }
  const { terms, isWithRelayer } = confirmation;
  if (status === "requires_action" || status === "expired" || status === "cancelled") {
    found.push({ kind: "wrong_status", message: `is ${status}, but a confirm was accepted` });
  }
  if (termsHash(terms) !== confirmation.termsHash) {
    const message = `the confirmed terms are not those of their hash ${confirmation.termsHash}`;
    found.push({ kind: "terms_differ", message });
  }
  if (status === "processing" && deepTimeS !== null && deepTimeS > terms.deadlineS + RESOLVED_WITHIN_S) {
    const message = `is still processing, though its deadline (${isoOf(terms.deadlineS)}) has passed at its depth`;
    found.push({ kind: "past_deadline", message });
  }
  const isSentAgain = credit?.isOrphaned && !isLossReported;
  if (isTerminal(status) && isWithRelayer && !isSentAgain) {
    found.push({ kind: "still_with_relayer", message: `is ${status}, but still with the relayer` });
  }
  return found;
}

const isoOf = (timeS: number): string => new Date(timeS * 1_000).toISOString();

function checkCredit({ status, credit, isLossReported }: BookedPayment): Finding[] {
  if (status !== "succeeded") {
    if (!credit) return [];
    return [{ kind: "wrong_status", message: `is ${status}, but was credited with a transfer`, transfer: credit }];
  }
  if (!credit) return [{ kind: "succeeded_without_transfer", message: "has succeeded, but no transfer is its own" }];
  if (!credit.isOrphaned || isLossReported) return [];
  const message = "has succeeded, and a reorg has taken out its transfer, which is not back yet";
  return [{ kind: "succeeded_without_transfer", message, transfer: credit }];
}

/** The terms' hash says it all, unless the row was altered. */
function checkTerms({ confirmation }: BookedPayment, credit: BookedTransfer): Finding[] {
  if (!confirmation) return [];
  const { asset, terms } = confirmation;
  const { payer, amount, destination, fee } = terms;
  const confirmed = { termsHash: confirmation.termsHash, asset, payer, amount, destination, fee };
  return differingFields(confirmed, credit).map((field) => ({
    kind: "terms_differ",
    message: `was confirmed with ${field} ${confirmed[field]}, but credited with ${credit[field]}`,
    transfer: credit,
  }));
}

/** Names of the fields of `expected` that `found` has otherwise. */
export function differingFields<Fields extends object>(expected: Fields, found: Fields): (keyof Fields & string)[] {
  const names = Object.keys(expected) as (keyof Fields & string)[];
  return names.filter((name) => expected[name] !== found[name]);
}
