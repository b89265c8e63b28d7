// Collects the data of a payment's checkout page.

import { shownTokens } from "../../../money/shown-amounts.ts";
import { type Offers, offersOf } from "../../../operations/gateway/offer-assets.ts";
import { areTestNets, payableChains } from "../../../operations/gateway/payable-chains.ts";
import { fullLinkOf } from "../../../operations/payment-links/full-link.ts";
import { plainTokens, readableAmount } from "../../../pages/amount.ts";
import { CATALOGUES } from "../../../pages/catalogues.ts";
import type { CheckoutData } from "../../../pages/checkout/data.ts";
import { MAILED_PARAMETER } from "../../../pages/checkout/mail.ts";
import { returnUrl } from "../../../pages/checkout/redirect.ts";
import type { ClaimEntry } from "../../../pages/checkout/refunds/refund-view.ts";
import type { ReturnQuery } from "../../../pages/checkout/return-query.ts";
import type { AcceptedToken, CheckoutView, FullLink, MailForm } from "../../../pages/checkout/view.ts";
import type { ChosenLanguage } from "../../../pages/messages/choose.ts";
import { directionOf, type Language } from "../../../pages/messages/languages.ts";
import { allowedEmbedOrigin } from "../../../payment/branding/embedding.ts";
import { paymentLink } from "../../../payment/link.ts";
import { sealPageToken } from "../../../payment/lists/page-token.ts";
import { type PaymentForBuyer, statusForBuyer } from "../../../payment/payment.ts";
import { allowedReturnUrl } from "../../../payment/return-url.ts";
import { chainsForWallets } from "../../payments/chains-for-wallets.ts";
import { shownAssets } from "../../payments/shown-asset.ts";
import type { PublicRoute } from "../../public-route.ts";
import { excessView } from "./excess-view.ts";
import { mailFormOf, receiptFileOf } from "./receipt-view.ts";
import { refundsView, signingTexts, signingView } from "./refund-view.ts";
import { sendView } from "./send-view.ts";

type Host = Parameters<PublicRoute["handle"]>[0];

/**
 * Only a page opened within this time of the payment's end redirects back to the shop; later it just shows the outcome.
 */
const JUST_ENDED_MS = 600_000;

/** What the buyer has entered on the page's forms; null: nothing. */
interface Entries {
  /** On the form for an address. */
  readonly entry: ClaimEntry | null;
  readonly mail: MailForm | null;
}

export async function checkoutView(
  host: Host,
  found: PaymentForBuyer,
  { language, locale }: ChosenLanguage,
  query: CheckoutQuery,
  { entry, mail }: Entries,
): Promise<CheckoutView> {
  const { services } = host;
  const signing = await signingView(services, found, locale);
  // Its name says that it is a refund, in English: the page says so in the reader's language.
  const payment = signing ? { ...found, merchant: signing.refunded.merchant } : found;
  const isConfirmed = payment.confirmation !== null;
  const isOpen = statusForBuyer(payment) === "requires_action";
  const offers = isOpen ? await offersOf(services, payment) : [];
  const { live, wallet, page } = signing ? signingTexts(CATALOGUES[language]) : CATALOGUES[language];
  // A merchant signs a refund: it does not belong in a shop, and leads back to none.
  const returnQuery = await returnQueryOf(host, payment, signing ? {} : query);
  const back = signing ? null : returnUrl(payment, returnQuery.returnUrl);
  const hasJustEnded = services.nowMs() - payment.lastUpdatedAt.getTime() < JUST_ENDED_MS;
  const leadsBack = hasJustEnded && returnQuery.embedOrigin === null && payment.refunds.length === 0;
  return {
    payment,
    texts: page,
    locale,
    isTestNet: areTestNets(services.chains),
    progress: isConfirmed ? await services.progress.find(payment.id) : null,
    paid: paidWith(host, payment, locale),
    accepted: acceptedIn(offers),
    fullLink: isOpen ? await fullLinkFor(host, payment, language) : null,
    send: await sendView(host, payment, { locale, offers, named: query.deposit }),
    excess: isOpen || signing ? [] : await excessView(services, payment, locale),
    refunds: refundsView(services, payment, locale, entry),
    signing,
    mail: mailFormOf(services, found, query[MAILED_PARAMETER] === "1" ? MAILED : mail),
    receiptFile: receiptFileOf(services, found),
    walletScript: host.settings.local?.walletScript ?? null,
    returnUrl: returnQuery.embedOrigin === null ? back : null,
    returnQuery,
    data: {
      ...dataOf(host, payment),
      isRefund: signing !== null,
      payBy: page.payBy,
      amount: readableAmount(payment.amount, locale),
      amountValue: payment.amount.value.toString(),
      redirectUrl: leadsBack ? back : null,
      embedOrigin: returnQuery.embedOrigin,
      language,
      locale,
      direction: directionOf(language),
      messages: { live, wallet },
    },
  };
}

