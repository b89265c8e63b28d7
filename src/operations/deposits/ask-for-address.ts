// Gives a payment its deposit address in one asset. The same request gives the same address.
import type { Address } from "viem";
import type { Asset } from "../../money/asset.ts";
import { parseAssetId } from "../../money/caip.ts";
import {
  type DepositAddress,
  type DepositLimits,
  type DepositsOfAddress,
  type DepositTolerance,
  leastDeposit,
  tolerated,
} from "../../payment/deposit.ts";
import { quoteEndOf } from "../../payment/option.ts";
import { expectedOption } from "../../payment/options/expected-terms.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { termsHash } from "../../payment/terms.ts";
import { depthFor } from "../../payment/transfers/finality.ts";
import { isTerminal } from "../../payment/transition.ts";
import { invalid, Refusal } from "../errors/refusal.ts";
import { feesOf } from "../gateway/check-option.ts";
import type { OfferPorts } from "../gateway/offer-assets.ts";
import { payableChains } from "../gateway/payable-chains.ts";
import { type FullLinkPorts, refuseFullLink } from "../payment-links/full-link.ts";
import { readOpenPayment, refuseExpired } from "../payments/read-payment.ts";
import type { PaymentChain } from "../ports/chain/payment-chain.ts";
import type { FeePorts, PaymentReader, PaymentTransitions } from "../ports/payments.ts";
import { type DepositOffer, depositOffersOf, type WithheldDeposit } from "./offer-deposits.ts";

/** A payment as it was read, with the expiry that it gets with its first address. */
export interface ExtendedPayment extends Pick<PaymentForBuyer, "id" | "partnerId"> {
  /** Unix seconds. */
  readonly expiresAtS: number;
  readonly formerExpiresAtS: number;
}

export interface OtherDeposits {
  /** CAIP-2. */
  readonly chain: string;
  readonly token: Address;
  /** Smallest units. */
  readonly amount: bigint;
  readonly isRefused: boolean;
}

export interface DepositStore {
  /** All addresses of a payment. */
  ofPayment(paymentId: string): Promise<readonly DepositsOfAddress[]>;
  /** What came to them in other tokens, or on other chains, by chain and token, dust included. */
  othersOf(paymentId: string): Promise<readonly OtherDeposits[]>;
  /**
   * Stores an address and moves the payment's expiry, unless the payment has an address in this asset.
   * @returns `changed` if the payment is not open or has another expiry by now; `too_many` if the partner has as many
   *   open addresses as are allowed. Nothing is written then
   */
  keep(payment: ExtendedPayment, address: DepositAddress, openMax: number): Promise<"kept" | "changed" | "too_many">;
}

