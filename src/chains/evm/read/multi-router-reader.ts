// Reads payments of several routers on one chain: the configured router, and earlier routers that the books refer to.
import type { Address } from "viem";
import type { ChainReader } from "../../../operations/ports/chain/chain-reader.ts";
import type { PaidEvent } from "../../../payment/transfers/transfer.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { createReader } from "./reader.ts";

/** A reader of the configured router's chain with the events of all routers, in chain order. */
export function multiRouterReader(
  connection: Connection,
  config: EvmChainConfig,
  earlier: readonly Address[],
): ChainReader {
  const routers = new Set([config.router, ...earlier]);
  const readers = [...routers].map((router) => createReader(connection, { ...config, router }));
  return {
    ...createReader(connection, config),
    paidEventsIn: async (block, ownOf) =>
      inOrder((await Promise.all(readers.map((reader) => reader.paidEventsIn(block, ownOf)))).flat()),
    paidEventsFrom: async (from, to, ownOf) => {
      const ranges = await Promise.all(readers.map((reader) => reader.paidEventsFrom(from, to, ownOf)));
      const end = ranges.map((range) => range.to).sort((a, b) => Number(a - b))[0] ?? to;
      const events = ranges.flatMap((range) => range.events.filter(({ blockNumber }) => blockNumber <= end));
      return { events: inOrder(events), to: end };
    },
  };
}

const inOrder = (events: PaidEvent[]): PaidEvent[] =>
  events.sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
