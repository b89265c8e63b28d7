// Reads payments of several routers on one chain: the configured router, and earlier routers that the books refer to.
import type { Address } from "viem";
import type { ChainEvents, ChainReader, Own } from "../../../operations/ports/chain/chain-reader.ts";
import type { EventPlace } from "../../../payment/transfers/deposit-event.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { inOrder, paidReader } from "./events.ts";
import { createReader } from "./reader.ts";

/** A reader of the configured router's chain with the events of all routers, in chain order. */
export function multiRouterReader(
  connection: Connection,
  config: EvmChainConfig,
  earlier: readonly Address[],
): ChainReader {
  const routers = new Set([config.router, ...earlier]);
  const readers = [...routers].map((router) => createReader(connection, { ...config, router }));
  /** Deposits are read once. */
  const each = (own: Own) => readers.map((reader, i) => ({ reader, own: i === 0 ? own : withoutAddresses(own) }));
  const eventsIn: ChainReader["eventsIn"] = async (block, own) =>
    merged(await Promise.all(each(own).map(({ reader, own }) => reader.eventsIn(block, own))));
  const eventsFrom: ChainReader["eventsFrom"] = async (from, to, own) => {
    const ranges = await Promise.all(each(own).map(({ reader, own }) => reader.eventsFrom(from, to, own)));
    const end = ranges.map((range) => range.to).sort((a, b) => Number(a - b))[0] ?? to;
    return { ...merged(ranges, end), to: end };
  };
  return { ...createReader(connection, config), ...paidReader({ eventsIn, eventsFrom }) };
}

const withoutAddresses = ({ keys }: Own): Own => ({ ...(keys && { keys }) });

/** All events, up to block `end`. */
function merged(parts: readonly ChainEvents[], end?: bigint): ChainEvents {
  const all = <T extends EventPlace>(listOf: (part: ChainEvents) => readonly T[]): readonly T[] =>
    inOrder(parts.flatMap(listOf).filter(({ blockNumber }) => end === undefined || blockNumber <= end));
  return {
    transfers: all(({ transfers }) => transfers),
    deposits: all(({ deposits }) => deposits),
    recoveries: all(({ recoveries }) => recoveries),
  };
}
