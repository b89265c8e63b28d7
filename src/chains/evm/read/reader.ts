// The watcher's view of a chain: blocks, router events, nonces and used authorisations. Every result is checked against
// the request: a node that lags, forks or lies must not look like an empty block.
import { BlockNotFoundError, getAddress, type Hex, numberToHex, type RpcLog, TransactionNotFoundError } from "viem";
import type { Block, ChainReader, OwnKeys } from "../../../operations/ports/chain/chain-reader.ts";
import type { PaidEvent } from "../../../payment/transfers/transfer.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { withChainErrors } from "../nodes/errors.ts";
import { readLogRange } from "../nodes/log-range.ts";
import { isHash, PAID_TOPIC, toPaidEvent } from "../router/paid-event.ts";
import { cancellationsOf } from "./cancellations.ts";
import { provenBySources } from "./second-source.ts";
import { isUsed } from "./used.ts";
import { verifyEvents } from "./verify-events.ts";

/** All methods throw ChainUnavailableError if the chain does not respond. */
export function createReader(connection: Connection, config: EvmChainConfig): ChainReader {
  const { client } = connection;
  const { caip2: id, router } = config;
  const ask = <T>(request: () => Promise<T>): Promise<T> => withChainErrors(id, request);

  // viem's getLogs drops events that it cannot decode; here such an event is an error.
  async function paidLogs(where: { blockHash: Hex } | { fromBlock: Hex; toBlock: Hex }): Promise<readonly RpcLog[]> {
    const filter = { address: router, topics: [PAID_TOPIC], ...where };
    const logs: unknown = await client.request({ method: "eth_getLogs", params: [filter] });
    if (!Array.isArray(logs)) throw new TypeError("eth_getLogs did not return a list");
    return logs;
  }

  const eventsIn = async (block: Block): Promise<PaidEvent[]> =>
    (await paidLogs({ blockHash: block.hash })).map((log) =>
      inBlock(toPaidEvent(log, config, block.number, block.number), block),
    );

  const eventsFrom = (from: bigint, to: bigint) =>
    readLogRange(
      connection.logRangeMax,
      { from, to },
      {
        inRange: async (blocks) => {
          const logs = await paidLogs({ fromBlock: numberToHex(blocks.from), toBlock: numberToHex(blocks.to) });
          return logs.map((log) => toPaidEvent(log, config, blocks.from, blocks.to));
        },
        inBlock: async (number) => eventsIn(toBlock(await client.getBlock({ blockNumber: number }))),
      },
    );

  /** Returns the events of own payments. @param at hash of the block whose state shows their traces, or "latest" */
  async function own(events: PaidEvent[], ownOf: OwnKeys | undefined, at: Hex | "latest"): Promise<PaidEvent[]> {
    if (events.length === 0) return [];
    const keys = ownOf && (await ownOf([...new Set(events.map(({ paymentKey }) => paymentKey))]));
    const ours = keys ? events.filter(({ paymentKey }) => keys.has(paymentKey)) : events;
    await ask(() => verifyEvents(connection, config, ours, at));
    return inOrder(ours);
  }

  return {
    id,
    head: () => ask(async () => toBlock(await client.getBlock({ blockTag: "latest" }))),
    block: (number) =>
      ask(async () => {
        const block = await client.getBlock({ blockNumber: number }).catch(nullIfNotFound);
        return block && toBlock(block);
      }),
    paidEventsIn: async (block, ownOf) => own(await ask(() => eventsIn(block)), ownOf, block.hash),
    paidEventsFrom: async (from, to, ownOf) => {
      const read = await ask(() => eventsFrom(from, to));
      return { events: await own(read.logs, ownOf, "latest"), to: read.to };
    },
    transactionCount: (account, at) =>
      ask(async () => BigInt(await client.getTransactionCount({ address: account, blockHash: at.hash }))),
    transactionNonce: async (hash) => {
      const transaction = await ask(() => transactionOf(client, hash));
      return transaction && BigInt(transaction.nonce);
    },
    transactionSender: async (hash) => {
      const transaction = await ask(() => transactionOf(client, hash));
      return transaction && getAddress(transaction.from);
    },
    isUsed: (option, at) => ask(() => isUsed(connection, config, option, at)),
    cancellations: (option, within) => ask(() => cancellationsOf(connection, config, option, within)),
    proven: (transfers) => provenBySources(connection, config, transfers),
    checkIdentity: () =>
      ask(async () => {
        const found = await client.getChainId();
        if (found !== config.chainNumber) throw new TypeError(`the node now serves chain ${found}`);
      }),
  };
}

async function transactionOf(client: Connection["client"], hash: Hex) {
  const transaction = await client.getTransaction({ hash }).catch(nullIfUnknown);
  if (transaction && transaction.hash !== hash) throw new TypeError("the node returned another transaction");
  return transaction;
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof BlockNotFoundError) return null;
  throw error;
}

function nullIfUnknown(error: unknown): null {
  if (error instanceof TransactionNotFoundError) return null;
  throw error;
}

function toBlock(block: { number: unknown; hash: unknown; parentHash: unknown; timestamp: unknown }): Block {
  const { number, hash, parentHash, timestamp } = block;
  if (typeof number !== "bigint" || typeof timestamp !== "bigint" || !isHash(hash) || !isHash(parentHash)) {
    throw new TypeError("the block lacks a number, time or hash");
  }
  return { number, hash, parentHash, timeS: Number(timestamp) };
}

function inBlock(event: PaidEvent, { hash }: Block): PaidEvent {
  if (event.blockHash !== hash) throw new TypeError("the event is in another block");
  return event;
}

const inOrder = (events: PaidEvent[]): PaidEvent[] =>
  events.sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
