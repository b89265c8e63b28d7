// Collects what a checkout page says of refunds, and what the page says on which the merchant signs one.
import { parseAssetId } from "../../../money/caip.ts";
import { shownTokens } from "../../../money/shown-amounts.ts";
import { paymentNotFound } from "../../../operations/errors/refusal.ts";
import { awaitsClaim } from "../../../operations/refunds/buyer-address.ts";
import { readableAmount, readableUnits } from "../../../pages/amount.ts";
import type { CATALOGUES } from "../../../pages/catalogues.ts";
import type { ClaimEntry, RefundsView, ShownRefund, SigningView } from "../../../pages/checkout/refunds/refund-view.ts";
import type { PaymentForBuyer } from "../../../payment/payment.ts";
import type { Refund } from "../../../payment/refund.ts";
import { shownAssets } from "../../payments/shown-asset.ts";
import type { PublicRoute } from "../../public-route.ts";

type Services = Parameters<PublicRoute["handle"]>[0]["services"];

const NOTHING_YET: ClaimEntry = { typed: "", fault: null, isChecked: false };

/** @param entry what the buyer has entered on the form for the address; null: nothing */
export function refundsView(
  { chains }: Pick<Services, "chains">,
  payment: PaymentForBuyer,
  locale: string,
  entry: ClaimEntry | null,
): RefundsView {
  const { refunds, refundTotals, confirmation } = payment;
  const find = shownAssets(chains);
  const paidIn = confirmation && find(confirmation.option.asset);
  return {
    shown: concerning(refunds).map((refund) => shownRefund(refund, find, locale)),
    returned:
      paidIn && refundTotals && refundTotals.refunded > 0n && refunds.length > 0
        ? {
            refunded: readableUnits(refundTotals.refunded, paidIn.asset, locale),
            paid: shownTokens(refundTotals.paid, paidIn.asset, locale),
            isWhole: refundTotals.refunded === refundTotals.paid,
          }
        : null,
    claim:
      paidIn && awaitsClaim(payment)
        ? {
            symbol: paidIn.asset.symbol,
            network: paidIn.chain.name,
            isRejected: refunds.some(({ status, isRejected }) => status === "requires_address" && isRejected),
            entry: entry ?? NOTHING_YET,
          }
        : null,
  };
}

/** Without the cancelled ones, and without a failed one that another has followed. */
const concerning = (refunds: readonly Refund[]): readonly Refund[] =>
  refunds.filter(({ status }, at) => status !== "cancelled" && (status !== "failed" || at === refunds.length - 1));

function shownRefund(refund: Refund, find: ReturnType<typeof shownAssets>, locale: string): ShownRefund {
  const { asset, value } = refund.amount;
  const found = find(asset);
  const amount = readableAmount(refund.fiatAmount, locale);
  const chain = parseAssetId(asset)?.chain ?? "";
  const tokens = found ? shownTokens(value, found.asset, locale) : amount;
  return { refund, amount, tokens, chain, network: found?.chain.name ?? chain };
}

/**
 * The refund whose gateway payment this is; null: it is an ordinary payment.
 * @throws Refusal payment_not_found: what was refunded is no longer stored
 */
export async function signingView(
  { chains, payments, refunds }: Pick<Services, "chains" | "payments" | "refunds">,
  { payout }: PaymentForBuyer,
  locale: string,
): Promise<SigningView | null> {
  if (!payout) return null;
  const refunded = await payments.findForBuyer(payout.paymentId);
  const refund = refunded && (await refunds.find(refunded.partnerId, payout.refundId));
  if (!refunded || !refund) throw paymentNotFound();
  const asset = chains.get(parseAssetId(payout.asset)?.chain ?? "")?.assets.find(({ id }) => id === payout.asset);
  return {
    shown: shownRefund(refund, shownAssets(chains), locale),
    refunded,
    paid: readableAmount(refunded.amount, locale),
    symbol: asset?.symbol ?? "",
    method: asset?.method ?? "erc20",
  };
}

type Messages = (typeof CATALOGUES)[keyof typeof CATALOGUES];

/** The texts of a page on which a refund is signed, in place of those for paying. */
export function signingTexts({ page, live, wallet, refund }: Messages): Pick<Messages, "page" | "live" | "wallet"> {
  return {
    page: { ...page, ...refund.page, processing: { ...page.processing, ...refund.processing } },
    live: { ...live, ...refund.live },
    wallet: {
      ...wallet,
      ...refund.wallet,
      unavailable: { ...wallet.unavailable, ...refund.unavailable },
      plan: { ...wallet.plan, ...refund.plan },
      executing: { ...wallet.executing, ...refund.executing },
      confirming: { ...wallet.confirming, ...refund.confirming },
      problems: { ...wallet.problems, ...refund.problems },
    },
  };
}
