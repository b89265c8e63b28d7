// Collects what a payment's checkout page says about paying by a transfer to an address.
import { transferUri } from "../../../contract/deposits/deposits.ts";
import { shownTokens } from "../../../money/shown-amounts.ts";
import { depositOffersAmong } from "../../../operations/deposits/offer-deposits.ts";
import type { Offers } from "../../../operations/gateway/offer-assets.ts";
import { plainTokens, readableUnits } from "../../../pages/amount.ts";
import type { SendChoice, SendView, SentTo } from "../../../pages/checkout/view.ts";
import { type Deposit, type DepositsOfAddress, leastTransfer, missingOf } from "../../../payment/deposit.ts";
import { quoteEndOf } from "../../../payment/option.ts";
import type { PaymentForBuyer } from "../../../payment/payment.ts";
import { shownAssets } from "../../payments/shown-asset.ts";
import type { PublicRoute } from "../../public-route.ts";

type Host = Parameters<PublicRoute["handle"]>[0];

/** Instead of an asset in the page's address: why the last request got no address. */
export const PROBLEMS = ["unavailable", "busy"] as const satisfies readonly SendView["problem"][];

/**
 * @param offers the payment's; empty: it is not open
 * @param named the parameter of the page's address, unchecked
 */
export async function sendView(
  { services }: Host,
  payment: PaymentForBuyer,
  { locale, offers, named }: { readonly locale: string; readonly offers: readonly Offers[]; readonly named: unknown },
): Promise<SendView> {
  const known = payment.deposits.length === 0 ? [] : await services.deposits.ofPayment(payment.id);
  const find = shownAssets(services.chains);
  const addresses = known.flatMap((each): readonly SentTo[] => {
    const shown = find(each.option.asset);
    const sent = payment.deposits.find(({ asset }) => asset === each.option.asset)?.deposits ?? [];
    return shown ? [sentTo(each, sent, shown, locale)] : [];
  });
  const problem = PROBLEMS.find((each) => each === named) ?? null;
  return {
    choices: await choicesOf(services, payment, { locale, offers, known }),
    addresses,
    others: known.length === 0 ? [] : await othersOf(services, payment.id, locale),
    named: problem === null && typeof named === "string" ? named : null,
    problem,
  };
}

async function othersOf(services: Host["services"], paymentId: string, locale: string): Promise<SendView["others"]> {
  const found = await services.deposits.othersOf(paymentId);
  return found.flatMap(({ chain: id, token, amount, isRefused }) => {
    const chain = services.chains.get(id);
    const asset = chain?.assets.find(({ address }) => address === token);
    if (!chain || !asset || amount < leastTransfer(asset)) return [];
    return [{ amount: shownTokens(amount, asset, locale), network: chain.name, isRefused }];
  });
}

type Shown = NonNullable<ReturnType<ReturnType<typeof shownAssets>>>;

function sentTo(address: DepositsOfAddress, sent: readonly Deposit[], { asset, chain }: Shown, locale: string): SentTo {
  const { terms, quoteExpiresAtS } = address.option;
  const [received, missing] = [address.received, missingOf(address)];
  const rounding = missing > 0n ? "floor" : undefined; // a part is never shown as the whole
  return {
    asset: address.option.asset,
    chain: terms.chain,
    network: chain.name,
    symbol: asset.symbol,
    address: terms.payer,
    asked: shownTokens(address.asked, asset, locale),
    received,
    missing,
    readable: {
      received: readableUnits(received, asset, locale, rounding),
      missing: readableUnits(missing, asset, locale),
    },
    receivedTokens: shownTokens(received, asset, locale, rounding),
    missingTokens: shownTokens(missing, asset, locale),
    plainMissing: plainTokens(missing, asset),
    uri: transferUri({ chain: terms.chain, token: terms.token, to: terms.payer, amount: missing }),
    holdsUntil: quoteExpiresAtS === null ? null : new Date(quoteExpiresAtS * 1_000),
    transactions: [...new Set(sent.filter(({ status }) => status !== "orphaned").map(({ txHash }) => txHash))],
  };
}

/** By token: the same symbol on several chains is one token to a buyer. Without the assets whose price has ended. */
async function choicesOf(
  services: Host["services"],
  payment: PaymentForBuyer,
  { locale, offers: all, known }: { locale: string; offers: readonly Offers[]; known: readonly DepositsOfAddress[] },
): Promise<readonly SendChoice[]> {
  const { offers } = await depositOffersAmong(services, payment, all);
  const ended = new Set(
    known.filter(({ option }) => quoteEndOf(option) <= services.nowS()).map(({ option }) => option.asset),
  );
  const bySymbol = new Map<string, SendChoice>();
  for (const { asset, chain, quote } of offers.filter((offer) => !ended.has(offer.asset.id))) {
    const { symbol, name } = asset;
    const choice = bySymbol.get(symbol) ?? {
      symbol,
      name,
      amount: shownTokens(quote.value, asset, locale),
      networks: [],
    };
    bySymbol.set(symbol, { ...choice, networks: [...choice.networks, { asset: asset.id, name: chain.name }] });
  }
  return [...bySymbol.values()];
}
