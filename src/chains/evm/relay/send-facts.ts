// What the chain and the nodes' pools show about a transaction that a node did not take. The node's words are no proof:
// another node may have it, its nonce may be used, or its account or its fees may be too low.
import { type Address, type Hex, isHex, parseTransaction, recoverTransactionAddress } from "viem";
import type { SendOutcome, SignedTransaction } from "../../../operations/ports/chain/chain-writer.ts";
import type { EvmChainConfig } from "../config/config.ts";
import { ATTEMPT_TIMEOUT_MS, awakeSources, type Connection } from "../nodes/client.ts";
import { currentFees, nextBaseFee } from "../nodes/fees.ts";

interface Sent {
  readonly hash: Hex;
  readonly from: Address;
  readonly nonce: bigint;
  /** The most that it may cost. */
  readonly cost: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/**
 * The outcome by facts, if they decide against the node's words; otherwise its words.
 * @throws if no node says whether it has the transaction
 */
export async function byFacts(
  connection: Connection,
  config: EvmChainConfig,
  transaction: SignedTransaction,
  said: SendOutcome,
): Promise<SendOutcome> {
  if (said === "sent" || said === "known" || said === "nonce_used") return said;
  const sent = await readTransaction(transaction);
  if (!sent) return said;
  const place = await placeOf(connection, sent);
  if (place) return place;
  // With these, nothing is abandoned for good: a relayer with coin or a form with higher fees takes over.
  if (said === "unfunded" || said === "underpriced") return said;
  const balance = await connection.client.getBalance({ address: sent.from });
  if (balance < sent.cost) return "unfunded";
  return (await isOutbid(connection, config, sent)) ? "underpriced" : said;
}

/** Null if the bytes are no transaction of ours, which no node can have. */
async function readTransaction({ raw, hash }: SignedTransaction): Promise<Sent | null> {
  try {
    const parsed = parseTransaction(raw);
    const from = await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` });
    const { nonce = 0, gas = 0n, value = 0n, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parsed;
    return { hash, from, nonce: BigInt(nonce), cost: gas * maxFeePerGas + value, maxFeePerGas, maxPriorityFeePerGas };
  } catch {
    return null;
  }
}

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** Where the transaction or its nonce is, by any node; null if nowhere. @throws if no node answers */
async function placeOf(connection: Connection, sent: Sent): Promise<"known" | "nonce_used" | null> {
  const { client } = connection;
  const sources = awakeSources(connection).map(
    (source): Ask =>
      (method, params) =>
        source.request(method, params, ATTEMPT_TIMEOUT_MS),
  );
  const throughClient: Ask = (method, params) => client.request({ method, params } as never);
  const places = await Promise.allSettled(
    (sources.length > 1 ? sources : [throughClient]).map((ask) => placeAt(ask, sent)),
  );
  const found = places.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  if (found.length === 0) throw places.find((each) => each.status === "rejected")?.reason;
  if (found.includes("known")) return "known";
  return found.includes("nonce_used") ? "nonce_used" : null;
}

async function placeAt(ask: Ask, { hash, from, nonce }: Sent): Promise<"known" | "nonce_used" | null> {
  const [found, count] = await Promise.all([
    ask("eth_getTransactionByHash", [hash]),
    ask("eth_getTransactionCount", [from, "latest"]),
  ]);
  if (typeof found === "object" && found !== null && "hash" in found && String(found.hash).toLowerCase() === hash) {
    return "known";
  }
  if (found !== null || !isHex(count)) throw new TypeError("the node's answer about a transaction cannot be read");
  return BigInt(count) > nonce ? "nonce_used" : null;
}

/** The next block needs higher fees, or others bid more. */
async function isOutbid(connection: Connection, config: EvmChainConfig, sent: Sent): Promise<boolean> {
  const [baseFeePerGas, { maxPriorityFeePerGas }] = await Promise.all([
    nextBaseFee(connection),
    currentFees(connection, config),
  ]);
  return baseFeePerGas > sent.maxFeePerGas || maxPriorityFeePerGas > sent.maxPriorityFeePerGas;
}
