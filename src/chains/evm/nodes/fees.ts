// The fees that the relayer bids (EIP-1559), capped by the chain's configuration.
import type { FeesPerGas } from "../../../operations/ports/chain/chain-writer.ts";
import type { EvmChainConfig } from "../config/config.ts";
import type { Connection } from "./client.ts";

/** Covers six full blocks in a row, each of which raises the base fee by an eighth. */
const BASE_FEE_FACTOR = 2n;
/** 12.5 %: pools require 10 % more of both fees, and rounding must not fall below that. */
const BUMP_NUMERATOR = 9n;
const BUMP_DENOMINATOR = 8n;

/** Current fees, capped by the chain's configuration. Throws if the chain does not respond. */
export async function currentFees(
  connection: Connection,
  { maxFeePerGas: cap }: Pick<EvmChainConfig, "maxFeePerGas">,
): Promise<FeesPerGas> {
  const { maxFeePerGas, maxPriorityFeePerGas } = await suggestedFees(connection);
  return { maxFeePerGas: lower(maxFeePerGas, cap), maxPriorityFeePerGas: lower(maxPriorityFeePerGas, cap) };
}

async function suggestedFees(connection: Connection): Promise<FeesPerGas> {
  const [baseFee, tip] = await Promise.all([nextBaseFee(connection), connection.client.estimateMaxPriorityFeePerGas()]);
  return { maxFeePerGas: baseFee * BASE_FEE_FACTOR + tip, maxPriorityFeePerGas: tip };
}

/** Wei per gas that the next block takes at least. */
export async function nextBaseFee({ client }: Connection): Promise<bigint> {
  const { baseFeePerGas } = await client.getFeeHistory({ blockCount: 1, rewardPercentiles: [] });
  const next = baseFeePerGas.at(-1);
  if (next === undefined) throw new TypeError("the fee history has no base fees: the chain lacks EIP-1559");
  return next;
}

/** Minimum time a gas price is cached, for chains with faster blocks. */
const GAS_PRICE_MS_MIN = 1_000;

/** The fee per gas that a buyer's wallet would set, in wei; the relayer's cap does not apply. Cached for one block. */
export function gasPriceReader(connection: Connection, { blockTimeS }: Pick<EvmChainConfig, "blockTimeS">) {
  const keptMs = Math.max(blockTimeS * 1_000, GAS_PRICE_MS_MIN);
  let read: Promise<bigint> | null = null;
  let readAtMs = Number.NEGATIVE_INFINITY;
  return (): Promise<bigint> => {
    if (!read || performance.now() - readAtMs > keptMs) {
      readAtMs = performance.now();
      const reading = suggestedFees(connection).then(({ maxFeePerGas }) => maxFeePerGas);
      read = reading;
      // A failed read is not cached.
      reading.catch(() => {
        if (read === reading) read = null;
      });
    }
    return read;
  };
}

/** Fees that replace a transaction of `previous` fees at current prices; null if the cap is too low. */
export function bumpedFees(previous: FeesPerGas, current: FeesPerGas, cap: bigint): FeesPerGas | null {
  const maxFeePerGas = higher(bump(previous.maxFeePerGas), current.maxFeePerGas);
  const maxPriorityFeePerGas = higher(bump(previous.maxPriorityFeePerGas), current.maxPriorityFeePerGas);
  if (bump(previous.maxFeePerGas) > cap || maxPriorityFeePerGas > cap) return null;
  return { maxFeePerGas: higher(lower(maxFeePerGas, cap), maxPriorityFeePerGas), maxPriorityFeePerGas };
}

const bump = (fee: bigint): bigint => (fee * BUMP_NUMERATOR + BUMP_DENOMINATOR - 1n) / BUMP_DENOMINATOR;
const lower = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const higher = (a: bigint, b: bigint): bigint => (a > b ? a : b);
