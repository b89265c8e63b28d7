// The payment's progress after the confirm, and its outcome.
import type { PaymentStatus } from "../../payment/payment.ts";
import { shortAccount } from "../account.ts";
import { readableAmount } from "../amount.ts";
import { escaped } from "../html.ts";
import { written } from "../written.ts";
import { ICONS } from "./icons.ts";
import { type CheckoutView, merchantOf } from "./view.ts";

export function renderProcessing(view: CheckoutView): string {
  const { texts, progress, paid } = view;
  const { title, text, signed, sent, included, confirmations, arrived } = texts.processing;
  const network = { network: paid?.chain ?? "" };
  const [done, total] = [progress?.confirmations ?? 0, progress?.required ?? 1];
  const isSent = progress?.txHash != null || done > 0;
  const depth =
    total > 1 && done > 0 ? `<br><span class="quiet">${counted(view, confirmations, done, total)}</span>` : "";
  const steps: readonly [isDone: boolean, text: string][] = [
    [true, escaped(signed)],
    [isSent, written(sent, network)],
    [done > 0, written(included, network) + depth],
    [false, escaped(arrived)],
  ];
  const current = steps.findIndex(([isDone]) => !isDone);
  const items = steps.map(([isDone, step], at) => {
    const state = isDone ? "done" : at === current ? "now" : "next";
    return `<li class="${state}"${state === "now" ? ' aria-current="step"' : ""}>${isDone ? ICONS.check : ICONS.dot}<span>${step}</span></li>`;
  });
  return `<section class="outcome">
<h1 id="outcome">${escaped(title)}</h1>
<p class="text">${escaped(text)}</p>
<ol class="steps">${items.join("\n")}</ol>
${renderFacts(view)}
</section>`;
}

const counted = ({ locale }: CheckoutView, message: string, done: number, total: number): string => {
  const { format } = new Intl.NumberFormat(locale);
  return written(message, { done: format(Math.min(done, total)), total: format(total) });
};

type End = Exclude<PaymentStatus, "requires_action" | "processing">;

const ICON_OF = { succeeded: "check", failed: "cross", expired: "clock", cancelled: "cross" } as const;

export function renderEnd(view: CheckoutView, status: End): string {
  const { texts, returnUrl } = view;
  const back = returnUrl
    ? `<div id="back"><a class="button" href="${escaped(returnUrl)}" rel="noreferrer"><span>${written(texts.back, merchantOf(view))}</span></a></div>`
    : "";
  return `<section class="outcome end ${status === "succeeded" ? "good" : "bad"}">
${ICONS[ICON_OF[status]]}
<h1 id="outcome">${escaped(texts[status].title)}</h1>
${endTexts(view, status)
  .map((text) => `<p class="text">${text}</p>`)
  .join("\n")}
${renderFacts(view)}
${back}
</section>`;
}

function endTexts(view: CheckoutView, status: End): readonly string[] {
  const { texts, payment, locale } = view;
  const values = { ...merchantOf(view), amount: readableAmount(payment.amount, locale) };
  const of: Readonly<Record<End, () => readonly string[]>> = {
    succeeded: () => {
      const { text, paidBack } = texts.succeeded;
      const date = payment.refund && new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
      const at =
        payment.refund && date ? [written(paidBack, { ...values, date: date.format(payment.refund.refundedAt) })] : [];
      return [written(text, values), ...at];
    },
    failed: () => [
      written(payment.failureCode === "declined_user" ? texts.failed.declined : texts.failed.text, values),
    ],
    expired: () => [written(texts.expired.text, values), written(texts.expired.sentAnyway, values)],
    cancelled: () => {
      const { byBuyer, byMerchant } = texts.cancelled;
      return [written(payment.cancelledReason === "cancelled_by_merchant" ? byMerchant : byBuyer, values)];
    },
  };
  return of[status]();
}

/** What it was paid with, and an explorer link. */
function renderFacts({ texts, paid, payment, progress, data }: CheckoutView): string {
  if (!paid) return "";
  const hash = payment.credit?.txHash ?? progress?.txHash ?? null;
  const chain = data.chains.find(({ caip2 }) => caip2 === payment.confirmation?.option.terms.chain);
  const facts: readonly [name: string, value: string][] = [
    [texts.paidWith, `<bdi>${escaped(paid.amount)}</bdi>`],
    [texts.network, `<bdi>${escaped(paid.chain)}</bdi>`],
    ...(hash ? [[texts.transaction, transaction(hash, chain?.explorerUrl ?? null, texts.explorer)] as const] : []),
  ].map(([name, value]) => [name ?? "", value ?? ""]);
  const rows = facts.map(([name, value]) => `<div><dt>${escaped(name)}</dt><dd>${value}</dd></div>`);
  return `<dl class="facts">${rows.join("\n")}</dl>`;
}

/** Links to the explorer as EIP-3091 defines. */
function transaction(hash: string, explorerUrl: string | null, message: string): string {
  const short = `<code dir="ltr" title="${hash}">${escaped(shortAccount(hash))}</code>`;
  if (!explorerUrl) return short;
  const name = written(message, { explorer: new URL(explorerUrl).host });
  return `${short}<br><a id="explorer" href="${escaped(`${explorerUrl}/tx/${hash}`)}" target="_blank" rel="noopener noreferrer">${name}</a>`;
}
