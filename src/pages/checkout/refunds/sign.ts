// The page on which an account of the merchant signs a refund.
import type { Messages } from "../../../../locales/checkout/en.ts";
import { type PaymentForBuyer, statusForBuyer } from "../../../payment/payment.ts";
import { escaped } from "../../html.ts";
import { renderTestNote } from "../../test-note.ts";
import { written } from "../../written.ts";
import { renderExpiry, sizeOf } from "../bill.ts";
import { ICONS } from "../icons.ts";
import { renderMerchantMark } from "../merchant-mark.ts";
import { renderWays } from "../open.ts";
import { renderProcessing } from "../outcome.ts";
import { renderFacts, transactionFact } from "../receipt.ts";
import { renderGroups } from "../send-to.ts";
import { type CheckoutView, merchantOf } from "../view.ts";
import type { SigningView } from "./refund-view.ts";

type Texts = Messages["refund"];

const ENDS = ["succeeded", "expired", "not_paid", "declined_user", "cancelled"] as const;

type SigningState = "address" | "held" | "open" | "processing" | (typeof ENDS)[number];

/** A refund that was completed by hand has succeeded, although its gateway payment has not. */
export function signingState(payment: PaymentForBuyer, { shown: { refund } }: SigningView): SigningState {
  if (refund.status === "failed") return refund.failure ?? "not_paid";
  if (refund.status === "succeeded" || refund.status === "cancelled") return refund.status;
  if (statusForBuyer(payment) === "expired") return "expired";
  if (payment.payout?.isHeld) return "held";
  if (refund.status === "processing") return "processing";
  return refund.status === "requires_address" ? "address" : "open";
}

export function renderSigningBill(view: CheckoutView, signing: SigningView, texts: Texts, isOpen: boolean): string {
  const { payment, isTestNet } = view;
  const { shown, refunded, paid } = signing;
  const { refund, amount, tokens, network } = shown;
  const heading = isOpen ? "h1" : "p";
  const isWhole = refund.amount.value === refunded.refundTotals?.paid;
  const to = refund.to === null ? "" : `<p class="quiet">${escaped(texts.to)}</p>${renderWhole(refund.to)}`;
  return `<section class="bill">
${renderTestNote(payment, view.texts, isTestNet)}
${renderMerchantMark(payment.merchant)}
<${heading} class="asked"><span class="to">${written(texts.by, merchantOf(view))}</span> <bdi class="amount${sizeOf(amount)}">${escaped(amount)}</bdi></${heading}>
<p>${written(texts.tokens, { tokens, network })}</p>
<p class="quiet">${isWhole ? escaped(texts.whole) : written(texts.part, { amount: paid })}</p>
${to}
<p class="reference"><span class="quiet">${escaped(texts.order)}</span> <bdi>${escaped(payment.referenceId)}</bdi></p>
${isOpen ? renderExpiry(view) : ""}
</section>`;
}

const renderWhole = (address: string): string =>
  `<p class="whole-address"><code dir="ltr">${renderGroups(address)}</code></p>`;

export function renderSigning(view: CheckoutView, signing: SigningView, texts: Texts, state: SigningState): string {
  const { shown, method, symbol } = signing;
  switch (state) {
    case "open":
      return `<section class="pay">
<p class="note">${written(texts.who, merchantOf(view))} ${written(texts.gas[method], { token: symbol })}</p>
${renderWays(view)}
</section>`;
    case "processing":
      return renderProcessing(view);
    case "address": {
      const { title, none, claimed } = texts.address;
      return renderState("clock", "", title, escaped(shown.refund.claim ? claimed : none));
    }
    case "held":
      return renderState("clock", "bad", texts.held.title, escaped(texts.held.text));
    default: {
      const { title, text } = texts[state];
      const icon = state === "succeeded" ? "check" : state === "expired" ? "clock" : "cross";
      const said = written(text, { amount: shown.amount });
      return renderState(icon, state === "succeeded" ? "good" : "bad", title, said, sentBy(view, signing));
    }
  }
}

const renderState = (icon: keyof typeof ICONS, tone: string, title: string, text: string, more = ""): string =>
  `<section class="outcome end ${tone}">
${ICONS[icon]}
<h1 id="outcome">${escaped(title)}</h1>
<p class="text">${text}</p>
${more}
</section>`;

function sentBy(view: CheckoutView, { shown: { refund, chain } }: SigningView): string {
  if (refund.txHash === null) return "";
  return renderFacts([transactionFact(view, view.texts.transaction, { id: "hash", hash: refund.txHash, chain })]);
}
