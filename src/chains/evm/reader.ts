// The chain as the watcher reads it: blocks, the router's events, nonces and used authorisations. An answer is checked
// against what was asked: a node that lags, forks or lies must not look like an empty block.
import { type AbiEvent, BlockNotFoundError, type GetLogsReturnType, getAbiItem, getAddress, parseAbi } from "viem";
import type { Block, ChainReader, PaidEvent } from "../../operations/chain-ports.ts";
import { termsHash } from "../../payment/terms.ts";
import { paymentRouterAbi } from "./abi/payment-router.ts";
import type { Connection } from "./client.ts";
import type { EvmChainConfig } from "./config.ts";
import { asked } from "./errors.ts";

const PAID = getAbiItem({ abi: paymentRouterAbi, name: "Paid" }) satisfies AbiEvent;
const AUTHORIZATION_STATE = parseAbi([
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
]);

type PaidLog = GetLogsReturnType<typeof PAID>[number];

/** Every function throws ChainUnavailableError where the chain does not answer. */
export function createReader({ client }: Connection, config: EvmChainConfig): ChainReader {
  const { caip2: id, router } = config;
  const ask = <T>(request: () => Promise<T>): Promise<T> => asked(id, request);

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
        const logs = await client.getLogs({ address: router, event: PAID, blockHash: block.hash });
        return inOrder(logs.map((log) => inBlock(toPaidEvent(log, config, block.number, block.number), block)));
      }),
    paidEventsBetween: (from, to) =>
      ask(async () => {
        const logs = await client.getLogs({ address: router, event: PAID, fromBlock: from, toBlock: to });
        return inOrder(logs.map((log) => toPaidEvent(log, config, from, to)));
      }),
    transactionCount: (account, at) =>
      ask(async () => BigInt(await client.getTransactionCount({ address: account, blockNumber: at }))),
    isAuthorizationUsed: (terms, at) =>
      ask(() =>
        client.readContract({
          address: terms.token,
          abi: AUTHORIZATION_STATE,
          functionName: "authorizationState",
          args: [terms.payer, termsHash(terms)],
          blockNumber: at,
        }),
      ),
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
    throw new TypeError("a block without number, time or hashes");
  }
  return { number, hash, parentHash, timeS: Number(timestamp) };
}

const isHash = (value: unknown): value is `0x${string}` => typeof value === "string" && HASH.test(value);

function toPaidEvent(log: PaidLog, { router }: EvmChainConfig, from: bigint, to: bigint): PaidEvent {
  const { blockNumber, blockHash, transactionHash: txHash, logIndex, removed } = log;
  const { key, termsHash, token, payer, amount, destination, fee } = log.args;
  if (blockNumber === null || !isHash(blockHash) || !isHash(txHash) || logIndex === null || removed) {
    throw new TypeError("an event that is in no block");
  }
  if (getAddress(log.address) !== router || blockNumber < from || blockNumber > to) {
    throw new TypeError("an event that was not asked for");
  }
  if (!key || !termsHash || !token || !payer || !destination || amount === undefined || fee === undefined) {
    throw new TypeError("a Paid event without its fields");
  }
  return { txHash, logIndex, blockNumber, blockHash, key, termsHash, token, payer, amount, destination, fee };
}

function inBlock(event: PaidEvent, { hash }: Block): PaidEvent {
  if (event.blockHash !== hash) throw new TypeError("an event of another block");
  return event;
}

const inOrder = (events: PaidEvent[]): PaidEvent[] =>
  events.sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
