// Compares the chains with the database over a range of blocks: each transfer, each payment and the sums. Reads only.
// Transfers that are not due for a decision are not compared.
import { type BookedPayment, checkPayment, type Difference } from "../../payment/transfers/books.ts";
import { judge } from "../../payment/transfers/credit.ts";
import { proofOf } from "../../payment/transfers/proof.ts";
import type { Transfer } from "../../payment/transfers/transfer.ts";
import type { BookPosition, BooksStore, PaymentScope } from "../ports/books.ts";
import type { Block, ChainReader } from "../ports/chain/chain-reader.ts";
import { compareDeposits } from "./compare-deposits.ts";
import { compareTransfers } from "./compare-transfers.ts";
import { type ChainBooks, DIFFERENCES_MAX, describe, type ReconciledChain, Reconciliation } from "./reconciliation.ts";

export interface ReconcilePorts {
  readonly chains: readonly ReconciledChain[];
  readonly store: BooksStore;
}

export interface ReconcileRange {
  /** First and last block; null: the whole followed range. */
  readonly from: bigint | null;
  readonly to: bigint | null;
  /** Whether to check unconfirmed payments, which are on no chain. */
  readonly withUnconfirmed: boolean;
}

export interface ReconcileResult {
  /** Payments checked. */
  readonly payments: number;
  /** Transfers on chain that name a payment of this installation. */
  readonly transfers: number;
  /** The part of `transfers` whose payments were dropped with their month. */
  readonly ofDroppedMonths: number;
  readonly differences: readonly Difference[];
  /** Number of differences beyond the listed ones. */
  readonly leftOut: number;
  readonly chains: readonly ChainBooks[];
}

/** The range contains no followed block, so a comparison would be meaningless. */
export class NothingToCompareError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "NothingToCompareError";
  }
}

const PAYMENTS_PAGE = 500;
/** Attempts before giving up: a reorg during a comparison invalidates it. */
const ATTEMPTS_MAX = 3;
/** Maximum difference between our clock and a chain's block times. */
const CLOCKS_APART_S = 600;

