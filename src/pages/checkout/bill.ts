// The amount, the merchant and the reference.
import { readableAmount } from "../amount.ts";
import { renderBrandName } from "../brand.ts";
import { escaped } from "../html.ts";
import { renderTestNote } from "../test-note.ts";
import { written } from "../written.ts";
import { renderAccepted } from "./accepted.ts";
import { renderMerchantMark } from "./merchant-mark.ts";
import { type CheckoutView, merchantOf } from "./view.ts";

/** @param isHeading whether it is the page's heading: only while the payment is open */
export function renderBill(view: CheckoutView, isHeading: boolean): string {
  const { payment, texts, locale, isTestNet } = view;
  const amount = readableAmount(payment.amount, locale);
  const heading = isHeading ? "h1" : "p";
  return `<section class="bill">
${renderTestNote(payment, texts, isTestNet)}
${renderBrandName(payment.merchant.branding)}
${renderMerchantMark(payment.merchant)}
<${heading} class="asked"><span class="to">${written(isHeading ? texts.payTo : "{merchant}", merchantOf(view))}</span> <bdi class="amount${sizeOf(amount)}">${escaped(amount)}</bdi></${heading}>
<p class="reference"><span class="quiet">${escaped(texts.reference)}</span> <bdi>${escaped(payment.referenceId)}</bdi></p>
${renderDescription(view)}
${isHeading ? renderAccepted(view) : ""}
${isHeading ? renderExpiry(view) : ""}
</section>`;
}

/** Longer amounts are set smaller: on the narrowest screen, a number does not break (style/payment.css). */
export const sizeOf = (amount: string): string => {
  const { length } = amount.replace(/\p{Cf}/gu, ""); // direction marks take no room
  return length <= LONG.from ? "" : length <= LONG.very ? " long" : " very long";
};

/** Characters. */
const LONG = { from: 11, very: 16 } as const;

function renderDescription({ payment: { description, lineItems, amount }, locale }: CheckoutView): string {
  const text = description === null ? "" : `<p class="description"><bdi>${escaped(description)}</bdi></p>`;
  const quantities = new Intl.NumberFormat(locale);
  const items = lineItems.map(({ name, quantity, value }) => {
    const price = escaped(readableAmount({ currency: amount.currency, value }, locale));
    return `<li><span>${quantities.format(quantity)} × <bdi>${escaped(name)}</bdi></span> <bdi>${price}</bdi></li>`;
  });
  return text + (items.length === 0 ? "" : `<ul class="items">${items.join("\n")}</ul>`);
}

/** The script replaces it with a countdown. */
export function renderExpiry({ payment: { expiresAtS, createdAt }, texts, locale }: CheckoutView): string {
  const expiry = new Date(expiresAtS * 1000);
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "long", timeZone: "UTC" });
  const time = `<time datetime="${expiry.toISOString()}">${escaped(format.format(expiry))}</time>`;
  const asked = escaped(texts.payBy).replace("{time}", time);
  return `<div class="expiry" id="expiry" data-from-ms="${createdAt.getTime()}"><p>${asked}</p></div>`;
}
