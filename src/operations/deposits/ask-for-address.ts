// Gives a payment its deposit address in one asset. The same request gives the same address.

import type { Asset } from "../../money/asset.ts";
import { parseAssetId } from "../../money/caip.ts";
import type { DepositAddress, DepositsOfAddress } from "../../payment/deposit.ts";
import { expectedOption } from "../../payment/options/expected-terms.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { termsHash } from "../../payment/terms.ts";
import { depthFor } from "../../payment/transfers/finality.ts";
import { isTerminal } from "../../payment/transition.ts";
import { invalid, Refusal } from "../errors/refusal.ts";
import { feesOf } from "../gateway/check-option.ts";
import { type Offer, type OfferPorts, offersOf } from "../gateway/offer-assets.ts";
import { type FullLinkPorts, refuseFullLink } from "../payment-links/full-link.ts";
import { readOpenPayment, refuseExpired } from "../payments/read-payment.ts";
import type { PaymentChain } from "../ports/chain/payment-chain.ts";
import type { FeePorts, PaymentReader, PaymentTransitions } from "../ports/payments.ts";

export interface DepositLimits {
  /** Seconds for which a payment can be paid after its first address was asked for. */
  readonly lifetimeS: number;
  /** Seconds for which an exchange rate holds. */
  readonly rateHoldS: number;
  /** Addresses of a partner that are watched at the same time. */
  readonly watchedMax: number;
}

export interface DepositStore {
  /** Null if the payment has no address in this asset. */
  find(paymentId: string, asset: string): Promise<DepositsOfAddress | null>;
  /**
   * Moves the expiry of an open payment that has no address yet. @returns the expiry in Unix seconds; null if the
   * payment is not open
   */
  extend(paymentId: string, untilS: number): Promise<number | null>;
  /**
   * Stores the address, unless the payment has one in this asset.
   * @returns the stored one; `too_many` if the partner has as many as are allowed
   */
  keep(
    payment: Pick<PaymentForBuyer, "id" | "partnerId">,
    address: DepositAddress,
  ): Promise<DepositsOfAddress | "too_many">;
}

export interface AskForAddressPorts extends OfferPorts, FullLinkPorts {
  readonly payments: PaymentReader & PaymentTransitions;
  readonly deposits: DepositStore;
  readonly depositLimits: DepositLimits;
  readonly paymentLifetimeMaxS: number;
  readonly fees: FeePorts;
  nowS(): number;
}

export interface GivenAddress {
  readonly payment: PaymentForBuyer;
  readonly chain: PaymentChain;
  readonly asset: Asset;
  readonly deposits: DepositsOfAddress;
}

/**
 * @param assetText CAIP-19
 * @throws Refusal payment_not_found, payment_expired, invalid_state (ended, or confirmed otherwise), params_validation
 *   (the asset is not offered), rate_limited (the partner has too many addresses)
 */
export async function askForAddress(
  ports: AskForAddressPorts,
  paymentId: string,
  assetText: string,
): Promise<GivenAddress> {
  const payment = await readOpenPayment(ports.payments, paymentId);
  refuseExpired(payment);
  const { chain, asset } = assetIn(ports, assetText);
  const known = await ports.deposits.find(paymentId, asset.id);
  refuseUnlessDepositable(payment, known);
  if (known) return { payment, chain, asset, deposits: known };
  await refuseFullLink(ports, payment);
  const offer = await offerOf(ports, payment, chain, asset);
  const longestS = Math.floor(payment.createdAt.getTime() / 1_000) + ports.paymentLifetimeMaxS;
  const untilS = Math.min(ports.nowS() + ports.depositLimits.lifetimeS, longestS);
  const expiresAtS = await ports.deposits.extend(paymentId, untilS);
  if (expiresAtS === null) throw ended(await readOpenPayment(ports.payments, paymentId));
  const extended = { ...payment, expiresAtS };
  const kept = await ports.deposits.keep(payment, await addressOf(ports, extended, chain, offer));
  if (kept === "too_many") throw new Refusal("rate_limited", "Too many deposit addresses are open: try again later");
  return { payment: extended, chain, asset, deposits: kept };
}

function assetIn({ chains }: AskForAddressPorts, text: string): { chain: PaymentChain; asset: Asset } {
  const parsed = parseAssetId(text);
  const chain = chains.get(parsed?.chain ?? "");
  const asset = chain?.assets.find(({ id }) => id === parsed?.text);
  if (!chain || !asset?.takesDeposits) throw notOffered("is not offered for deposits");
  return { chain, asset };
}

const notOffered = (message: string) => invalid([{ field: "asset", message }]);

async function offerOf(
  ports: AskForAddressPorts,
  payment: PaymentForBuyer,
  chain: PaymentChain,
  asset: Asset,
): Promise<Offer> {
  const [offers] = await offersOf(ports, payment, new Set([chain.id]));
  const offer = offers?.offers.find((each) => each.asset.id === asset.id);
  if (offer) return offer;
  const withheld = offers?.withheld.find((each) => each.asset.id === asset.id);
  throw notOffered(withheld ? `cannot be paid with now: ${withheld.reason}` : "is not taken by this merchant");
}

/** The smallest deposit that counts: a hundredth of a standard unit. */
const minimumOf = ({ decimals }: Asset): bigint => (decimals > 2 ? 10n ** BigInt(decimals - 2) : 1n);

async function addressOf(
  { fees: feePorts, depositLimits, nowS }: AskForAddressPorts,
  payment: PaymentForBuyer,
  chain: PaymentChain,
  { asset, quote, destination, paysOut }: Offer,
): Promise<DepositAddress> {
  const fees = await feesOf(feePorts, payment);
  const hasRate = quote.expiresAtS !== null;
  const { terms, ...rest } = expectedOption(
    { payment, fees, chain, asset },
    {
      payer: chain.router, // no part of the address
      merchantName: payment.merchant.name,
      destination,
      paysOut,
      amount: quote.value,
      quoteExpiresAtS: hasRate ? Math.min(nowS() + depositLimits.rateHoldS, payment.expiresAtS) : null,
      quoteSources: quote.sources,
    },
  );
  // A partial deposit can be completed, and not recovered, until the payment ends.
  const deadlineS = payment.expiresAtS + chain.inclusionGraceS;
  const option = { ...rest, method: "deposit" as const, terms: chain.depositTerms({ ...terms, deadlineS }) };
  const requiredDepth = depthFor(chain, payment, option);
  return { option, termsHash: termsHash(option.terms), requiredDepth, asked: quote.value, minimum: minimumOf(asset) };
}

/** A payment that is under way by its own deposit still shows the address. */
function refuseUnlessDepositable(payment: PaymentForBuyer, known: DepositsOfAddress | null): void {
  const isOwn = known !== null && payment.confirmation?.termsHash === known.termsHash;
  if (payment.status !== "requires_action" && !(payment.status === "processing" && isOwn)) throw ended(payment);
}

function ended(payment: PaymentForBuyer): Refusal {
  refuseExpired(payment);
  return new Refusal(
    "invalid_state",
    `The payment is ${payment.status}${isTerminal(payment.status) ? "" : " already"}`,
  );
}
