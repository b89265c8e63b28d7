// Keeps swarms of tiny transfers from becoming swarms of exceptions: they are reported as one sum, or not at all if the
// sum is below a cent.
import { MICROS, referenceValue } from "../../money/reference.ts";
import type { NamedPayment, QuotingChain, ReportedKind } from "./credit.ts";
import { exceptionOf, type NewException, type ReportedTransfer } from "./exception.ts";
import type { Transfer } from "./transfer.ts";

/** Sums below this are not reported, in millionths of a US dollar. */
const CENT = MICROS / 100n;
/**
 * The most transfers of one payment, asset and kind that are reported one by one when decided together. If there are
 * more, the most payers whose sums are reported one by one.
 */
const REPORTED_MAX = 10;

type Payable = ReportedTransfer & { readonly payment: NamedPayment | null };
type Paid = Payable & Pick<Transfer, "payer">;

/** Whether a transfer is worth less than a cent. Only assets with a peg have a known value. */
export const isDust = (transfer: Payable, chain: Pick<QuotingChain, "assets">): boolean =>
  isBelowCent([transfer], chain);

function isBelowCent(transfers: readonly Payable[], { assets }: Pick<QuotingChain, "assets">): boolean {
  const [first] = transfers;
  const asset = assets.find(({ id }) => id === first?.asset);
  if (!first?.payment || asset?.peggedTo === undefined) return false;
  return referenceValue(asset, amountOf(transfers), first.payment.asked) < CENT;
}

const amountOf = (transfers: readonly Payable[]): bigint => transfers.reduce((sum, { amount }) => sum + amount, 0n);

export interface Reports<T> {
  readonly exceptions: readonly NewException[];
  /** The transfers that the exceptions name. */
  readonly reported: readonly T[];
  /** Transfers that exceptions report only as part of a sum, or that sum up to too little. */
  readonly unnamed: readonly T[];
}

/**
 * The exceptions about transfers of one kind, decided together, oldest first unless they are sums. A sum that names its
 * sender has no money of anybody else: a refund goes to the sender, and anyone can add transfers of their own.
 */
export function reportsOf<T extends Paid>(
  kind: ReportedKind,
  transfers: readonly T[],
  chain: Pick<QuotingChain, "assets">,
): Reports<T> {
  const groups = groupBy(transfers, (transfer) => [transfer.paymentId, transfer.asset, isDust(transfer, chain)].join());
  const reports = groups.flatMap((group): readonly Reports<T>[] => {
    if (isBelowCent(group, chain)) return [{ exceptions: [], reported: [], unnamed: group }];
    const [first] = group;
    if (!first || isDust(first, chain)) return [sumOf(kind, group)];
    if (group.length <= REPORTED_MAX) return group.map((transfer) => sumOf(kind, [transfer]));
    return byPayer(group).map((each) => sumOf(kind, each));
  });
  return {
    exceptions: reports.flatMap(({ exceptions }) => exceptions),
    reported: reports.flatMap(({ reported }) => reported),
    unnamed: reports.flatMap(({ unnamed }) => unnamed),
  };
}

function groupBy<T>(transfers: readonly T[], nameOf: (transfer: T) => string): readonly T[][] {
  const groups = new Map<string, T[]>();
  for (const transfer of transfers) {
    const name = nameOf(transfer);
    const group = groups.get(name);
    if (group) group.push(transfer);
    else groups.set(name, [transfer]);
  }
  return [...groups.values()];
}

/** The payers who sent most, each alone, and the others together, so that many payers make few exceptions. */
function byPayer<T extends Paid>(transfers: readonly T[]): readonly (readonly T[])[] {
  const largest = groupBy(transfers, ({ payer }) => payer)
    .toSorted(largestFirst)
    .slice(0, REPORTED_MAX);
  const named = new Set(largest.map(([first]) => first?.payer));
  const others = transfers.filter(({ payer }) => !named.has(payer));
  return others.length > 0 ? [...largest, others] : largest;
}

const largestFirst = (a: readonly Payable[], b: readonly Payable[]): number =>
  Number(amountOf(b) > amountOf(a)) - Number(amountOf(b) < amountOf(a));

/** One exception about these transfers, which names the last. */
function sumOf<T extends Paid>(kind: ReportedKind, transfers: readonly T[]): Reports<T> {
  const last = transfers.at(-1);
  if (!last) return { exceptions: [], reported: [], unnamed: [] };
  if (transfers.length === 1) return { exceptions: [exceptionOf(kind, last)], reported: [last], unnamed: [] };
  const fee = transfers.reduce((sum, transfer) => sum + transfer.fee, 0n);
  const { message, ...sum } = exceptionOf(kind, { ...last, amount: amountOf(transfers), fee });
  const hasSeveralSenders = transfers.some(({ payer }) => payer !== last.payer);
  const notes = [
    `This is the sum of ${transfers.length} transfers, of which it names the last.`,
    ...(hasSeveralSenders ? ["They came from several accounts."] : []),
  ];
  const exception = { ...sum, message: [message, ...notes].join(" "), hasSeveralSenders };
  return { exceptions: [exception], reported: [last], unnamed: transfers.slice(0, -1) };
}
