// Checks that a payment's status, log, confirmation and credited transfer agree. operations/reconcile compares them
// with the chain.
import type { Hex } from "viem";
import type { OptionMethod } from "../../money/asset.ts";
import type { PaymentStatus } from "../payment.ts";
import { paymentKey, type Terms, termsHash } from "../terms.ts";
import { isTerminal, replay } from "../transition.ts";
import type { BookedTransfer } from "./transfer.ts";

/** The kinds of differences, with the operator's remedy for each. */
export const REMEDIES = {
  missing_in_database:
    "A node left it out when the block was read. If its payment is processing, a worker ingests it before it " +
    "gives up the payment. Otherwise, inform the partner.",
  unknown_payment:
    "The payment is lost, for example because an older backup was restored or its month was dropped before the money " +
    "came; the money is with the merchant. Run " +
    "turnpike rebuild --from-block with its block: it records the transfer. Then inform the partner. Payments of another " +
    "installation show here if it shares relayers or fee receivers with this one.",
  missing_on_chain:
    "A reorg went unnoticed, or a node returns false data. Compare with another RPC URL before you trust this " +
    "payment.",
  transfer_differs:
    "The row was altered, or the nodes disagree. Rerun with another RPC URL, then find out who wrote to the database.",
  not_decided: "The worker decides it with the next block. If this persists, no worker is running: run turnpike serve.",
  not_reported: "The partner does not know of this money. Inform them.",
  wrong_status: "Something other than Turnpike wrote the status. Run turnpike payment show to see the log.",
  succeeded_without_transfer:
    "If a reorg removed it, it is resent automatically: rerun in a few minutes. Otherwise the merchant was " +
    "promised money that never arrived.",
  terms_differ:
    "The confirmation was altered afterwards, or the transfer belongs to another payment. Find out who wrote to " +
    "the database.",
  past_deadline:
    "It should have succeeded or failed by now. Check that a worker is running and that its RPC URLs respond " +
    "(turnpike doctor).",
  still_with_relayer: "A worker closes it. If this persists, run turnpike payment show.",
  log_differs: "Turnpike never rewrites the log. Find out who else writes to this database.",
  deposits_differ:
    "A node left a deposit out, or somebody passed on money in a block that was not read. A worker reads the blocks " +
    "again before a payment with an address ends. Otherwise run turnpike rebuild --from-block.",
  sums_differ: "The differing transfers cause this. Fix them first.",
  not_followed:
    "No worker noticed a reorg, or the RPC URL serves another chain. Check that a worker is running, then rerun.",
} as const;
export type DifferenceKind = keyof typeof REMEDIES;

export interface Difference {
  readonly kind: DifferenceKind;
  /** CAIP-2; null if no chain is involved. */
  readonly chain: string | null;
  readonly paymentId: string | null;
  readonly transaction: { readonly hash: Hex; readonly logIndex: number } | null;
  /** The difference, with both values. */
  readonly message: string;
  readonly remedy: string;
}

export interface BookedPayment {
  readonly id: string;
  readonly status: PaymentStatus;
  readonly paymentKey: Hex;
  /** Whether the key is a nonce that the payer chose; else it is the hash of the id. */
  readonly isKeyOfPayer: boolean;
  /** Types of its events, oldest first. */
  readonly log: readonly string[];
  readonly confirmation: {
    /** CAIP-19. */
    readonly asset: string;
    readonly method: OptionMethod;
    readonly terms: Terms;
    readonly termsHash: Hex;
    readonly requiredDepth: number;
    readonly confirmedAt: Date;
    /** Whether it is still to be relayed or resolved. */
    readonly isWithRelayer: boolean;
  } | null;
  /** The transfer that paid it. */
  readonly credit: BookedTransfer | null;
  /** Whether its permanent loss was reported to the partner (settlement_failed). */
  readonly isLossReported: boolean;
}

export type Finding = Pick<Difference, "kind" | "message"> & {
  readonly transfer?: Pick<BookedTransfer, "txHash" | "logIndex">;
};

/** @param deepTimeS time of the newest block at the payment's required depth; null: not read */
export function checkPayment(payment: BookedPayment, deepTimeS: number | null): readonly Finding[] {
  return [
    ...checkLog(payment),
    ...checkConfirmation(payment, deepTimeS),
    ...checkCredit(payment),
    ...(payment.credit ? checkTerms(payment, payment.credit) : []),
  ];
}

function checkLog({ id, status, paymentKey: key, isKeyOfPayer, log }: BookedPayment): Finding[] {
  const found: Finding[] = [];
  const replayed = replay(log);
  if (replayed !== status) {
    const says = replayed ? `says ${replayed}` : "is none";
    const message = `is ${status}, but its log (${log.join(", ") || "empty"}) ${says}`;
    found.push({ kind: "log_differs", message });
  }
  // The hash of the confirmed terms covers a payer's key.
  if (!isKeyOfPayer && key !== paymentKey(id)) {
    found.push({ kind: "terms_differ", message: `its key on chain is not the hash of its id` });
  }
  return found;
}

/** Seconds the resolver may take to notice a passed deadline. */
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
  if (!credit) return [{ kind: "succeeded_without_transfer", message: "has succeeded, but no transfer paid it" }];
  if (!credit.isOrphaned || isLossReported) return [];
  const message = "has succeeded, and a reorg has taken out its transfer, which is not back yet";
  return [{ kind: "succeeded_without_transfer", message, transfer: credit }];
}

/** Equal hashes imply equal terms, unless the row was altered. */
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

/** The fields of `expected` whose values differ in `found`. */
export function differingFields<Fields extends object>(expected: Fields, found: Fields): (keyof Fields & string)[] {
  const names = Object.keys(expected) as (keyof Fields & string)[];
  return names.filter((name) => expected[name] !== found[name]);
}
