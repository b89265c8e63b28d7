// What a payment was paid with, when and in which transaction; after success with buttons to print and share it.
import { escaped } from "../html.ts";
import { written } from "../written.ts";
import type { CheckoutView } from "./view.ts";

/** Name and HTML. */
type Fact = readonly [name: string, value: string];

/** @param isReceipt the payment has succeeded */
export function renderReceipt(view: CheckoutView, isReceipt: boolean): string {
  const { texts, paid, payment } = view;
  if (!paid) return "";
  const facts: readonly Fact[] = [
    ...(isReceipt && payment.confirmation
      ? [[texts.paidOn, moment(view, payment.confirmation.confirmedAt)] as const]
      : []),
    [texts.paidWith, `<bdi>${escaped(paid.amount)}</bdi>`],
    [texts.network, `<bdi>${escaped(paid.chain)}</bdi>`],
    ...transactionOf(view),
    ...(isReceipt ? [[texts.paymentId, `<code dir="ltr">${escaped(payment.id)}</code>`] as const] : []),
  ];
  const rows = facts.map(([name, value]) => `<div><dt>${escaped(name)}</dt><dd>${value}</dd></div>`);
  return `<dl class="facts">${rows.join("\n")}</dl>${isReceipt ? renderButtons(view) : ""}`;
}

/** Enabled by the script where the browser can do it. */
const renderButtons = ({ texts }: CheckoutView): string => `<div class="receipt">
<button type="button" class="button plain" id="print" hidden>${escaped(texts.print)}</button>
<button type="button" class="button plain" id="share" hidden>${escaped(texts.share)}</button>
</div>`;

/** In UTC; the script shows it in the reader's time zone. */
function moment({ locale }: CheckoutView, time: Date): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "long", timeZone: "UTC" });
  return `<time data-local datetime="${time.toISOString()}">${escaped(format.format(time))}</time>`;
}

/** With its whole hash to copy, and a link to the explorer as EIP-3091 defines. */
function transactionOf({ texts, payment, progress, data }: CheckoutView): readonly Fact[] {
  const hash = payment.credit?.txHash ?? progress?.txHash ?? null;
  if (!hash) return [];
  const chain = data.chains.find(({ caip2 }) => caip2 === payment.confirmation?.option.terms.chain);
  const explorerUrl = chain?.explorerUrl ?? null;
  const copy = `<button type="button" class="inline" data-copies="hash" hidden>${escaped(texts.copyHash)}</button>`;
  const link = explorerUrl
    ? `<a id="explorer" href="${escaped(`${explorerUrl}/tx/${hash}`)}" target="_blank" rel="noopener noreferrer">${written(texts.explorer, { explorer: new URL(explorerUrl).host })}</a>`
    : "";
  return [[texts.transaction, `<code id="hash" dir="ltr">${hash}</code><span class="actions">${copy}${link}</span>`]];
}
