// What several routers paid on one chain: that of the configuration, and former ones whose payments are still in the books.
import type { Address } from "viem";
import type { Block, ChainReader } from "../../operations/ports/chain-reader.ts";
import type { PaidEvent } from "../../payment/transfer.ts";
import type { Connection } from "./client.ts";
import type { EvmChainConfig } from "./config.ts";
import { createReader } from "./reader.ts";

/** A reader of the configured router's chain, whose events are those of all the routers, in chain order. */
export function readerOfRouters(
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
