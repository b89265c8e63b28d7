// Searches the chain for a transfer that the watcher missed, because a node may leave out events from a range of
// blocks. If an authorisation is used but the chain has no transfer, no payment was made.
import { type Terms, termsHash } from "../../payment/terms.ts";
import type { TimedEvent } from "../../payment/transfers/transfer.ts";
import type { OwnKeys } from "../ports/chain/chain-reader.ts";
import { NO_EVENTS, type TimedEvents, withBlockTimes } from "./block-times.ts";
import { blockBefore } from "./find-block.ts";
import type { FollowChainPorts } from "./follow-chain.ts";
import { type Ingested, ingestBlocks } from "./ingest-blocks.ts";
import { withNonces } from "./transaction-nonces.ts";

/**
 * @returns whether the chain has it, up to the newest ingested block; if so, this or a later call ingests it
 * @throws if the chain does not respond
 */
export async function ingestMissed(
  ports: FollowChainPorts,
  payment: { readonly terms: Terms; readonly createdAtS: number },
): Promise<boolean> {
  const { chain, ledger, log } = ports;
  const newest = await ledger.newestBlock(chain.id);
  if (!newest) return false;
  const hash = termsHash(payment.terms);
  // The watcher may have ingested it after the payment was read.
  if (await ledger.hasTransfer(chain.id, hash)) return true;
  const start = await blockBefore(chain, payment.createdAtS, newest);
  const ownOf: OwnKeys = async (keys) => new Set(keys.filter((key) => key === payment.terms.key));
  for (let from = start.number; from <= newest.number; ) {
    const { events, to } = await chain.paidEventsFrom(from, newest.number, ownOf);
    const missed = events.filter((event) => event.termsHash === hash);
    from = to + 1n;
    if (missed.length === 0) continue;
    log.error(
      { chain: chain.id, missed: missed.map(({ txHash }) => txHash) },
      "a node left out a transfer; it is ingested now",
    );
    await ingestFound(ports, await withBlockTimes(chain, missed));
    return true;
  }
  return false;
}

/** Attempts before the next run tries: before each, the watcher may have ingested another block. */
const ATTEMPTS_MAX = 5;

/** Ingests events of blocks that were passed before. @returns null if new blocks kept arriving */
export async function ingestFound(
  ports: FollowChainPorts,
  found: readonly TimedEvent[],
  { deposits, recoveries }: Pick<TimedEvents, "deposits" | "recoveries"> = NO_EVENTS,
): Promise<Ingested | null> {
  const transfers = await withNonces(ports, found);
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const after = await ports.ledger.newestBlock(ports.chain.id);
    const head = after?.number ?? 0n;
    const done = after && (await ingestBlocks(ports, { after, head, blocks: [], transfers, deposits, recoveries }));
    if (done) return done;
  }
  return null;
}
