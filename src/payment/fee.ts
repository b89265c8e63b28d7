// The operator's fee, deducted from the buyer's amount: a percentage and a fixed part, as agreed with the partner. A
// policy never changes; a new one succeeds it.
import { zeroAddress } from "viem";
import { formatStandardUnits } from "../money/amount.ts";

/** The rate of an option's fee. */
export interface FeeRate {
  /** Parts per million: 0.4 % is 4 000. */
  readonly ppm: bigint;
  /** Unit: the smallest of the payment's currency. */
  readonly fixed: bigint;
}

export interface FeePolicy {
  /** Null: the installation's, for partners without one. */
  readonly id: bigint | null;
  readonly ppm: bigint;
  /** Smallest units by ISO 4217 code; payments in other currencies have no fixed part. */
  readonly fixed: ReadonlyMap<string, bigint>;
  /** Smallest accepted payments, by ISO 4217 code in smallest units. */
  readonly minimum: ReadonlyMap<string, bigint>;
  /** Fee receivers by CAIP-2 or ANY_CHAIN; without one, the chain's. */
  readonly receivers: ReadonlyMap<string, string>;
}

/** Every chain without its own fee receiver in a policy. */
export const ANY_CHAIN = "*";

const PPM = 1_000_000n;
const PERCENTAGE_DECIMALS = 4;

/** A policy of only a percentage, as the installation's settings define. */
export const percentagePolicy = (ppm: bigint): FeePolicy => ({
  id: null,
  ppm,
  fixed: new Map(),
  minimum: new Map(),
  receivers: new Map(),
});

/**
 * The policy of refunds: the operator keeps the payment's fee. The terms name no receiver, so that a signer can compute
 * their hash without knowing the operator's accounts.
 */
export const NO_FEE: FeePolicy = { ...percentagePolicy(0n), receivers: new Map([[ANY_CHAIN, zeroAddress]]) };

/** The policy's rate for payments in this currency. */
export const feeRate = ({ ppm, fixed }: FeePolicy, currency: string): FeeRate => ({
  ppm,
  fixed: fixed.get(currency) ?? 0n,
});

/**
 * The fee on `amount`, in the same unit: percentage plus fixed part, each rounded down in the merchant's favour. It is
 * below `amount` for every payment of at least `leastPayment`.
 * @param payment the payment's own amount, in the smallest unit of its currency
 */
export const feeOf = (amount: bigint, payment: bigint, rate: FeeRate): bigint =>
  (amount * rate.ppm) / PPM + fixedFeeOf(amount, payment, rate.fixed);

/** The fixed part converted at the price of `amount`, rounded down. */
export const fixedFeeOf = (amount: bigint, payment: bigint, fixed: bigint): bigint => (amount * fixed) / payment;

/** The smallest payment that the policy accepts and that exceeds its fees, in the currency's smallest unit. */
export function leastPayment(policy: FeePolicy, currency: string): bigint {
  const { ppm, fixed } = feeRate(policy, currency);
  const covering = (fixed * PPM) / (PPM - ppm) + 1n;
  const minimum = policy.minimum.get(currency) ?? 0n;
  return minimum > covering ? minimum : covering;
}

/** The policy's fee receiver on a chain (CAIP-2); null: the chain's. */
export const feeReceiverOn = ({ receivers }: FeePolicy, chain: string): string | null =>
  receivers.get(chain) ?? receivers.get(ANY_CHAIN) ?? null;

/** Parts per million as a percentage, without trailing zeros: 4 000 is "0.4". */
export const feePercentage = (ppm: bigint): string => formatStandardUnits(ppm, PERCENTAGE_DECIMALS);

/** Parts per million of a percentage with at most four decimals ("0.4" is 0.4 %), below 100; null if it is not one. */
export function parseFeePercentage(text: string): bigint | null {
  const [, whole, fraction = ""] = /^([0-9]{1,2})(?:\.([0-9]{1,4}))?$/.exec(text) ?? [];
  return whole === undefined ? null : BigInt(whole + fraction.padEnd(PERCENTAGE_DECIMALS, "0"));
}
