// The router's `Paid` and `Recovered` events as nodes return them.
import {
  type Address,
  concat,
  decodeAbiParameters,
  formatLog,
  getAbiItem,
  getAddress,
  type Hex,
  type RpcLog,
  toEventSelector,
} from "viem";
import type { EventPlace, RecoveredEvent } from "../../../payment/transfers/deposit-event.ts";
import type { PaidEvent, TransferMethod } from "../../../payment/transfers/transfer.ts";
import { paymentRouterAbi } from "../abi/payment-router.ts";
import { assetIdAt } from "../config/assets.ts";
import type { EvmChainConfig } from "../config/config.ts";

const PAID = getAbiItem({ abi: paymentRouterAbi, name: "Paid" });
export const PAID_TOPIC = toEventSelector(PAID);
const [KEY, TERMS_HASH, DESTINATION, ...IN_DATA] = PAID.inputs;
const IN_TOPICS = [KEY, TERMS_HASH, DESTINATION] as const;
const RECOVERED = getAbiItem({ abi: paymentRouterAbi, name: "Recovered" });
export const RECOVERED_TOPIC = toEventSelector(RECOVERED);
const [, , , ...RECOVERED_IN_DATA] = RECOVERED.inputs;
/** Methods by the event's `method` field. */
const METHODS: readonly TransferMethod[] = ["eip3009", "permit2", "pay", "deposit", "transfer"];

const HASH = /^0x[0-9a-f]{64}$/i;
export const isHash = (value: unknown): value is Hex => typeof value === "string" && HASH.test(value);

/**
 * The place of a log in the chain.
 * @throws if it is not in these blocks, or of none of these contracts
 */
export function placeOf(
  rpcLog: RpcLog,
  contracts: ReadonlySet<Address>,
  from: bigint,
  to: bigint,
): EventPlace & { readonly contract: Address } {
  const { address, blockNumber, blockHash, transactionHash: txHash, logIndex, removed } = formatLog(rpcLog);
  if (blockNumber === null || !isHash(blockHash) || !isHash(txHash) || logIndex === null || removed) {
    throw new TypeError("the event is not in a block");
  }
  const contract = getAddress(address);
  if (!contracts.has(contract) || blockNumber < from || blockNumber > to) {
    throw new TypeError("the event does not match the filter");
  }
  return { contract, txHash, logIndex, blockNumber, blockHash };
}

/** @throws if the log is not such an event, or not in these blocks */
export function toPaidEvent(
  rpcLog: RpcLog,
  { caip2, router, assets }: EvmChainConfig,
  from: bigint,
  to: bigint,
): PaidEvent {
  const { contract: _, ...place } = placeOf(rpcLog, new Set([router]), from, to);
  const { token, methodNumber, ...paid } = decoded(rpcLog);
  const method = METHODS[methodNumber];
  if (method === undefined) throw new TypeError(`the event has the unknown method ${methodNumber}`);
  return { ...place, ...paid, token, asset: assetIdAt(caip2, assets, token), method };
}

/** @throws if the log is not such an event, or not in these blocks */
export function toRecoveredEvent(
  rpcLog: RpcLog,
  { router }: Pick<EvmChainConfig, "router">,
  from: bigint,
  to: bigint,
): RecoveredEvent {
  const { contract: _, ...place } = placeOf(rpcLog, new Set([router]), from, to);
  const [topic, ...indexed] = rpcLog.topics;
  if (topic !== RECOVERED_TOPIC || indexed.length !== IN_TOPICS.length) throw new TypeError("it is another event");
  const [paymentKey, termsHash, destination] = decodeAbiParameters(IN_TOPICS, concat(indexed));
  const [address, token, amount] = decodeAbiParameters(RECOVERED_IN_DATA, rpcLog.data);
  return { ...place, paymentKey, termsHash, destination, address, token, amount };
}

/** viem's decodeEventLog hashes the event's signature again for each event, which takes most of its time. */
function decoded({ topics: [topic, ...indexed], data }: Pick<RpcLog, "topics" | "data">) {
  if (topic !== PAID_TOPIC || indexed.length !== IN_TOPICS.length) throw new TypeError("it is another event");
  const [paymentKey, termsHash, destination] = decodeAbiParameters(IN_TOPICS, concat(indexed));
  const [payer, amount, fee, deadlineS, token, feeReceiver, methodNumber] = decodeAbiParameters(IN_DATA, data);
  return { paymentKey, termsHash, destination, payer, amount, fee, deadlineS, token, feeReceiver, methodNumber };
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
