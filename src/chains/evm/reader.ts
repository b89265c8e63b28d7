// The watcher's view of a chain: blocks, router events, nonces and used authorisations. Every result is checked against
// the request: a node that lags, forks or lies must not look like an empty block.
import {
  type Address,
  BlockNotFoundError,
  decodeEventLog,
  formatLog,
  getAbiItem,
  getAddress,
  type Hex,
  numberToHex,
  type RpcLog,
  toEventSelector,
} from "viem";
import type { Block, ChainReader } from "../../operations/ports/chain-reader.ts";
import type { PaidEvent, TransferMethod } from "../../payment/transfer.ts";
import { paymentRouterAbi } from "./abi/payment-router.ts";
import type { Connection } from "./client.ts";
import type { EvmChainConfig } from "./config.ts";
import { assetIdAt } from "./config-assets.ts";
import { withChainErrors } from "./errors.ts";
import { isUsed } from "./used.ts";
import { verifyEvents } from "./verify-events.ts";

const PAID = getAbiItem({ abi: paymentRouterAbi, name: "Paid" });
const PAID_TOPIC = toEventSelector(PAID);
/** By the event's `method`. */
const METHODS: readonly TransferMethod[] = ["eip3009", "permit2", "pay"];

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

  return {
    id,
    head: () => ask(async () => toBlock(await client.getBlock({ blockTag: "latest" }))),
    block: (number) =>
      ask(async () => {
        const block = await client.getBlock({ blockNumber: number }).catch(nullIfNotFound);
        return block && toBlock(block);
      }),
    paidEventsIn: (block) =>
      ask(async () => {
        const logs = await paidLogs({ blockHash: block.hash });
        const events = logs.map((log) => inBlock(toPaidEvent(log, config, block.number, block.number), block));
        await verifyEvents(connection, config, events, block.hash);
        return inOrder(events);
      }),
    paidEventsBetween: (from, to) =>
      ask(async () => {
        const logs = await paidLogs({ fromBlock: numberToHex(from), toBlock: numberToHex(to) });
        const events = logs.map((log) => toPaidEvent(log, config, from, to));
        await verifyEvents(connection, config, events, "latest");
        return inOrder(events);
      }),
    transactionCount: (account, at) =>
      ask(async () => BigInt(await client.getTransactionCount({ address: account, blockHash: at.hash }))),
    isUsed: (option, at) => ask(() => isUsed(connection, config, option, at)),
    checkIdentity: () =>
      ask(async () => {
        const found = await client.getChainId();
        if (found !== config.chainNumber) throw new TypeError(`the node now serves chain ${found}`);
      }),
  };
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof BlockNotFoundError) return null;
  throw error;
}

const HASH = /^0x[0-9a-f]{64}$/i;

function toBlock(block: { number: unknown; hash: unknown; parentHash: unknown; timestamp: unknown }): Block {
  const { number, hash, parentHash, timestamp } = block;
  if (typeof number !== "bigint" || typeof timestamp !== "bigint" || !isHash(hash) || !isHash(parentHash)) {
    throw new TypeError("the block lacks a number, time or hash");
  }
  return { number, hash, parentHash, timeS: Number(timestamp) };
}

const isHash = (value: unknown): value is `0x${string}` => typeof value === "string" && HASH.test(value);

/** @throws if it is not such an event, or not in these blocks */
function toPaidEvent(rpcLog: RpcLog, { caip2, router, assets }: EvmChainConfig, from: bigint, to: bigint): PaidEvent {
  const log = formatLog(rpcLog);
  const { blockNumber, blockHash, transactionHash: txHash, logIndex, removed } = log;
  if (blockNumber === null || !isHash(blockHash) || !isHash(txHash) || logIndex === null || removed) {
    throw new TypeError("the event is not in a block");
  }
  if (getAddress(log.address) !== router || blockNumber < from || blockNumber > to) {
    throw new TypeError("the event does not match the filter");
  }
  const { args } = decodeEventLog({ abi: [PAID], topics: log.topics, data: log.data, strict: true });
  const { key: paymentKey, deadline: deadlineS, method: methodNumber, ...paid } = args;
  const method = METHODS[methodNumber];
  if (method === undefined) throw new TypeError(`the event has the unknown method ${methodNumber}`);
  const place = { txHash, logIndex, blockNumber, blockHash };
  return { ...place, paymentKey, asset: assetIdAt(caip2, assets, args.token), deadlineS, method, ...paid };
}

/** Whether these logs contain the router's `Paid` event with this terms hash. */
export const hasPaid = (
  logs: readonly { readonly address: Address; readonly topics: readonly Hex[] }[],
  router: Address,
  termsHash: Hex,
): boolean =>
  logs.some(
    ({ address, topics }) => getAddress(address) === router && topics[0] === PAID_TOPIC && topics[2] === termsHash,
  );

function inBlock(event: PaidEvent, { hash }: Block): PaidEvent {
  if (event.blockHash !== hash) throw new TypeError("the event is in another block");
  return event;
}

const inOrder = (events: PaidEvent[]): PaidEvent[] =>
  events.sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
