// Transfers of the chain's tokens to deposit addresses. A few addresses are a filter of the request; many would be too
// long for it, so all transfers are read and matched.
import { type Address, getAddress, type Hex, numberToHex, pad, type RpcLog, size, slice, zeroAddress } from "viem";
import type { BlockRange, OwnAddresses } from "../../../operations/ports/chain/chain-reader.ts";
import type { DepositEvent } from "../../../payment/transfers/deposit-event.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { placeOf } from "../router/paid-event.ts";
import { TRANSFER_TOPIC, TRANSFER_TOPICS } from "./transfers.ts";

/** The most values of a topic that geth takes. */
const ADDRESSES_PER_CALL = 1_000;
/** A node that takes fewer is asked for all transfers instead, and for this many again after a while. */
const AGAIN_AFTER_MS = 600_000;
const NARROWING = 4;
/** All transfers of so many blocks would be megabytes, and calls by addresses are few per block. */
const LONG_RANGE_BLOCKS = 250;
/** More addresses would need more calls than narrower ranges of all transfers do. */
const ADDRESSES_OF_LONG_RANGE = 20_000;
const WORD_BYTES = 32;

export type Where = { readonly blockHash: Hex } | { readonly fromBlock: Hex; readonly toBlock: Hex };

export const whereIn = ({ from, to }: BlockRange): Where => ({
  fromBlock: numberToHex(from),
  toBlock: numberToHex(to),
});

/** @returns the list that a node returned. @throws if it is none */
export async function readLogs({ client }: Connection, filter: object): Promise<readonly RpcLog[]> {
  const logs: unknown = await client.request({ method: "eth_getLogs", params: [filter] });
  if (!Array.isArray(logs)) throw new TypeError("eth_getLogs did not return a list");
  return logs;
}

/** The addresses to ask for, a list per call; null: too many, all transfers are read. */
export type Watched = readonly (readonly Address[])[] | null;

/** Learns how many addresses the nodes take in one call. */
export interface AddressLimit {
  most(): number;
  /** A call with so many failed, and one for all transfers did not. */
  failed(addresses: number): void;
}

export function createAddressLimit(nowMs: () => number = () => performance.now()): AddressLimit {
  let most = ADDRESSES_PER_CALL;
  let sinceMs = 0;
  return {
    most() {
      if (nowMs() - sinceMs >= AGAIN_AFTER_MS) most = ADDRESSES_PER_CALL;
      return most;
    },
    failed(addresses) {
      most = Math.max(Math.floor(addresses / NARROWING), 1);
      sinceMs = nowMs();
    },
  };
}

/** @param blocks how many are read in one call */
export async function watchedFor(
  addresses: OwnAddresses | undefined,
  limit: AddressLimit,
  blocks: number,
): Promise<Watched> {
  const most = limit.most();
  const few = addresses ? await addresses.list(most) : [];
  if (few) return few.length > 0 ? [few] : [];
  const many = blocks >= LONG_RANGE_BLOCKS ? await addresses?.list(ADDRESSES_OF_LONG_RANGE) : null;
  if (!many) return null;
  return Array.from({ length: Math.ceil(many.length / most) }, (_, i) => many.slice(i * most, (i + 1) * most));
}

/**
 * The transfers in these blocks that may be deposits.
 * @param where the same blocks as `blocks`, or one block by its hash
 */
export async function transfersTo(
  connection: Connection,
  config: EvmChainConfig,
  { watched, limit }: { readonly watched: Watched; readonly limit: AddressLimit },
  { where, blocks }: { readonly where: Where; readonly blocks: BlockRange },
): Promise<readonly DepositEvent[]> {
  if (watched?.length === 0 || tokensOf(config).size === 0) return [];
  const read = async (addresses: readonly Address[] | null): Promise<readonly DepositEvent[]> =>
    toTransfers(await readLogs(connection, { ...transferFilter(config, addresses), ...where }), config, blocks);
  const [first, ...rest] = watched ?? [null];
  if (first === null || first === undefined || rest.length > 0) {
    return (await Promise.all((watched ?? [null]).map(read))).flat();
  }
  try {
    return await read(first);
  } catch (error) {
    if (first.length === 1) throw error;
    const all = await read(null);
    limit.failed(first.length);
    return all;
  }
}

/** All configured tokens, not only those of the addresses: other money that comes is passed on as well. */
const tokensOf = ({ assets }: Assets): ReadonlySet<Address> =>
  new Set(assets.map(({ address }) => address).filter((token) => token !== zeroAddress));

type Assets = Pick<EvmChainConfig, "assets">;

export const transferFilter = (config: Assets, addresses: readonly Address[] | null) => ({
  address: [...tokensOf(config)],
  topics: addresses ? [TRANSFER_TOPIC, null, addresses.map(topicOf)] : [TRANSFER_TOPIC],
});

/** @throws if a log is not of these blocks and tokens */
export function toTransfers(logs: readonly RpcLog[], config: Assets, blocks: BlockRange): readonly DepositEvent[] {
  const tokens = tokensOf(config);
  return logs.flatMap((log) => toTransfer(log, tokens, blocks) ?? []);
}

/** Null for a transfer that moved nothing, or that is another standard's. @throws if the log is not of these blocks */
function toTransfer(log: RpcLog, tokens: ReadonlySet<Address>, { from, to }: BlockRange): DepositEvent | null {
  const { contract: token, ...place } = placeOf(log, tokens, from, to);
  const [topic, sender, address] = log.topics;
  if (topic !== TRANSFER_TOPIC) throw new TypeError("it is another event");
  if (log.topics.length !== TRANSFER_TOPICS || sender === undefined || address === undefined) return null;
  if (size(log.data) !== WORD_BYTES) throw new TypeError("the transfer has no amount");
  const amount = BigInt(log.data);
  if (amount === 0n || sender === address) return null;
  return { ...place, token, sender: accountIn(sender), address: accountIn(address), amount };
}

const topicOf = (address: Address): Hex => pad(address.toLowerCase() as Hex);

const accountIn = (topic: Hex): Address => getAddress(slice(topic, 12));
