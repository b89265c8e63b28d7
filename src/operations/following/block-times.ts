// Adds the times of their blocks to events that were read by a range of block numbers.
import type { PaidEvent, TimedEvent } from "../../payment/transfers/transfer.ts";
import type { Block, ChainReader } from "../ports/chain/chain-reader.ts";

/** Blocks requested at once. */
const AT_ONCE = 10;

/** @throws if the chain does not respond, or has reorganised since the events were read */
export async function withBlockTimes(chain: ChainReader, events: readonly PaidEvent[]): Promise<readonly TimedEvent[]> {
  const numbers = [...new Set(events.map(({ blockNumber }) => blockNumber))];
  const blocks = new Map<bigint, Block | null>();
  for (let from = 0; from < numbers.length; from += AT_ONCE) {
    const page = numbers.slice(from, from + AT_ONCE);
    for (const [index, block] of (await Promise.all(page.map((number) => chain.block(number)))).entries()) {
      const number = page[index];
      if (number !== undefined) blocks.set(number, block);
    }
  }
  return events.map((event) => {
    const block = blocks.get(event.blockNumber);
    if (block?.hash !== event.blockHash) throw new Error(`${chain.id}: block ${event.blockNumber} has changed`);
    return { ...event, blockTimeS: block.timeS };
  });
}

/** Adds the time of a block that has been read to its events. */
export const inBlock = (events: readonly PaidEvent[], { timeS }: Block): readonly TimedEvent[] =>
  events.map((event) => ({ ...event, blockTimeS: timeS }));
