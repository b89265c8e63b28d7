// The assets in which a merchant takes a payment: which ones a buyer can use now, and why the others are withheld.
import { type Asset, isEnough } from "../../money/asset.ts";
import type { PaysTo } from "../../payment/options/expected-terms.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import type { Payout } from "../../payment/refund.ts";
import { isCreditable } from "../../payment/transfers/proof.ts";
import type { ChainAvailability } from "../monitoring/chain-availability.ts";
import type { PaymentChain, PaymentChains } from "../ports/chain/payment-chain.ts";
import type { PriceQuotes, Quote } from "../ports/prices.ts";
import { payoutReceiver, paysToOf } from "./check-option.ts";
import { payableChains } from "./payable-chains.ts";

export interface OfferPorts {
  readonly destinations: {
    /** CAIP-10 destinations by CAIP-19 asset of a merchant. */
    ofMerchant(partnerId: string, merchantId: string): Promise<ReadonlyMap<string, string>>;
  };
  readonly chains: PaymentChains;
  readonly chainAvailability: ChainAvailability;
  readonly rates: PriceQuotes;
}

export interface Offer extends PaysTo {
  readonly asset: Asset;
  readonly quote: Quote;
}

export type WithheldReason =
  /** The chain is behind or does not respond, or no relayer can pay its gas. */
  | "chain_unavailable"
  /** The payment is less than the asset's minimum. */
  | "below_minimum"
  /** There is no current price. */
  | "no_price"
  /** The chain has too few sources to prove a payment of this size. */
  | "amount_too_high";

/** An asset that the merchant takes but that cannot be paid with now. */
export interface Withheld {
  readonly asset: Asset;
  readonly chain: PaymentChain;
  readonly reason: WithheldReason;
  /** Null if it is not known. */
  readonly quote: Quote | null;
}

export interface Offers {
  readonly chain: PaymentChain;
  readonly offers: readonly Offer[];
  readonly withheld: readonly Withheld[];
}

/**
 * The offers of each chain, in the configured order. None for a payment that a facilitator's client has authorised:
 * it is paid by that authorisation only.
 * @param on CAIP-2 ids of the chains; by default all
 */
export async function offersOf(
  ports: OfferPorts,
  payment: PaymentForBuyer,
  on?: ReadonlySet<string>,
): Promise<readonly Offers[]> {
  if (payment.createdBy.type === "x402") return [];
  const { payout } = payment;
  const fixed = payout && fixedQuote(payout);
  const [isOpen, destinations] = await Promise.all([
    ports.chainAvailability.isOpen(),
    payout ? NO_DESTINATIONS : ports.destinations.ofMerchant(payment.partnerId, payment.merchantId),
  ]);
  return Promise.all(
    [...payableChains(ports.chains, payment.partnerId).values()]
      .filter(({ id }) => on?.has(id) ?? true)
      .map(async (chain) => {
        const taken = chain.assets.flatMap((asset) => {
          const [paysTo] = payout
            ? payoutReceiver(payout, asset.id)
            : paysToOf(destinations.get(asset.id) ?? null, chain);
          return paysTo ? [{ asset, paysTo }] : [];
        });
        const judged = await Promise.all(
          taken.map(async ({ asset, paysTo }) => {
            if (!isOpen(chain, asset.method))
              return { asset, chain, reason: "chain_unavailable", quote: fixed } as const;
            const quote = fixed ?? (await ports.rates.quote(payment.amount, asset));
            const reason = withheldReason(chain, asset, quote, payment);
            return quote && reason === null
              ? { asset, quote, ...paysTo }
              : { asset, chain, reason: reason ?? "no_price", quote };
          }),
        );
        const isOffer = (each: Offer | Withheld): each is Offer => !("reason" in each);
        return {
          chain,
          offers: judged.filter(isOffer),
          withheld: judged.filter((each): each is Withheld => !isOffer(each)),
        };
      }),
  );
}

/** A refund goes to the buyer, not to a destination of the merchant. */
const NO_DESTINATIONS: ReadonlyMap<string, string> = new Map();

const fixedQuote = ({ amount }: Payout): Quote => ({ value: amount, expiresAtS: null, sources: [] });

function withheldReason(
  chain: PaymentChain,
  asset: Asset,
  quote: Quote | null,
  { amount, payout }: PaymentForBuyer,
): WithheldReason | null {
  if (!quote) return "no_price";
  if (!payout && !isEnough(asset, quote.value)) return "below_minimum";
  return isCreditable(chain, asset, quote.value, amount) ? null : "amount_too_high";
}
