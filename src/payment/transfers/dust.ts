// Keeps swarms of tiny transfers from becoming swarms of exceptions: they are reported as one sum, or not at all if the
// sum is below a cent.
import { MICROS, referenceValue } from "../../money/reference.ts";
import type { NamedPayment, QuotingChain, ReportedKind } from "./credit.ts";
import { exceptionOf, type NewException, type ReportedTransfer } from "./exception.ts";

/** Sums below this are not reported, in millionths of a US dollar. */
const CENT = MICROS / 100n;
/** The most transfers of one payment, asset and kind that are reported one by one when decided together. */
const REPORTED_MAX = 10;

type Payable = ReportedTransfer & { readonly payment: NamedPayment | null };

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

/** The exceptions about transfers of one kind, decided together, in chain order. */
export function reportsOf<T extends Payable>(
  kind: ReportedKind,
  transfers: readonly T[],
  chain: Pick<QuotingChain, "assets">,
): Reports<T> {
  const groups = new Map<string, T[]>();
  for (const transfer of transfers) {
    const name = [transfer.paymentId, transfer.asset, isDust(transfer, chain)].join();
    const group = groups.get(name);
    if (group) group.push(transfer);
    else groups.set(name, [transfer]);
  }
  const reports = [...groups.values()].map((group): Reports<T> => {
    const last = group.at(-1);
    if (!last || isBelowCent(group, chain)) return { exceptions: [], reported: [], unnamed: group };
    const isOneByOne = group.length <= REPORTED_MAX && !isDust(last, chain);
    if (isOneByOne) {
      return { exceptions: group.map((transfer) => exceptionOf(kind, transfer)), reported: group, unnamed: [] };
    }
    const fee = group.reduce((sum, transfer) => sum + transfer.fee, 0n);
    const { message, ...sum } = exceptionOf(kind, { ...last, amount: amountOf(group), fee });
    const note = `This is the sum of ${group.length} transfers, of which it names the last.`;
    return { exceptions: [{ ...sum, message: `${message} ${note}` }], reported: [last], unnamed: group.slice(0, -1) };
  });
  return {
    exceptions: reports.flatMap(({ exceptions }) => exceptions),
    reported: reports.flatMap(({ reported }) => reported),
    unnamed: reports.flatMap(({ unnamed }) => unnamed),
  };
}
