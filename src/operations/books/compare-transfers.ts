// Compares the transfers of a range of blocks on chain with those in the database.

import { paymentKey } from "../../payment/terms.ts";
import { differingFields } from "../../payment/transfers/books.ts";
import type {
  BookedTransfer,
  Evidence,
  PaidEvent,
  Transfer,
  UnknownTransfer,
} from "../../payment/transfers/transfer.ts";
import type { BooksStore } from "../ports/books.ts";
import { type AssetTotals, describe, type ReconciledChain, type Reconciliation } from "./reconciliation.ts";
import { ownUnknown } from "./unknown-transfers.ts";

type MutableSum = { -readonly [Field in keyof AssetTotals]: AssetTotals[Field] };

interface Books {
  readonly store: BooksStore;
  readonly lowestKept: string | null;
}

/** Compares in ranges that a node returns in one call. */
export async function compareTransfers(
  store: BooksStore,
  chain: ReconciledChain,
  blocks: { readonly from: bigint; readonly to: bigint },
  reconciliation: Reconciliation,
): Promise<readonly AssetTotals[]> {
  const sums = new Map<string, MutableSum>();
  const books: Books = { store, lowestKept: await store.lowestKept() };
  for (let from = blocks.from; from <= blocks.to; ) {
    from = (await compareStretch(books, chain, { from, to: blocks.to }, reconciliation, sums)) + 1n;
  }
  for (const { asset, onChain, credited, reported, waiting, foreign, unknown } of sums.values()) {
    const booked = credited + reported + waiting + foreign + unknown;
    if (onChain === booked) continue;
    reconciliation.add(
      { kind: "sums_differ", message: `the chain paid ${onChain} of ${asset}, the database has ${booked}` },
      null,
    );
  }
  return [...sums.values()].sort((a, b) => a.asset.localeCompare(b.asset));
}

/** @returns the last block compared: nodes may return fewer blocks in one call */
async function compareStretch(
  { store, lowestKept }: Books,
  chain: ReconciledChain,
  blocks: { readonly from: bigint; readonly to: bigint },
  reconciliation: Reconciliation,
  sums: Map<string, MutableSum>,
): Promise<bigint> {
  const { reader } = chain;
  const { events: read, to } = await reader.paidEventsFrom(blocks.from, blocks.to);
  const rows = await store.transfersBetween(reader.id, blocks.from, to);
  const ours = rows.filter(({ paymentId }) => paymentId !== null);
  const events = [...read, ...(await leftOut(reader, read, ours))];
  const paymentOf = await store.paymentsOf(reader.id, events);
  const booked = new Map(rows.map((row) => [placeOf(row), row]));
  const strange: PaidEvent[] = [];
  for (const event of events) {
    const row = booked.get(placeOf(event));
    const dropped = droppedPayment(event, row, lowestKept);
    if (dropped !== null) reconciliation.ofDroppedMonths += 1;
    const paymentId = paymentOf.get(event.termsHash) ?? dropped;
    if (paymentId === null && !row?.paymentId) {
      strange.push(event);
      continue;
    }
    reconciliation.transfers += 1;
    sumOf(sums, event.asset).onChain += event.amount;
    if (row) compareRow(event, paymentId, row, reconciliation);
    else {
      const message = `${describe(event)} is on chain, but not in the database`;
      reconciliation.add({ kind: "missing_in_database", message, transfer: event }, paymentId);
    }
  }
  await compareUnknown(store, chain, { from: blocks.from, to }, strange, reconciliation, sums);
  const onChain = new Set(events.map(placeOf));
  for (const row of ours) {
    addBooked(sumOf(sums, row.asset), row);
    if (onChain.has(placeOf(row))) continue;
    const message = `${describe(row)} is in the database (${row.state}), but not on chain`;
    reconciliation.add({ kind: "missing_on_chain", message, transfer: row }, row.paymentId);
  }
  return to;
}

