// The option that follows from a payment, a chain and a price. Listing options builds it; fetch and confirm rebuild it
// and refuse an option that differs, so a sealed option is not believed.
import { type Address, getAddress } from "viem";
import type { FiatAmount } from "../money/amount.ts";
import type { Asset } from "../money/asset.ts";
import { type FeePolicy, feeOf, feeRate, feeReceiverOn } from "./fee.ts";
import type { Option } from "./option.ts";
import { paymentKey } from "./terms.ts";

/** The parts of a payment, its fees, chain and asset that its terms follow from. */
export interface TermsBasis {
  readonly payment: { readonly id: string; readonly amount: FiatAmount; readonly expiresAtS: number };
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
export type OptionChoice = Pick<Option, "paysOut" | "quoteExpiresAtS" | "quoteSources"> & {
  readonly payer: Address;
  readonly destination: Address;
  /** Smallest units of the asset. */
  readonly amount: bigint;
};

/** The option with every field that is not chosen computed. */
export function expectedOption(
  { payment, fees, chain, asset }: TermsBasis,
  { paysOut, quoteExpiresAtS, quoteSources, payer, destination, amount }: OptionChoice,
): Option {
  const rate = feeRate(fees, payment.amount.currency);
  const feeReceiver = feeReceiverOn(fees, chain.id);
  return {
    paymentId: payment.id,
    asset: asset.id,
    method: asset.method,
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