export interface AskForAddressPorts extends OfferPorts, FullLinkPorts {
  readonly payments: PaymentReader & PaymentTransitions;
  readonly deposits: DepositStore;
  readonly depositLimits: DepositLimits;
  readonly partners: {
    depositTolerance(partnerId: string): Promise<DepositTolerance | null | undefined>;
  };
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
 * @param admitNew called before a new address is made; refuses a caller who has asked for too many
 * @throws Refusal payment_not_found, payment_expired, invalid_state (ended, or confirmed otherwise), params_validation
 *   (the asset is not offered), rate_limited (the partner has too many addresses)
 */
export async function askForAddress(
  ports: AskForAddressPorts,
  paymentId: string,
  assetText: string,
  admitNew: () => void,
): Promise<GivenAddress> {
  const found = await readOpenPayment(ports.payments, paymentId);
  if (found.status !== "processing") refuseUnlessOpen(found);
  const { chain, asset } = assetIn(ports, found, assetText);
  const known = await ports.deposits.ofPayment(paymentId);
  // The first address may have moved the expiry since the payment was read.
  const payment = known.length === 0 ? found : await readOpenPayment(ports.payments, paymentId);
  const own = known.find(({ option }) => option.asset === asset.id);
  // A payment that is under way by its own deposit still shows the address.
  if (own && payment.confirmation?.termsHash === own.termsHash) return { payment, chain, asset, deposits: own };
  refuseUnlessOpen(payment);
  if (own) {
    if (quoteEndOf(own.option) <= ports.nowS()) throw rateEnded();
    return { payment, chain, asset, deposits: own };
  }
  await refuseFullLink(ports, payment);
  const offer = await offerOf(ports, payment, chain, asset);
  admitNew();
  const extended = known.length === 0 ? { ...payment, expiresAtS: extendedExpiry(ports, payment) } : payment;
  const address = await addressOf(ports, extended, offer);
  const kept = await ports.deposits.keep(
    {
      id: payment.id,
      partnerId: payment.partnerId,
      expiresAtS: extended.expiresAtS,
      formerExpiresAtS: payment.expiresAtS,
    },
    address,
    ports.depositLimits.openMax,
  );
  if (kept === "too_many") throw tooMany();
  // The payment was given another address, or has ended: both happen once.
  return askForAddress(ports, paymentId, assetText, () => {});
}

function assetIn(
  { chains }: AskForAddressPorts,
  { partnerId, takesDeposits }: PaymentForBuyer,
  text: string,
): { chain: PaymentChain; asset: Asset } {
  const parsed = parseAssetId(text);
  const chain = payableChains(chains, partnerId).get(parsed?.chain ?? "");
  const asset = chain?.assets.find(({ id }) => id === parsed?.text);
  if (!parsed) throw notOffered("must be a CAIP-19 asset, for example eip155:8453/erc20:0x…");
  if (!takesDeposits) throw notOffered("cannot be sent to an address: the payment was created with deposit: false");
  if (!chain || !asset) throw notOffered("is not offered here");
  if (!asset.takesDeposits) throw notOffered("cannot be sent to an address: pay with a wallet");
  return { chain, asset };
}

const notOffered = (message: string) => invalid([{ field: "asset", message }]);

/** The amount is a part of the address, so a new rate would need another one. */
const rateEnded = () =>
  notOffered(
    "cannot be sent to its address any more, because the rate has ended: choose another asset or pay with a wallet",
  );

const WITHHELD = {
  chain_unavailable: "cannot be sent to an address now, because its chain is not available: try again later",
  below_minimum: "is not offered for so small a payment",
  amount_too_high: "is not offered for so large a payment",
  no_price: "has no current price: try again later, or choose another asset",
  needs_data: "cannot be sent to an address, because this payment needs the buyer's data: pay with a wallet",
} as const satisfies Record<WithheldDeposit["reason"], string>;

async function offerOf(
  ports: AskForAddressPorts,
  payment: PaymentForBuyer,
  chain: PaymentChain,
  asset: Asset,
): Promise<DepositOffer> {
  const { offers, withheld } = await depositOffersOf(ports, payment, new Set([chain.id]));
  const offer = offers.find((each) => each.asset.id === asset.id);
  if (offer) return offer;
  const reason = withheld.find((each) => each.asset.id === asset.id)?.reason;
  throw notOffered(reason ? WITHHELD[reason] : "is not taken by this merchant");
}

/** The expiry with the first address, in Unix seconds. */
function extendedExpiry(ports: AskForAddressPorts, { createdAt, expiresAtS }: PaymentForBuyer): number {
  const latestS = latestExpiry(createdAt, ports.paymentLifetimeMaxS);
  return Math.max(expiresAtS, Math.min(ports.nowS() + ports.depositLimits.lifetimeS, latestS));
}

/** The latest expiry that a payment may have, in Unix seconds. */
export const latestExpiry = (createdAt: Date, lifetimeMaxS: number): number =>
  Math.floor(createdAt.getTime() / 1_000) + lifetimeMaxS;

export type AddressOfPorts = Pick<AskForAddressPorts, "fees" | "partners" | "depositLimits" | "nowS">;

/** The address of a payment in an asset, with the terms that it is derived from. */
export async function addressOf(
  { fees: feePorts, partners, depositLimits, nowS }: AddressOfPorts,
  payment: PaymentForBuyer,
  { chain, asset, quote, destination, paysOut }: DepositOffer,
): Promise<DepositAddress> {
  const fees = await feesOf(feePorts, payment);
  const tolerance = tolerated(
    (await partners.depositTolerance(payment.partnerId)) ?? null,
    payment.amount,
    quote.value,
  );
  const hasRate = quote.expiresAtS !== null;
  const { terms, ...rest } = expectedOption(
    { payment, fees, chain, asset },
    {
      payer: chain.router, // no part of the address
      merchantName: payment.merchant.name,
      destination,
      paysOut,
      amount: quote.value - tolerance, // a sweep passes on anything from there
      quoteExpiresAtS: hasRate ? Math.min(nowS() + depositLimits.rateHoldS, payment.expiresAtS) : null,
      quoteSources: quote.sources,
    },
  );
  // A partial deposit can be completed, and not recovered, until the payment ends.
  const deadlineS = payment.expiresAtS + chain.inclusionGraceS;
  const option = { ...rest, method: "deposit" as const, terms: chain.depositTerms({ ...terms, deadlineS }) };
  return {
    option,
    termsHash: termsHash(option.terms),
    requiredDepth: depthFor(chain, payment, option),
    asked: quote.value,
    minimum: leastDeposit(asset, option.terms.amount),
  };
}

/** @throws Refusal payment_expired, invalid_state */
function refuseUnlessOpen(payment: PaymentForBuyer): void {
  refuseExpired(payment);
  const { status } = payment;
  if (status === "requires_action") return;
  throw new Refusal("invalid_state", `The payment is ${status}${isTerminal(status) ? "" : " already"}`);
}

/** Addresses close as their payments end. */
const RETRY_AFTER_S = 60;

const tooMany = () =>
  new Refusal("rate_limited", "The partner has as many open deposit addresses as it may have: try again later", {
    retryAfterS: RETRY_AFTER_S,
  });
