// Adds the times of their blocks to events that were read by a range of block numbers.
import type { EventPlace } from "../../payment/transfers/deposit-event.ts";
import type { Block, ChainEvents, ChainReader } from "../ports/chain/chain-reader.ts";

/** Blocks requested at once. */
const AT_ONCE = 10;

interface Timed {
  /** Unix seconds by the chain's clock. */
  readonly blockTimeS: number;
}

type WithTime = <T extends EventPlace>(events: readonly T[]) => readonly (T & Timed)[];

/** The events of blocks, with their times. */
export type TimedEvents = { readonly [List in keyof ChainEvents]: readonly (ChainEvents[List][number] & Timed)[] };

export const NO_EVENTS: TimedEvents = { transfers: [], deposits: [], recoveries: [] };

export const allOf = ({ transfers, deposits, recoveries }: ChainEvents): readonly EventPlace[] => [
  ...transfers,
  ...deposits,
  ...recoveries,
];

const timed = ({ transfers, deposits, recoveries }: ChainEvents, withTime: WithTime): TimedEvents => ({
  transfers: withTime(transfers),
  deposits: withTime(deposits),
  recoveries: withTime(recoveries),
});

/** @throws if the chain does not respond, or has reorganised since the events were read */
export const withBlockTimes = async <T extends EventPlace>(chain: ChainReader, events: readonly T[]) =>
  (await timesOf(chain, events))(events);

/** @throws if the chain does not respond, or has reorganised since the events were read */
export const allWithBlockTimes = async (chain: ChainReader, found: ChainEvents): Promise<TimedEvents> =>
  timed(found, await timesOf(chain, allOf(found)));

/** @returns a function that adds the times to these events */
async function timesOf(chain: ChainReader, events: readonly EventPlace[]): Promise<WithTime> {
  const numbers = [...new Set(events.map(({ blockNumber }) => blockNumber))];
  const blocks = new Map<bigint, Block | null>();
  for (let from = 0; from < numbers.length; from += AT_ONCE) {
    const page = numbers.slice(from, from + AT_ONCE);
    for (const [index, block] of (await Promise.all(page.map((number) => chain.block(number)))).entries()) {
      const number = page[index];
      if (number !== undefined) blocks.set(number, block);
    }
  }
  return (some) =>
    some.map((event) => {
      const block = blocks.get(event.blockNumber);
      if (block?.hash !== event.blockHash) throw new Error(`${chain.id}: block ${event.blockNumber} has changed`);
      return { ...event, blockTimeS: block.timeS };
    });
}

/** Adds the time of a block that has been read to its events. */
export const inBlock = <T extends EventPlace>(events: readonly T[], { timeS }: Block): readonly (T & Timed)[] =>
  events.map((event) => ({ ...event, blockTimeS: timeS }));

export const allInBlock = (found: ChainEvents, block: Block): TimedEvents =>
  timed(found, (events) => inBlock(events, block));
