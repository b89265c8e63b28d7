// The option that follows from a payment, a chain and a price. Listing options builds it; fetch and confirm rebuild it
// and refuse an option that differs, so a sealed option is not believed.
import type { Address } from "viem";
import { getAddress } from "viem";
import type { Asset } from "../../money/asset.ts";
import { type FeePolicy, feeOf, feeRate, feeReceiverOn } from "../fee.ts";
import { fieldValues, type Option } from "../option.ts";
import { type FixedAmount, fixedAmount } from "../refund.ts";
import { paymentKey } from "../terms.ts";

/** The parts of a payment, its fees, chain and asset that its terms follow from. */
export interface TermsBasis {
  readonly payment: FixedAmount & { readonly id: string; readonly expiresAtS: number };
  /** The policy at the payment's creation. */
  readonly fees: FeePolicy;
  readonly chain: {
    /** CAIP-2. */
    readonly id: string;
    readonly router: Address;
    readonly feeReceiver: Address;
    /** Seconds. */
    readonly inclusionGraceS: number;
  };
  readonly asset: Pick<Asset, "id" | "address" | "method" | "peggedTo" | "decimals">;
}

/** The parts of an option that the buyer, the merchant and the market decide. */
export type OptionChoice = Pick<Option, "merchantName" | "paysOut" | "quoteExpiresAtS" | "quoteSources"> & {
  readonly payer: Address;
  readonly destination: Address;
  /** Smallest units of the asset. */
  readonly amount: bigint;
};

export type PaysTo = Pick<OptionChoice, "destination" | "paysOut">;

/** The option with every field that is not chosen computed. */
export function expectedOption(
  { payment, fees, chain, asset }: TermsBasis,
  { merchantName, paysOut, quoteExpiresAtS, quoteSources, payer, destination, amount }: OptionChoice,
): Option {
  const rate = feeRate(fees, payment.amount.currency);
  const feeReceiver = feeReceiverOn(fees, chain.id);
  return {
    paymentId: payment.id,
    asset: asset.id,
    method: asset.method,
    merchantName,
    paysOut,
    quoteExpiresAtS,
    quoteSources,
    feePpm: rate.ppm,
    feeFixed: rate.fixed,
    terms: {
      chain: chain.id,
      router: chain.router,
      key: paymentKey(payment.id),
      token: asset.address,
      payer,
      amount,
      destination,
      fee: feeOf(amount, payment.amount.value, rate),
      feeReceiver: feeReceiver === null ? chain.feeReceiver : getAddress(feeReceiver),
      // The deadline ends with the quote, so that a stale quote cannot be exercised after the market moves.
      deadlineS: (quoteExpiresAtS ?? payment.expiresAtS) + chain.inclusionGraceS,
    },
  };
}

/** Parts of an option's lifetime to whose start its end is rounded, so that equal requests get equal options. */
const LIFETIME_PARTS = 24;

/**
 * When an option listed now ends, in Unix seconds; null if it ends with its payment.
 * @param priceEndsAtS null if no exchange rate is involved
 */
export function optionEndsAtS(
  expiresAtS: number,
  priceEndsAtS: number | null,
  nowS: number,
  lifetimeS: number,
): number | null {
  const part = Math.ceil(lifetimeS / LIFETIME_PARTS);
  const latestS = Math.floor((nowS + lifetimeS) / part) * part;
  if (priceEndsAtS !== null) return Math.min(priceEndsAtS, latestS, expiresAtS);
  return expiresAtS <= nowS + lifetimeS ? null : latestS;
}

/** Tolerated difference between the clocks of two processes. */
const CLOCK_SKEW_S = 60;

/**
 * When the options of a refund by transaction end that are listed now, in Unix seconds. An account's terms are the same
 * throughout a period, and the next period begins once the chain refuses them. The account can so pay a refund once,
 * even if its transaction was lost from sight and it sends another.
 * @param graceS how long after an option's end the chain accepts it
 * @returns null between two periods
 */
export function periodEndsAtS(
  { createdAt, expiresAtS }: { readonly createdAt: Date; readonly expiresAtS: number },
  nowS: number,
  lifetimeS: number,
  graceS: number,
): number | null {
  const createdAtS = Math.floor(createdAt.getTime() / 1_000);
  const lengthS = lifetimeS - Math.ceil(lifetimeS / LIFETIME_PARTS);
  const intervalS = lengthS + graceS + CLOCK_SKEW_S;
  const endsAtS = createdAtS + Math.max(0, Math.floor((nowS - createdAtS) / intervalS)) * intervalS + lengthS;
  return nowS < endsAtS ? Math.min(endsAtS, expiresAtS) : null;
}

/**
 * Whether an option, at par or at a rate, is the one that would be offered now to its payer.
 * @param paysTo the accounts it may pay
 * @param lifetimeS the longest life of an option
 */
export function isExpected(
  option: Option,
  basis: TermsBasis,
  paysTo: readonly PaysTo[],
  nowS: number,
  lifetimeS: number,
): boolean {
  const { terms, merchantName, quoteExpiresAtS, quoteSources } = option;
  const fixed = fixedAmount(basis.payment, basis.asset);
  if (fixed === null && quoteExpiresAtS === null) return false;
  const endsAtS = quoteExpiresAtS ?? basis.payment.expiresAtS;
  if (endsAtS > Math.min(basis.payment.expiresAtS, nowS + lifetimeS + CLOCK_SKEW_S)) return false;
  const amount = fixed ?? terms.amount;
  const values = fieldValues(option);
  return paysTo.some(({ destination, paysOut }) => {
    // The merchant may have been renamed since.
    const own = { merchantName, quoteExpiresAtS, quoteSources, payer: terms.payer };
    const choice = { ...own, paysOut, destination, amount };
    return fieldValues(expectedOption(basis, choice)).every((value, index) => value === values[index]);
  });
}

const PERCENT = 100n;
/** How far below the current price a quote may lie, in per cent. A market that moves further ends the quote. */
const DRIFT_MAX_PERCENT = 10n;

/** Whether a quoted amount is close enough to the current one, or above it. */
export const isNearPrice = (amount: bigint, currentAmount: bigint): boolean =>
  amount * PERCENT >= currentAmount * (PERCENT - DRIFT_MAX_PERCENT);