/** @throws NothingToCompareError, and if a chain does not respond */
export async function reconcile(ports: ReconcilePorts, range: ReconcileRange): Promise<ReconcileResult> {
  const parts: Reconciliation[] = [];
  for (const chain of ports.chains) parts.push(await reconcileChain(ports.store, chain, range));
  if (range.withUnconfirmed) {
    const unconfirmed = new Reconciliation();
    await checkPayments(ports.store, { chain: null, betweenS: null }, unconfirmed, async () => null);
    parts.push(unconfirmed);
  }
  const differences = parts.flatMap((part) => part.differences);
  return {
    payments: sumOf(parts.map(({ payments }) => payments)),
    transfers: sumOf(parts.map(({ transfers }) => transfers)),
    ofDroppedMonths: sumOf(parts.map(({ ofDroppedMonths }) => ofDroppedMonths)),
    differences: differences.slice(0, DIFFERENCES_MAX),
    leftOut: sumOf(parts.map(({ leftOut }) => leftOut)) + Math.max(differences.length - DIFFERENCES_MAX, 0),
    chains: parts.flatMap(({ books }) => books ?? []),
  };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

async function reconcileChain(
  store: BooksStore,
  chain: ReconciledChain,
  range: ReconcileRange,
): Promise<Reconciliation> {
  const { reader } = chain;
  for (let attempt = 1; ; attempt++) {
    const reconciliation = new Reconciliation(reader.id);
    const followed = await store.followed(reader.id);
    if (!followed) {
      reconciliation.books = { chain: reader.id, blocks: null, sums: [], deposits: [] };
      await checkPayments(store, { chain: reader.id, betweenS: null }, reconciliation, async () => null);
      return reconciliation;
    }
    await compareChain(store, chain, range, followed, reconciliation);
    if ((await reader.block(followed.newest.number))?.hash === followed.newest.hash) return reconciliation;
    if (attempt < ATTEMPTS_MAX) continue;
    const { number, hash } = followed.newest;
    reconciliation.add(
      { kind: "not_followed", message: `the newest ingested block, ${number} (${hash}), is not in the chain` },
      null,
    );
    return reconciliation;
  }
}

async function compareChain(
  store: BooksStore,
  chain: ReconciledChain,
  range: ReconcileRange,
  { first, newest }: { readonly first: bigint; readonly newest: Block },
  reconciliation: Reconciliation,
): Promise<void> {
  const { reader, quoting } = chain;
  const from = range.from ?? first + 1n;
  const to = range.to !== null && range.to < newest.number ? range.to : newest.number;
  // Without a given range this means that no block was followed yet, so nothing can have been paid.
  if (from > to && (range.from !== null || range.to !== null)) {
    const reason = `blocks ${from} to ${to} are none: it was followed from ${first + 1n} to ${newest.number}`;
    throw new NothingToCompareError(`${reader.id}: ${reason}`);
  }
  const sums = await compareTransfers(store, chain, { from, to }, reconciliation);
  // Other blocks' state may be gone, so only a comparison up to the newest block reads balances.
  const deposits = to === newest.number ? await compareDeposits(store, chain, newest, reconciliation) : [];
  reconciliation.books = { chain: reader.id, blocks: { from, to }, sums, deposits };
  const isInRange = ({ blockNumber }: Transfer): boolean => blockNumber >= from && blockNumber <= to;
  for (const transfer of (await store.unreported(reader.id)).filter(isInRange)) {
    reconciliation.add(
      { kind: "not_reported", message: `${describe(transfer)} is an exception that was not reported`, transfer },
      transfer.paymentId,
    );
  }
  for (const transfer of await store.waiting(reader.id, newest.number, quoting.treasury)) {
    const judgement = judge(transfer, transfer.payment, newest.number, quoting);
    if (judgement === "wait" || judgement === "park" || !isInRange(transfer)) continue;
    if (proofOf(judgement, transfer, transfer.payment, quoting)) continue; // it may wait for its second source
    const message = `${describe(transfer)} is ${transfer.state}, but should be decided: ${judgement}`;
    reconciliation.add({ kind: "not_decided", message, transfer }, transfer.paymentId);
  }
  const betweenS = range.from === null && range.to === null ? null : await timesOf(reader, from, to);
  await checkPayments(store, { chain: reader.id, betweenS }, reconciliation, deepTimes(reader, await reader.head()));
}

/** The period in which these blocks' payments were confirmed, with a margin. */
async function timesOf(reader: ChainReader, from: bigint, to: bigint): Promise<readonly [number, number]> {
  const [first, last] = await Promise.all([reader.block(from), reader.block(to)]);
  return [(first?.timeS ?? 0) - CLOCKS_APART_S, (last?.timeS ?? 0) + CLOCKS_APART_S];
}

/** Reads the time of the newest block at a depth, once per depth, of which the policy has few. */
function deepTimes(reader: ChainReader, head: Block): (depth: number) => Promise<number | null> {
  const known = new Map<number, Promise<number | null>>();
  const ask = async (depth: number): Promise<number | null> => {
    const number = head.number - BigInt(depth - 1);
    return number < 0n ? null : ((await reader.block(number))?.timeS ?? null);
  };
  return (depth) => {
    const answer = known.get(depth) ?? ask(depth);
    known.set(depth, answer);
    return answer;
  };
}

async function checkPayments(
  store: BooksStore,
  scope: PaymentScope,
  reconciliation: Reconciliation,
  deepTimeS: (depth: number) => Promise<number | null>,
): Promise<void> {
  for (let after: BookPosition | null = null; ; ) {
    const page: readonly BookedPayment[] = await store.payments(scope, after, PAYMENTS_PAGE);
    for (const payment of page) {
      const { confirmation } = payment;
      const found = checkPayment(payment, confirmation && (await deepTimeS(confirmation.requiredDepth)));
      for (const finding of found) reconciliation.add(finding, payment.id);
    }
    reconciliation.payments += page.length;
    const last = page.at(-1);
    if (!last || page.length < PAYMENTS_PAGE) return;
    after = { confirmedAt: last.confirmation?.confirmedAt ?? null, paymentId: last.id };
  }
}
