// Reads payments of several routers on one chain: the configured one and former ones that the books still refer to.
import type { Address } from "viem";
import type { Block, ChainReader } from "../../operations/ports/chain-reader.ts";
import type { PaidEvent } from "../../payment/transfer.ts";
import type { Connection } from "./client.ts";
import type { EvmChainConfig } from "./config.ts";
import { createReader } from "./reader.ts";

/** A reader of the configured router's chain with the events of all routers, in chain order. */
export function multiRouterReader(
  connection: Connection,
  config: EvmChainConfig,
  former: readonly Address[],
): ChainReader {
  const routers = new Set([config.router, ...former]);
  const readers = [...routers].map((router) => createReader(connection, { ...config, router }));
  const all = async (read: (reader: ChainReader) => Promise<readonly PaidEvent[]>): Promise<readonly PaidEvent[]> =>
    (await Promise.all(readers.map(read)))
      .flat()
      .sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
  return {
    ...createReader(connection, config),
    paidEventsIn: (block: Block) => all((reader) => reader.paidEventsIn(block)),
    paidEventsBetween: (from, to) => all((reader) => reader.paidEventsBetween(from, to)),
  };
}
