// Finds out how a used authorisation was used: it paid, or the buyer cancelled it. A range of blocks without the
// transfer proves nothing, because a node may leave out events, so the block of the use is read by its hash.
import { isTransaction } from "../../money/asset.ts";
import type { Option } from "../../payment/option.ts";
import { termsHash } from "../../payment/terms.ts";
import type { Block, ChainReader } from "../ports/chain/chain-reader.ts";
import { inBlock } from "./block-times.ts";
import { blockBefore, findChange } from "./find-block.ts";
import type { FollowChainPorts } from "./follow-chain.ts";
import { ingestFound, ingestMissed } from "./ingest-missed.ts";

/**
 * paid: the chain has its transfer, which this or a later call ingests · cancelled: the chain has the cancellation ·
 * gone: it is a deposit that nothing passed on, and that lies on its address no longer · unknown: neither was found.
 */
export type Use = "paid" | "cancelled" | "gone" | "unknown";

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
  let block: Block | null;
  try {
    block = await blockOfUse(chain, option, start, newest);
  } catch (error) {
    // Only an event that excludes a payment proves anything without the state of old blocks.
    if (option.method === "eip3009" && (await isCancelledBetween(chain, option, start, newest))) return "cancelled";
    throw error;
  }
  if (!block) return "unknown";
  const hash = termsHash(option.terms);
  const transfers = inBlock(await chain.paidEventsIn(block), block).filter((event) => event.termsHash === hash);
  if (transfers.length > 0) {
    ports.log.error(
      { chain: chain.id, missed: transfers.map(({ txHash }) => txHash) },
      "a node left out a transfer from a range of blocks; it is ingested now",
    );
    await ingestFound(ports, transfers);
    return "paid";
  }
  if (isTransaction(option.method)) return "unknown";
  return (await chain.cancellations(option, block)).length > 0 ? "cancelled" : "unknown";
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
