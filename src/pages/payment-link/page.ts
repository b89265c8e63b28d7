// A payment link's page in each of its states. It needs no script.
import type { ClosedReason } from "../../operations/ports/payment-links.ts";
import { isOpenAmount } from "../../payment/payment-link.ts";
import { readableAmount } from "../amount.ts";
import { CATALOGUES } from "../catalogues.ts";
import { renderMerchantMark } from "../checkout/merchant-mark.ts";
import { renderQr } from "../checkout/qr.ts";
import { escaped, renderAgain, styleOnlyPolicy } from "../html.ts";
import type { Language } from "../messages/languages.ts";
import { filled } from "../messages/message.ts";
import { renderEnding, renderPlainPage } from "../plain-page.ts";
import { renderTestNote } from "../test-note.ts";
import { written } from "../written.ts";
import { type LinkForm, renderForm } from "./form.ts";
import { STYLE } from "./style.ts";

export const PAYMENT_LINK_POLICY = styleOnlyPolicy(STYLE, "'self'");

export interface LinkPage extends LinkForm {
  /** The address of the page. */
  readonly url: string;
  readonly isTestNet: boolean;
}

type Bill = Pick<LinkPage, "link" | "merchant" | "amount" | "language" | "locale" | "isTestNet">;

export function renderPaymentLink(page: LinkPage): string {
  const { merchant, issues, language, url } = page;
  const texts = CATALOGUES[language].paymentLink;
  const title = filled(texts.title, { merchant: merchant.name });
  return renderPlainPage({
    title: issues.length > 0 ? filled(texts.errorTitle, { title }) : title,
    language,
    style: STYLE,
    path: new URL(url).pathname,
    className: "open",
    body: `${renderBill(page, true)}
<section class="pay">
${renderForm(page)}
<section class="app" aria-labelledby="app">
<h2 id="app">${escaped(texts.phone)}</h2>
${renderQr(url, escaped(texts.qr))}
</section>
</section>`,
  });
}

/** The bill before there is a payment, in the form of the checkout's (checkout/bill.ts). */
function renderBill({ link, merchant, amount, language, locale, isTestNet }: Bill, isHeading: boolean): string {
  const { page, paymentLink } = CATALOGUES[language];
  const fixed = isOpenAmount(amount) ? "" : ` <bdi class="amount">${escaped(readableAmount(amount, locale))}</bdi>`;
  const { description } = link;
  const heading = isHeading ? "h1" : "p";
  const to = written(isHeading ? paymentLink.title : "{merchant}", { merchant: merchant.name });
  return `<section class="bill">
${renderTestNote(link, page, isTestNet)}
${renderMerchantMark(merchant)}
<${heading} class="asked"><span class="to">${to}</span>${fixed}</${heading}>
${description === null ? "" : `<p class="description"><bdi>${escaped(description)}</bdi></p>`}
</section>`;
}

/** @param path of the page */
export function renderClosedLink(reason: ClosedReason, bill: Bill, path: string): string {
  const { language, merchant } = bill;
  const { paymentLink, errorPage } = CATALOGUES[language];
  const { title, text } = paymentLink.closed[reason];
  const values = { merchant: merchant.name };
  // It opens again if another buyer does not pay.
  const isPassing = reason === "taken";
  const ending = renderEnding({
    kind: isPassing ? "clock" : "cross",
    title: written(title, values),
    text: written(text, values),
    more: isPassing ? renderAgain(errorPage.next.busy) : "",
  });
  return renderPlainPage({
    title: filled(title, values),
    language,
    style: STYLE,
    path,
    className: "over",
    body: `${renderBill(bill, false)}\n${ending}`,
  });
}

export function renderUnknownLink(path: string, language: Language): string {
  const { title, text } = CATALOGUES[language].paymentLink.unknown;
  const body = renderEnding({ kind: "question", title: escaped(title), text: escaped(text) });
  return renderPlainPage({ title, language, style: STYLE, path, className: "alone", body });
}
