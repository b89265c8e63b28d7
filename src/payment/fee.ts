// The operator's fee, taken out of what the buyer pays (the merchant gets the rest): a percentage and a fixed part, as
// agreed with the partner. A policy never changes; another one follows it.
import { formatStandardUnits } from "../money/amount.ts";

/** What an option's fee is made by. */
export interface FeeRate {
  /** Parts per million: 0.4 % is 4 000. */
  readonly ppm: bigint;
  /** In the smallest unit of the payment's currency. */
  readonly fixed: bigint;
}

export interface FeePolicy {
  /** Null: the installation's own, for partners without one. */
  readonly id: bigint | null;
  readonly ppm: bigint;
  /** By ISO 4217 code, in its smallest unit; payments in another currency have no fixed part. */
  readonly fixed: ReadonlyMap<string, bigint>;
  /** Smallest payments that are accepted, by ISO 4217 code in its smallest unit. */
  readonly minimum: ReadonlyMap<string, bigint>;
  /** Addresses that get the fee, by CAIP-2 or ANY_CHAIN; where there is none, the chain's own. */
  readonly receivers: ReadonlyMap<string, string>;
}

/** Stands for every chain that has no fee receiver of its own in a policy. */
export const ANY_CHAIN = "*";

const PPM = 1_000_000n;
const PERCENTAGE_DECIMALS = 4;

/** A policy of a percentage alone, which is what an installation has by its settings. */
export const percentagePolicy = (ppm: bigint): FeePolicy => ({
  id: null,
  ppm,
  fixed: new Map(),
  minimum: new Map(),
  receivers: new Map(),
});

/** What a policy makes of payments in this currency. */
export const feeRate = ({ ppm, fixed }: FeePolicy, currency: string): FeeRate => ({
  ppm,
  fixed: fixed.get(currency) ?? 0n,
});

/**
 * The fee on `amount`, in the same unit: the percentage of it, and the fixed part. Each is rounded down, in the merchant's
 * favour; so it is below `amount` for every payment of `leastPayment` or more.
 * @param payment what `amount` is the price of, in the smallest unit of the payment's currency
 */
export const feeOf = (amount: bigint, payment: bigint, rate: FeeRate): bigint =>
  (amount * rate.ppm) / PPM + fixedFeeOf(amount, payment, rate.fixed);

/** The fixed part at the price that `amount` itself has, rounded down. */
export const fixedFeeOf = (amount: bigint, payment: bigint, fixed: bigint): bigint => (amount * fixed) / payment;

/** The smallest payment, in the currency's smallest unit, that the fees leave something of and that the policy accepts. */
export function leastPayment(policy: FeePolicy, currency: string): bigint {
  const { ppm, fixed } = feeRate(policy, currency);
  const covering = (fixed * PPM) / (PPM - ppm) + 1n;
  const minimum = policy.minimum.get(currency) ?? 0n;
  return minimum > covering ? minimum : covering;
}

/** The policy's fee receiver on a chain (CAIP-2); null: the chain's own. */
export const feeReceiverOn = ({ receivers }: FeePolicy, chain: string): string | null =>
  receivers.get(chain) ?? receivers.get(ANY_CHAIN) ?? null;

/** Parts per million as a percentage, without trailing zeros: 4 000 is "0.4". */
export const feePercentage = (ppm: bigint): string => formatStandardUnits(ppm, PERCENTAGE_DECIMALS);

/** Parts per million of a percentage with at most four decimals ("0.4" is 0.4 %), below 100; null where it is none. */
export function parseFeePercentage(text: string): bigint | null {
  const [, whole, fraction = ""] = /^([0-9]{1,2})(?:\.([0-9]{1,4}))?$/.exec(text) ?? [];
  return whole === undefined ? null : BigInt(whole + fraction.padEnd(PERCENTAGE_DECIMALS, "0"));
}
