// Shows a payment's asset, time and transaction; after success with buttons to print and share it.
import { escaped } from "../html.ts";
import { MOMENT } from "../messages/moment.ts";
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
    [isReceipt ? texts.paidWith : texts.chosen, `<bdi>${escaped(paid.amount)}</bdi>`],
    ...(isReceipt ? paidFrom(view) : []),
    [texts.network, `<bdi>${escaped(paid.chain)}</bdi>`],
    ...transactionOf(view),
    ...(isReceipt ? [[texts.paymentId, copied(view, "payment-id", payment.id)] as const] : []),
  ];
  const rows = facts.map(([name, value]) => `<div><dt>${escaped(name)}</dt><dd>${value}</dd></div>`);
  return `<dl class="facts">${rows.join("\n")}</dl>${isReceipt ? renderButtons(view) : ""}`;
}

/** Enabled by the script where the browser can do it. */
const renderButtons = ({ texts }: CheckoutView): string => `<div class="receipt">
<button type="button" class="button plain" id="print" hidden>${escaped(texts.print)}</button>
<button type="button" class="button plain" id="share" hidden>${escaped(texts.share)}</button>
</div>`;

/** HTML, in UTC; the script shows it in the reader's time zone. */
export function moment({ locale }: CheckoutView, time: Date): string {
  const format = new Intl.DateTimeFormat(locale, { ...MOMENT, timeZone: "UTC" });
  return `<time data-local datetime="${time.toISOString()}">${escaped(format.format(time))}</time>`;
}

/** The transaction with its whole hash to copy, and a link to the explorer as EIP-3091 defines. */
function transactionOf(view: CheckoutView): readonly Fact[] {
  const { texts, payment, progress, data } = view;
  const hash = payment.credit?.txHash ?? progress?.txHash ?? null;
  if (!hash) return [];
  const chain = data.chains.find(({ caip2 }) => caip2 === payment.confirmation?.option.terms.chain);
  const explorerUrl = chain?.explorerUrl ?? null;
  const link = explorerUrl
    ? `<a id="explorer" href="${escaped(`${explorerUrl}/tx/${hash}`)}" target="_blank" rel="noopener noreferrer">${written(texts.explorer, { explorer: new URL(explorerUrl).host })}</a>`
    : "";
  return [[texts.transaction, copied(view, "hash", hash, link)]];
}

const paidFrom = (view: CheckoutView): readonly Fact[] =>
  view.payment.confirmation
    ? [[view.data.messages.wallet.account, copied(view, "payer", view.payment.confirmation.option.terms.payer)]]
    : [];

/**
 * A text with a button that copies it.
 * @param more HTML beside the button
 */
const copied = ({ texts }: CheckoutView, id: string, text: string, more = ""): string =>
  `<code id="${id}" dir="ltr">${escaped(text)}</code><span class="actions"><button type="button" class="inline" data-copies="${id}" aria-describedby="${id}" hidden>${escaped(texts.copyHash)}</button>${more}</span>`;
