// The assets in which a payment can be paid by a plain transfer to a deposit address.
import { asksForData } from "../../payment/buyer-data-rules.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { type Offer, type OfferPorts, type Offers, offersOf, type WithheldReason } from "../gateway/offer-assets.ts";
import type { PaymentChain } from "../ports/chain/payment-chain.ts";

export interface DepositOffer extends Offer {
  readonly chain: PaymentChain;
}

/** An asset that takes deposits, but not for this payment now. */
export interface WithheldDeposit {
  readonly asset: Offer["asset"];
  readonly reason: WithheldReason | "needs_data";
}

export interface DepositOffers {
  readonly offers: readonly DepositOffer[];
  readonly withheld: readonly WithheldDeposit[];
}

/**
 * In the configured order. A deposit needs a relayer, which passes it on. It comes without the buyer's data, so a
 * payment that needs the data takes none.
 * @param on CAIP-2 ids of the chains; by default all
 */
export const depositOffersOf = async (
  ports: OfferPorts,
  payment: PaymentForBuyer,
  on?: ReadonlySet<string>,
): Promise<DepositOffers> => depositOffersAmong(ports, payment, await offersOf(ports, payment, on));

/** @param all the payment's offers */
export async function depositOffersAmong(
  ports: Pick<OfferPorts, "chainAvailability">,
  payment: PaymentForBuyer,
  all: readonly Offers[],
): Promise<DepositOffers> {
  if (!payment.takesDeposits) return { offers: [], withheld: [] };
  const isOpen = await ports.chainAvailability.isOpen();
  const reasonFor = (chain: PaymentChain, { id: asset }: Offer["asset"]): WithheldDeposit["reason"] | null => {
    if (!isOpen(chain, "deposit")) return "chain_unavailable";
    return asksForData(payment.buyerDataRules, payment.amount, { asset, chain: chain.id }) ? "needs_data" : null;
  };
  const judged = all.flatMap(({ chain, offers }) =>
    offers
      .filter(({ asset }) => asset.takesDeposits)
      .map((offer) => ({ ...offer, chain, reason: reasonFor(chain, offer.asset) })),
  );
  return {
    offers: judged.flatMap(({ reason, ...offer }) => (reason === null ? [offer] : [])),
    withheld: [
      ...judged.flatMap(({ asset, reason }) => (reason === null ? [] : [{ asset, reason }])),
      ...all.flatMap(({ withheld }) => withheld).filter(({ asset }) => asset.takesDeposits),
    ],
  };
}
