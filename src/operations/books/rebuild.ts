// Recovers one chain's part of a database that was restored from an older backup: ingests the transfers that it lacks,
// by the same code as the watcher, and follows the chain to its head.
import { type Address, isAddressEqual, zeroAddress } from "viem";
import type { PaidEvent, UnknownTransfer } from "../../payment/transfers/transfer.ts";
import { allWithBlockTimes } from "../following/block-times.ts";
import { blockAt, blockBefore } from "../following/find-block.ts";
import { type FollowChainPorts, followChain } from "../following/follow-chain.ts";
import { ingestBlocks } from "../following/ingest-blocks.ts";
import { ingestFound } from "../following/ingest-missed.ts";
import { ownOf } from "../following/read-new-blocks.ts";
import type { BooksStore, TransferPlace } from "../ports/books.ts";
import type { Block, BlockRange } from "../ports/chain/chain-reader.ts";
import type { Ledger } from "../ports/ledger.ts";
import { createLogThrottle } from "../timing/log-throttle.ts";
import { type DeriveAddressesPorts, type DerivedAddress, deriveAddresses } from "./derive-addresses.ts";
import { ownUnknown } from "./unknown-transfers.ts";

export interface RebuildPorts
  extends Pick<FollowChainPorts, "chain" | "ledger" | "quoting" | "quotes" | "earlierRouters" | "log"> {
  readonly books: Pick<
    BooksStore,
    "merchantsAt" | "accounts" | "transfersBetween" | "recordUnknown" | "reportUnknownRefunds"
  > &
    DeriveAddressesPorts["books"];
  /** What the addresses that were given out after the backup are derived from. */
  readonly deriving: Omit<DeriveAddressesPorts, "chain" | "books" | "onProgress">;
  /** The configured relayers. */
  readonly relayers: readonly Address[];
  /** Called with the first block to search. A run that is interrupted later must search from there again. */
  readonly onStart: (block: bigint) => void;
  /** Called with the last block that was searched. */
  readonly onProgress: (block: bigint) => void;
}

/** The start: a block, a moment (Unix seconds), or the newest block that the database has followed. */
export type RebuildFrom = { readonly block: bigint } | { readonly sinceS: number } | "newest";

export interface Rebuilt {
  /** CAIP-2. */
  readonly chain: string;
  readonly from: bigint;
  readonly to: bigint;
  /** Transfers of our payments in these blocks. */
  readonly transfers: number;
  /** Deposit addresses that were given out after the backup, with money in these blocks. */
  readonly addresses: readonly DerivedAddress[];
  /** Deposits to addresses that the database has by now, in these blocks. */
  readonly deposits: number;
  /** Payments that succeeded by this run. */
  readonly succeeded: number;
  /** Exceptions reported by this run. */
  readonly exceptions: number;
  /** Transfers of ours whose payment the database lacks: it was created after the backup. They are now recorded. */
  readonly unknown: readonly UnknownTransfer[];
}

/** A worker kept ingesting blocks at the same time. */
export class BusyError extends Error {
  constructor(chain: string) {
    super(`${chain}: a worker keeps ingesting new blocks: stop it, then rerun`);
    this.name = "BusyError";
  }
}

/** @throws BusyError, and if the chain does not respond; transfers ingested until then stay */
export async function rebuild(ports: RebuildPorts, since: RebuildFrom): Promise<Rebuilt> {
  const { chain } = ports;
  await chain.checkIdentity();
  const tally = { succeeded: 0, exceptions: 0 };
  const follow: FollowChainPorts = {
    ...ports,
    ledger: counting(ports.ledger, tally),
    throttle: createLogThrottle(),
    crashPoint: () => {},
  };
  const head = await chain.head();
  const from = await startOf(follow, since, head);
  ports.onStart(from);
  const range = { from, to: head.number };
  // Before any of these blocks is followed: a run that is interrupted here starts at the same block again.
  const addresses = await deriveAddresses({ ...ports, ...ports.deriving }, range);
  const { unknown, refunds } = await recordUnknown(ports, range);
  while ((await followChain(follow)).hasMore);
  const found = await ingestOwn(ports, follow, range);
  const exceptions = tally.exceptions + refunds;
  return { chain: chain.id, ...range, ...found, ...tally, exceptions, addresses, unknown };
}

/** Also finds what came to deposit addresses after the time in which they were watched. */
const EVER_WATCHED = { timeS: 0 };