async function fullLinkFor({ services }: Host, payment: PaymentForBuyer, language: Language): Promise<FullLink | null> {
  const reason = await fullLinkOf(services, payment);
  if (!reason) return null;
  const { paymentLink, errorPage } = CATALOGUES[language];
  return { ...paymentLink.closed[reason], again: reason === "taken" ? errorPage.next.busy : null };
}

/** The same symbol on several chains is one token to a buyer. */
function acceptedIn(all: readonly Offers[]): readonly AcceptedToken[] {
  const bySymbol = new Map<string, { symbol: string; name: string; networks: string[] }>();
  for (const { chain, offers } of all) {
    for (const { symbol, name } of offers.map(({ asset }) => asset)) {
      const token = bySymbol.get(symbol) ?? { symbol, name, networks: [] };
      bySymbol.set(symbol, { ...token, networks: [...new Set([...token.networks, chain.name])] });
    }
  }
  return [...bySymbol.values()];
}

const MAILED: MailForm = { typed: "", fault: null, isAsked: true };

/** The parameters of the page's address, unchecked. */
export interface CheckoutQuery {
  readonly returnUrl?: unknown;
  readonly preferUniversalLinks?: unknown;
  readonly embed?: unknown;
  /** The asset whose deposit address is shown. */
  readonly deposit?: unknown;
  /** "1": the receipt is on its way by mail. */
  readonly mailed?: unknown;
}

async function returnQueryOf(
  { services }: Host,
  { partnerId }: PaymentForBuyer,
  { returnUrl: given, preferUniversalLinks, embed }: CheckoutQuery,
): Promise<ReturnQuery> {
  const targets = given === undefined ? null : await services.partners.returnTargets(partnerId);
  const origins = embed === undefined ? null : await services.partners.embedOrigins(partnerId);
  return {
    returnUrl: allowedReturnUrl(given, targets ?? []),
    prefersUniversalLinks: preferUniversalLinks === "1",
    embedOrigin: allowedEmbedOrigin(embed, origins ?? []),
  };
}

function dataOf({ services, settings }: Host, payment: PaymentForBuyer) {
  const ownHost = new URL(settings.publicUrl).host;
  return {
    paymentId: payment.id,
    link: paymentLink(settings.publicUrl, payment.id),
    status: payment.status,
    expiresAtS: payment.expiresAtS,
    nowMs: services.nowMs(),
    merchantName: payment.merchant.name,
    pageToken: sealPageToken(services.pageKeys, payment, services.nowS()),
    payLinkHosts: [...new Set([ownHost, settings.payLinkHost ?? ownHost])],
    chains: chainsForWallets(payableChains(services.chains, payment.partnerId)),
  } satisfies Partial<CheckoutData>;
}

function paidWith({ services }: Host, { confirmation }: PaymentForBuyer, locale: string): CheckoutView["paid"] {
  if (!confirmation) return null;
  const { asset, terms } = confirmation.option;
  const shown = shownAssets(services.chains)(asset);
  const etaS = services.chains.get(terms.chain)?.etaS;
  if (!shown || etaS === undefined) return null;
  return {
    amount: shownTokens(terms.amount, shown.asset, locale),
    exactAmount: `${plainTokens(terms.amount, shown.asset)} ${shown.asset.symbol}`,
    chain: shown.chain.name,
    etaS,
  };
}
