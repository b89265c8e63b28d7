// Finds deposits that a node left out: before a payment ends, and for sweeps that no deposit explains, what lies on the
// address is compared with the books. A range without the deposit proves nothing, so the chain's state is searched too.
import type { Hex } from "viem";
import { paymentKey } from "../../payment/terms.ts";
import type { Block, ChainReader, Own } from "../ports/chain/chain-reader.ts";
import type { ComparedAddress } from "../ports/deposit-books.ts";
import { allInBlock, allOf, allWithBlockTimes, type TimedEvents } from "./block-times.ts";
import { blockBefore, findChange } from "./find-block.ts";
import type { FollowChainPorts } from "./follow-chain.ts";
import { ingestFound } from "./ingest-missed.ts";

/** Addresses per run: one call of the node. */
const COMPARED_MAX = 300;
/** Addresses searched per run, each with several calls. */
const SEARCHED_MAX = 5;
/** Blocks with missed events per search. */
const MISSED_MAX = 20;
/** An address that still differs is compared again after this time, which doubles each time. */
const PAUSE_MS = 10_000;
const PAUSE_MS_MAX = 3_600_000;

/** Compares the addresses that are due. @returns a function that does so once */
export function createDepositComparison(
  ports: FollowChainPorts,
  nowMs: () => number = () => performance.now(),
): () => Promise<void> {
  const { chain, ledger, log } = ports;
  const differing = new Map<Hex, { readonly untilMs: number; readonly pauseMs: number }>();

  function pause(termsHash: Hex): void {
    const pauseMs = Math.min((differing.get(termsHash)?.pauseMs ?? PAUSE_MS / 2) * 2, PAUSE_MS_MAX);
    differing.set(termsHash, { untilMs: nowMs() + pauseMs, pauseMs });
  }

  async function search(each: ComparedAddress, newest: Block): Promise<bigint> {
    try {
      await ingestMissedAt(ports, each, newest);
    } catch (error) {
      log.error({ chain: chain.id, payment: each.paymentId, err: error }, "the search for missed deposits failed");
    }
    return ledger.bookedAt(each.termsHash, newest.number);
  }

  return async () => {
    const newest = await ledger.newestBlock(chain.id);
    if (!newest) return;
    const paused = [...differing].filter(([, { untilMs }]) => untilMs > nowMs()).map(([termsHash]) => termsHash);
    const due = await ledger.toCompare(chain.id, newest, COMPARED_MAX, paused);
    if (due.length === 0) return;
    const balances = await chain.balancesAt(newest, due);
    const equal = due.filter((each, index) => balances[index] === each.booked);
    const searched = due.filter((each) => !equal.includes(each)).slice(0, SEARCHED_MAX);
    const explained: ComparedAddress[] = [];
    for (const each of searched) {
      const held = balances[due.indexOf(each)] ?? null;
      const booked = await search(each, newest);
      if (held !== null && held - booked < each.minimum) explained.push(each);
      if (held === booked) continue;
      pause(each.termsHash);
      const amounts = { held: held?.toString() ?? null, booked: booked.toString() };
      log.error(
        {
          chain: chain.id,
          payment: each.paymentId,
          address: each.address,
          block: newest.number.toString(),
          ...amounts,
        },
        "what lies on a deposit address differs from the books: no transfer explains it",
      );
    }
    await ledger.compared(
      [...equal, ...explained].map(({ termsHash }) => termsHash),
      newest.timeS,
    );
  };
}

/** Ingests what the chain shows of an address up to `newest`. */
async function ingestMissedAt(ports: FollowChainPorts, each: ComparedAddress, newest: Block): Promise<void> {
  const { chain, ledger } = ports;
  const own = ownOf(each);
  const start = await blockBefore(chain, each.createdAtS, newest);
  await ingest(ports, each, await readRange(chain, own, start, newest));
  const differsAt = async (block: Block): Promise<boolean> =>
    (await chain.balancesAt(block, [each]))[0] !== (await ledger.bookedAt(each.termsHash, block.number));
  for (let missed = 0; missed < MISSED_MAX && (await differsAt(newest)); missed++) {
    const { first } = await findChange(chain, start.number, newest, differsAt);
    await ingest(ports, each, allInBlock(await chain.eventsIn(first, own), first));
    if (await differsAt(first)) return;
  }
}

/** The events of the address and of its payment. */
const ownOf = ({ paymentId, address }: ComparedAddress): Own => ({
  keys: async (keys) => new Set(keys.filter((key) => key === paymentKey(paymentId))),
  addresses: {
    list: async () => [address],
    among: async (addresses) => new Set(addresses.filter((other) => other === address)),
  },
});

async function readRange(chain: ChainReader, own: Own, start: Block, newest: Block): Promise<TimedEvents> {
  const pages: TimedEvents[] = [];
  for (let from = start.number; from <= newest.number; ) {
    const page = await chain.eventsFrom(from, newest.number, own);
    pages.push(await allWithBlockTimes(chain, page));
    from = page.to + 1n;
  }
  return {
    transfers: pages.flatMap(({ transfers }) => transfers),
    deposits: pages.flatMap((page) => page.deposits),
    recoveries: pages.flatMap(({ recoveries }) => recoveries),
  };
}

async function ingest(ports: FollowChainPorts, each: ComparedAddress, found: TimedEvents): Promise<void> {
  const { chain, ledger, log } = ports;
  const { address, termsHash, paymentId } = each;
  const events = { ...found, recoveries: found.recoveries.filter((recovery) => recovery.address === address) };
  if (allOf(events).length === 0) return;
  const last = await ledger.newestBlock(chain.id);
  const before = last && (await ledger.bookedAt(termsHash, last.number));
  await ingestFound(ports, events.transfers, events);
  if (!last || before === (await ledger.bookedAt(termsHash, last.number))) return;
  log.error(
    { chain: chain.id, payment: paymentId, found: allOf(events).map(({ txHash }) => txHash) },
    "a node left out transfers of a deposit address; they are ingested now",
  );
}
