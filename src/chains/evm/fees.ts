// What the relayer offers per gas (EIP-1559), never more than the chain's configuration allows.
import type { FeesPerGas } from "../../operations/ports/chain-writer.ts";
import type { Connection } from "./client.ts";
import type { EvmChainConfig } from "./config.ts";

/** Room for six full blocks in a row, each of which raises the base fee by an eighth. */
const BASE_FEE_FACTOR = 2n;
/** 12.5 %: pools ask for 10 % more of both fees, and rounding must not fall below it. */
const BUMP_NUMERATOR = 9n;
const BUMP_DENOMINATOR = 8n;

/** Capped by the chain's configuration. Throws where the chain does not answer. */
export async function currentFees(
  connection: Connection,
  { maxFeePerGas: cap }: Pick<EvmChainConfig, "maxFeePerGas">,
): Promise<FeesPerGas> {
  const { maxFeePerGas, maxPriorityFeePerGas } = await suggestedFees(connection);
  return { maxFeePerGas: lower(maxFeePerGas, cap), maxPriorityFeePerGas: lower(maxPriorityFeePerGas, cap) };
}

async function suggestedFees({ client }: Connection): Promise<FeesPerGas> {
  const [history, tip] = await Promise.all([
    client.getFeeHistory({ blockCount: 1, rewardPercentiles: [] }),
    client.estimateMaxPriorityFeePerGas(),
  ]);
  const nextBaseFee = history.baseFeePerGas.at(-1);
  if (nextBaseFee === undefined) throw new TypeError("a fee history without base fees: the chain has no EIP-1559 fees");
  return { maxFeePerGas: nextBaseFee * BASE_FEE_FACTOR + tip, maxPriorityFeePerGas: tip };
}

/** Blocks come as often as this or less often, on chains whose configuration says less. */
const GAS_PRICE_MS_MIN = 1_000;

/**
 * What a buyer's wallet would set as the most it pays per gas, in wei; not capped, for it is not the relayer's money. One read
 * serves everybody for the time of a block.
 */
export function gasPriceReader(connection: Connection, { blockTimeS }: Pick<EvmChainConfig, "blockTimeS">) {
  const keptMs = Math.max(blockTimeS * 1_000, GAS_PRICE_MS_MIN);
  let read: Promise<bigint> | null = null;
  let readAtMs = Number.NEGATIVE_INFINITY;
  return (): Promise<bigint> => {
    if (!read || performance.now() - readAtMs > keptMs) {
      readAtMs = performance.now();
      const reading = suggestedFees(connection).then(({ maxFeePerGas }) => maxFeePerGas);
      read = reading;
      // What failed is asked again by the next one, at once.
      reading.catch(() => {
        if (read === reading) read = null;
      });
    }
    return read;
  };
}

/** Fees that replace a transaction of `previous` fees and suit the present; null where the cap is below them. */
export function bumpedFees(previous: FeesPerGas, current: FeesPerGas, cap: bigint): FeesPerGas | null {
  const maxFeePerGas = higher(bump(previous.maxFeePerGas), current.maxFeePerGas);
  const maxPriorityFeePerGas = higher(bump(previous.maxPriorityFeePerGas), current.maxPriorityFeePerGas);
  if (bump(previous.maxFeePerGas) > cap || maxPriorityFeePerGas > cap) return null;
  return { maxFeePerGas: higher(lower(maxFeePerGas, cap), maxPriorityFeePerGas), maxPriorityFeePerGas };
}

const bump = (fee: bigint): bigint => (fee * BUMP_NUMERATOR + BUMP_DENOMINATOR - 1n) / BUMP_DENOMINATOR;
const lower = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const higher = (a: bigint, b: bigint): bigint => (a > b ? a : b);
