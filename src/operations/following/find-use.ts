// Finds out how a used authorisation was used: it paid, or the buyer cancelled it. A range of blocks without the
// transfer proves nothing, because a node may leave out events, so the block of the use is read by its hash.
import { isTransaction } from "../../money/asset.ts";
import type { Option } from "../../payment/option.ts";
import { termsHash } from "../../payment/terms.ts";
import type { Block, BlockRange, ChainReader } from "../ports/chain/chain-reader.ts";
import { inBlock } from "./block-times.ts";
import { blockAt, blockBefore, findChange } from "./find-block.ts";
import type { FollowChainPorts } from "./follow-chain.ts";
import { ingestFound, ingestMissed } from "./ingest-missed.ts";

/**
 * paid: the chain has its transfer, which this or a later call ingests · cancelled: the chain has the cancellation ·
 * elsewhere: somebody has used the authorisation without the router · gone: it is a deposit that nothing passed on, and
 * that lies on its address no longer · unknown: none of these was found.
 */
export type Use = "paid" | "cancelled" | "elsewhere" | "gone" | "unknown";

/**
 * @param payment whose authorisation, or terms, the chain counts as used at the newest ingested block
 * @throws if the chain does not respond, or lacks the state of old blocks
 */
export async function findUse(
  ports: FollowChainPorts,
  { option, createdAtS }: { readonly option: Option; readonly createdAtS: number },
): Promise<Use> {
  const { chain, ledger } = ports;
  if (await ingestMissed(ports, { terms: option.terms, createdAtS })) return "paid";
  if (option.method === "deposit") return "gone";
  const newest = await ledger.newestBlock(chain.id);
  if (!newest) return "unknown";
  const start = await blockBefore(chain, createdAtS, newest);
  if (option.method === "transfer") return howUsed(ports, option, { from: start.number, to: newest.number });
  let block: Block | null;
  try {
    block = await blockOfUse(chain, option, start, newest);
  } catch (error) {
    // Only an event that excludes a payment proves anything without the state of old blocks.
    if (option.method === "eip3009" && (await isCancelledBetween(chain, option, start, newest))) return "cancelled";
    throw error;
  }
  if (!block) return "unknown";
  if (await isPaidIn(ports, option, block)) return "paid";
  if (isTransaction(option.method)) return "unknown";
  return (await chain.cancellations(option, block)).length > 0 ? "cancelled" : "unknown";
}

/**
 * Anyone can use such an authorisation at the token. The event of its use tells the block, in which the router's event
 * would be too. So this needs no state of old blocks, which many nodes lack soon after a short deadline.
 */
async function howUsed(ports: FollowChainPorts, option: Option, range: BlockRange): Promise<Use> {
  const { chain } = ports;
  for (const { number, hash } of await chain.cancellations(option, range)) {
    const block = await blockAt(chain, number);
    if (block.hash !== hash) continue; // a reorg came between
    if (await isPaidIn(ports, option, block)) return "paid";
    if ((await chain.cancellations(option, block)).length > 0) return "elsewhere";
  }
  return "unknown";
}

/** Whether the block, read by its hash, has the transfer, which is then ingested. */
async function isPaidIn(ports: FollowChainPorts, { terms }: Option, block: Block): Promise<boolean> {
  const { chain } = ports;
  const hash = termsHash(terms);
  const transfers = inBlock(await chain.paidEventsIn(block), block).filter((event) => event.termsHash === hash);
  if (transfers.length === 0) return false;
  ports.log.error(
    { chain: chain.id, missed: transfers.map(({ txHash }) => txHash) },
    "a node left out a transfer from a range of blocks; it is ingested now",
  );
  await ingestFound(ports, transfers);
  return true;
}

/** The first block in whose state it is used; null if it was used before `start`. */
async function blockOfUse(chain: ChainReader, option: Option, start: Block, newest: Block): Promise<Block | null> {
  const { before, first } = await findChange(chain, start.number, newest, (block) => chain.isUsed(option, block));
  return before && first;
}

async function isCancelledBetween(chain: ChainReader, option: Option, start: Block, newest: Block): Promise<boolean> {
  for (const block of await chain.cancellations(option, { from: start.number, to: newest.number })) {
    if ((await chain.cancellations(option, block)).length > 0) return true;
  }
  return false;
}