/** The payment that a transfer names, if it was dropped with its month; its key still proves its id, or is a nonce. */
const droppedPayment = (
  { paymentKey: key, method }: PaidEvent,
  row: BookedTransfer | undefined,
  lowestKept: string | null,
): string | null =>
  row?.paymentId &&
  lowestKept !== null &&
  row.paymentId < lowestKept &&
  (method === "transfer" || paymentKey(row.paymentId) === key)
    ? row.paymentId
    : null;

const EVIDENCE: Readonly<Record<Evidence, string>> = {
  relayer: "sent by one of our relayers",
  fee_receiver: "with a fee to our receiver",
  merchant: "to a merchant of ours",
};

/**
 * Router calls that concern no payment here. A call that our relayers sent or our fee receivers earned from is ours:
 * the database has lost its payments. Anyone can pay a merchant of ours, so that alone is no difference.
 */
async function compareUnknown(
  store: BooksStore,
  { reader, quoting, relayers }: ReconciledChain,
  { from, to }: { readonly from: bigint; readonly to: bigint },
  events: readonly PaidEvent[],
  reconciliation: Reconciliation,
  sums: Map<string, MutableSum>,
): Promise<void> {
  if (events.length === 0) return;
  const recorded = new Set((await store.unknownBetween(reader.id, from, to)).map(placeOf));
  const { feeReceiver } = quoting;
  for (const transfer of await ownUnknown({ chain: reader, books: store, feeReceiver, relayers }, events)) {
    if (recorded.has(placeOf(transfer))) sumOf(sums, transfer.asset).unknown += transfer.amount;
    else if (transfer.evidence === "merchant") continue;
    else reconciliation.add({ kind: "unknown_payment", message: unknownText(transfer), transfer }, null);
    sumOf(sums, transfer.asset).onChain += transfer.amount;
  }
}

const unknownText = (transfer: UnknownTransfer): string =>
  `${describe(transfer)} to ${transfer.merchantId ?? transfer.destination}, ${EVIDENCE[transfer.evidence]}, ` +
  "paid a payment that is not in the database";

/**
 * A lagging node leaves out events from a range of blocks, but returns an error for a single block it lacks. So
 * missing events are read again by block.
 */
async function leftOut(
  reader: ReconciledChain["reader"],
  events: readonly PaidEvent[],
  rows: readonly BookedTransfer[],
): Promise<readonly PaidEvent[]> {
  const read = new Set(events.map(placeOf));
  const missing = rows.filter((row) => !read.has(placeOf(row)));
  const found: PaidEvent[] = [];
  for (const number of new Set(missing.map(({ blockNumber }) => blockNumber))) {
    const block = await reader.block(number);
    const inBlock = block ? await reader.paidEventsIn(block) : [];
    found.push(...inBlock.filter((event) => !read.has(placeOf(event))));
  }
  return found;
}

const placeOf = ({ txHash, logIndex }: Pick<Transfer, "txHash" | "logIndex">): string => `${txHash}:${logIndex}`;

function compareRow(
  event: PaidEvent,
  paymentId: string | null,
  row: BookedTransfer,
  reconciliation: Reconciliation,
): void {
  const { blockNumber, termsHash, asset, payer, amount, destination, fee } = event;
  const onChain = { blockNumber, termsHash, asset, payer, amount, destination, fee, paymentId };
  for (const field of differingFields(onChain, row)) {
    const message = `its ${field} is ${onChain[field]} on chain, and ${row[field]} in the database`;
    reconciliation.add({ kind: "transfer_differs", message, transfer: row }, paymentId ?? row.paymentId);
  }
}

function sumOf(sums: Map<string, MutableSum>, asset: string): MutableSum {
  const sum = sums.get(asset) ?? {
    asset,
    onChain: 0n,
    credited: 0n,
    reported: 0n,
    waiting: 0n,
    foreign: 0n,
    unknown: 0n,
  };
  sums.set(asset, sum);
  return sum;
}

const COLUMNS = {
  credited: "credited",
  exception: "reported",
  seen: "waiting",
  parked: "waiting",
  foreign: "foreign",
} as const;

function addBooked(sum: MutableSum, { state, amount }: BookedTransfer): void {
  sum[COLUMNS[state]] += amount;
}
