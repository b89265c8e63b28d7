// Transfers of the chain's tokens to deposit addresses. A few addresses are a filter of the request; many would be too
// long for it, so all transfers are read and matched.
import { type Address, getAddress, type Hex, numberToHex, pad, type RpcLog, size, slice, zeroAddress } from "viem";
import type { BlockRange } from "../../../operations/ports/chain/chain-reader.ts";
import type { DepositEvent } from "../../../payment/transfers/deposit-event.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "../nodes/client.ts";
import { placeOf } from "../router/paid-event.ts";
import { TRANSFER_TOPIC, TRANSFER_TOPICS } from "./transfers.ts";

/** The most values of a topic that geth takes. */
export const ADDRESSES_PER_CALL = 1_000;
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

/** The addresses to ask for; null: too many for one request. */
export type Watched = readonly Address[] | null;

/**
 * The transfers in these blocks that may be deposits.
 * @param where the same blocks as `blocks`, or one block by its hash
 */
export async function transfersTo(
  connection: Connection,
  config: EvmChainConfig,
  watched: Watched,
  { where, blocks }: { readonly where: Where; readonly blocks: BlockRange },
): Promise<readonly DepositEvent[]> {
  if (watched?.length === 0 || tokensOf(config).size === 0) return [];
  return toTransfers(await readLogs(connection, { ...transferFilter(config, watched), ...where }), config, blocks);
}

/** All configured tokens, not only those of the addresses: other money that comes is passed on as well. */
const tokensOf = ({ assets }: Assets): ReadonlySet<Address> =>
  new Set(assets.map(({ address }) => address).filter((token) => token !== zeroAddress));

type Assets = Pick<EvmChainConfig, "assets">;

export const transferFilter = (config: Assets, watched: Watched) => ({
  address: [...tokensOf(config)],
  topics: watched ? [TRANSFER_TOPIC, null, watched.map((address) => pad(address))] : [TRANSFER_TOPIC],
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

const accountIn = (topic: Hex): Address => getAddress(slice(topic, 12));