/** The first block to search. A chain that this database has never followed is followed from there on. */
async function startOf(follow: FollowChainPorts, since: RebuildFrom, head: Block): Promise<bigint> {
  const { chain, ledger } = follow;
  if (since === "newest") {
    if (!(await ledger.newestBlock(chain.id))) await followChain(follow); // before the oldest payment
    return ((await ledger.newestBlock(chain.id))?.number ?? head.number) + 1n;
  }
  const from = "block" in since ? since.block : (await blockBefore(chain, since.sinceS, head)).number;
  if (await ledger.newestBlock(chain.id)) return from;
  const first = await blockAt(chain, from > 0n ? from - 1n : 0n);
  await ingestBlocks(follow, { after: null, head: first.number, blocks: [first], transfers: [] });
  return from;
}

interface RecordedUnknown {
  readonly unknown: readonly UnknownTransfer[];
  /** Exceptions about refunds that the database lacks. */
  readonly refunds: number;
}

/** Records transfers of this installation whose payment is unknown; it omits transfers of other installations. */
async function recordUnknown(ports: RebuildPorts, range: BlockRange): Promise<RecordedUnknown> {
  const { chain, ledger, books, quoting, relayers } = ports;
  const found: UnknownTransfer[] = [];
  let refunds = 0;
  for await (const events of paidEvents(ports, range)) {
    const known = await ledger.ownKeys(events.map(({ paymentKey }) => paymentKey));
    const strange = await withoutBooked(
      ports,
      events.filter(({ paymentKey }) => !known.has(paymentKey)),
    );
    const unknown = await ownUnknown({ chain, books, feeReceiver: quoting.feeReceiver, relayers }, strange);
    await books.recordUnknown(chain.id, unknown);
    found.push(...unknown);
    const named = events.filter(({ paymentKey }) => known.has(paymentKey));
    refunds += await books.reportUnknownRefunds(chain.id, [...strange, ...named].filter(isRefund));
  }
  return { unknown: found, refunds };
}

/** The terms of refunds name no fee and no fee receiver. Nor does a transfer to the destination, which is no refund. */
const isRefund = ({ fee, feeReceiver, method }: PaidEvent): boolean =>
  fee === 0n && isAddressEqual(feeReceiver, zeroAddress) && method !== "transfer";

/** The events that the database lacks. It keeps the transfers of payments that were dropped with their month. */
async function withoutBooked(
  { chain, books }: RebuildPorts,
  events: readonly PaidEvent[],
): Promise<readonly PaidEvent[]> {
  const [first] = events;
  const last = events.at(-1);
  if (!first || !last) return [];
  const rows = await books.transfersBetween(chain.id, first.blockNumber, last.blockNumber);
  const booked = new Set(rows.map(placeOf));
  return events.filter((event) => !booked.has(placeOf(event)));
}

const placeOf = ({ txHash, logIndex }: TransferPlace): string => `${txHash}:${logIndex}`;

/** @returns how many transfers and deposits of known payments are in these blocks, which are followed */
async function ingestOwn(
  ports: RebuildPorts,
  follow: FollowChainPorts,
  { from, to }: BlockRange,
): Promise<Pick<Rebuilt, "transfers" | "deposits">> {
  const { chain, onProgress } = ports;
  const found = { transfers: 0, deposits: 0 };
  const own = ownOf(ports, EVER_WATCHED);
  for (let first = from; first <= to; ) {
    const page = await chain.eventsFrom(first, to, own);
    const { transfers, ...deposited } = await allWithBlockTimes(chain, page);
    found.transfers += transfers.length;
    found.deposits += deposited.deposits.length;
    const isEmpty = transfers.length + deposited.deposits.length + deposited.recoveries.length === 0;
    if (!isEmpty && !(await ingestFound(follow, transfers, deposited))) throw new BusyError(chain.id);
    onProgress(page.to);
    first = page.to + 1n;
  }
  return found;
}

/** The events of these blocks, as many at a time as nodes return. */
async function* paidEvents(
  { chain, onProgress }: RebuildPorts,
  { from, to }: BlockRange,
): AsyncGenerator<readonly PaidEvent[]> {
  for (let first = from; first <= to; ) {
    const page = await chain.paidEventsFrom(first, to);
    yield page.events;
    onProgress(page.to);
    first = page.to + 1n;
  }
}

/** The ledger, counting what is decided in it. */
const counting = (ledger: Ledger, tally: { succeeded: number; exceptions: number }): Ledger => ({
  ...ledger,
  at: (chain, after, work) =>
    ledger.at(chain, after, (book) =>
      work({
        ...book,
        async credit(transfers) {
          const succeeded = await book.credit(transfers);
          tally.succeeded += succeeded;
          return succeeded;
        },
        async report(exceptions) {
          tally.exceptions += exceptions.length;
          await book.report(exceptions);
        },
      }),
    ),
});
