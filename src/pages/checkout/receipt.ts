// Shows a payment's asset, time and transaction; after success with buttons to print and share it.
import { escaped } from "../html.ts";
import { filled } from "../messages/message.ts";
import { MOMENT } from "../messages/moment.ts";
import { written } from "../written.ts";
import { renderMailForm } from "./mail.ts";
import { renderGroups } from "./send-to.ts";
import { type CheckoutView, merchantOf, type SentTo } from "./view.ts";

/** Name and HTML. */
export type Fact = readonly [name: string, value: string];

/** @param isReceipt the payment has succeeded */
export function renderReceipt(view: CheckoutView, isReceipt: boolean): string {
  const { texts, paid, payment } = view;
  if (!paid) return renderFacts(view.send.addresses.flatMap((to) => sentTo(view, to)));
  const to = sentToConfirmed(view);
  const facts: readonly Fact[] = [
    ...(isReceipt && payment.confirmation
      ? [[texts.paidOn, moment(view, payment.confirmation.confirmedAt)] as const]
      : []),
    ...(to
      ? sentTo(view, to)
      : [
          [isReceipt ? texts.paidWith : texts.chosen, renderWhole(paid.amount, paid.exactAmount)] as const,
          ...(isReceipt ? paidFrom(view) : []),
          [texts.network, `<bdi>${escaped(paid.chain)}</bdi>`] as const,
        ]),
    ...transactionOf(view),
    ...(isReceipt ? [[texts.paymentId, copied(view, "payment-id", payment.id)] as const] : []),
  ];
  return `${renderFacts(facts)}${isReceipt ? renderButtons(view) + renderMailForm(view) : ""}`;
}

export const renderFacts = (facts: readonly Fact[]): string =>
  facts.length === 0
    ? ""
    : `<dl class="facts">${facts.map(([name, value]) => `<div><dt>${escaped(name)}</dt><dd>${value}</dd></div>`).join("\n")}</dl>`;

/**
 * An amount that does not break.
 * @param exact the same with all digits
 */
export const renderWhole = (amount: string, exact?: string): string =>
  `<bdi class="whole"${exact === undefined ? "" : ` title="${escaped(exact)}"`}>${escaped(amount)}</bdi>`;

/** The address by which the payment is paid; undefined: a wallet paid it. */
export const sentToConfirmed = ({ payment: { confirmation }, send }: CheckoutView): SentTo | undefined =>
  confirmation?.option.method === "deposit"
    ? send.addresses.find(({ asset }) => asset === confirmation.option.asset)
    : undefined;

/** What the buyer sent to an address; nothing if nothing came. */
function sentTo(
  view: CheckoutView,
  { transactions, receivedTokens, address, network, chain }: SentTo,
): readonly Fact[] {
  const { texts } = view;
  if (transactions.length === 0) return [];
  return [
    [texts.send.received, renderWhole(receivedTokens)],
    [texts.network, `<bdi>${escaped(network)}</bdi>`],
    [texts.send.sentTo, `<code dir="ltr">${renderGroups(address)}</code>`],
    ...transactions.map((hash, at) => transactionFact(view, texts.send.transfer, { id: `sent-${at}`, hash, chain })),
  ];
}

/** Where a guide tells how a signed receipt is verified. */
const ABOUT_RECEIPTS = "/docs/operations/receipts";

/** The buttons are enabled by the script where the browser can do it. */
function renderButtons({ texts, receiptFile }: CheckoutView): string {
  const { save, about, how } = texts.signedReceipt;
  const file = receiptFile
    ? `<a class="button plain" href="${escaped(receiptFile)}" download>${escaped(save)}</a>`
    : "";
  const more = `<a href="${ABOUT_RECEIPTS}" target="_blank" rel="noopener noreferrer">${escaped(how)}</a>`;
  return `<div class="receipt">
<button type="button" class="button plain" id="print" hidden>${escaped(texts.print)}</button>
<button type="button" class="button plain" id="share" hidden>${escaped(texts.share)}</button>
${file}
</div>
${receiptFile ? `<p class="quiet">${escaped(about)} ${more}</p>` : ""}`;
}

/** HTML, in UTC; the script shows it in the reader's time zone. */
export function moment({ locale }: CheckoutView, time: Date): string {
  const format = new Intl.DateTimeFormat(locale, { ...MOMENT, timeZone: "UTC" });
  return `<time data-local datetime="${time.toISOString()}">${escaped(format.format(time))}</time>`;
}

/** The transaction that paid; for a deposit, the one that passed it on. */
function transactionOf(view: CheckoutView): readonly Fact[] {
  const { texts, payment, progress } = view;
  const hash = payment.credit?.txHash ?? progress?.txHash ?? null;
  if (!hash) return [];
  const name = sentToConfirmed(view) ? filled(texts.send.passedOn, merchantOf(view)) : texts.transaction;
  return [transactionFact(view, name, { id: "hash", hash, chain: payment.confirmation?.option.terms.chain })];
}

interface Transaction {
  /** The ID of its element. */
  readonly id: string;
  readonly hash: string;
  readonly chain: string | undefined;
}

/** A transaction with its whole hash to copy, and a link to the explorer as EIP-3091 defines. */
export function transactionFact(view: CheckoutView, name: string, { id, hash, chain }: Transaction): Fact {
  const explorerUrl = view.data.chains.find(({ caip2 }) => caip2 === chain)?.explorerUrl ?? null;
  const link = explorerUrl
    ? `<a href="${escaped(`${explorerUrl}/tx/${hash}`)}" target="_blank" rel="noopener noreferrer">${written(view.texts.explorer, { explorer: new URL(explorerUrl).host })}</a>`
    : "";
  return [name, copied(view, id, hash, link)];
}

const paidFrom = (view: CheckoutView): readonly Fact[] =>
  view.payment.confirmation && view.payment.confirmation.option.method !== "deposit"
    ? [[view.data.messages.wallet.account, copied(view, "payer", view.payment.confirmation.option.terms.payer)]]
    : [];

/**
 * A text with a button that copies it.
 * @param more HTML beside the button
 */
const copied = ({ texts }: CheckoutView, id: string, text: string, more = ""): string =>
  `<code id="${id}" dir="ltr">${escaped(text)}</code><span class="actions"><button type="button" class="inline" data-copies="${id}" aria-describedby="${id}" hidden>${escaped(texts.copyHash)}</button>${more}</span>`;
