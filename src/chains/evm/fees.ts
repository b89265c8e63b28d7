// What the relayer offers per gas (EIP-1559), never more than the chain's configuration allows.
import type { FeesPerGas } from "../../operations/chain-ports.ts";
import type { Connection } from "./client.ts";
import type { EvmChainConfig } from "./config.ts";

/** Room for six full blocks in a row, each of which raises the base fee by an eighth. */
const BASE_FEE_FACTOR = 2n;
/** 12.5 %: pools ask for 10 % more of both fees, and rounding must not fall below it. */
const BUMP_NUMERATOR = 9n;
const BUMP_DENOMINATOR = 8n;

/** Throws where the chain does not answer. */
export async function currentFees(
  { client }: Connection,
  { maxFeePerGas: cap }: Pick<EvmChainConfig, "maxFeePerGas">,
): Promise<FeesPerGas> {
  const [history, tip] = await Promise.all([
    client.getFeeHistory({ blockCount: 1, rewardPercentiles: [] }),
    client.estimateMaxPriorityFeePerGas(),
  ]);
  const nextBaseFee = history.baseFeePerGas.at(-1);
  if (nextBaseFee === undefined) throw new TypeError("a fee history without base fees: the chain has no EIP-1559 fees");
  return {
    maxFeePerGas: lower(nextBaseFee * BASE_FEE_FACTOR + tip, cap),
    maxPriorityFeePerGas: lower(tip, cap),
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
