// The payment's progress after the confirm, and its outcome.
import type { PaymentStatus } from "../../payment/payment.ts";
import { readableAmount } from "../amount.ts";
import { escaped, renderAgain } from "../html.ts";
import { written } from "../written.ts";
import { ICONS } from "./icons.ts";
import { moment, renderReceipt, sentToConfirmed } from "./receipt.ts";
import { renderClaim } from "./refunds/claim.ts";
import { renderRefunds } from "./refunds/refunded.ts";
import { otherTexts } from "./send-to.ts";
import { type CheckoutView, type FullLink, merchantOf } from "./view.ts";

export function renderProcessing(view: CheckoutView): string {
  const { texts, progress, paid } = view;
  const { title, text, signed, sent, included, confirmations, arrived, late, lateText } = texts.processing;
  const isOverdue = isLate(view);
  const network = { network: paid?.chain ?? "" };
  const [done, total] = [progress?.confirmations ?? 0, progress?.required ?? 1];
  const isSent = progress?.txHash != null || done > 0;
  const depth =
    total > 1 && done > 0 ? `<br><span class="quiet">${counted(view, confirmations, done, total)}</span>` : "";
  const to = sentToConfirmed(view);
  const { deposited, passedOn } = texts.send;
  const steps: readonly [isDone: boolean, text: string][] = [
    [true, to ? written(deposited, { amount: to.receivedTokens }) : escaped(signed)],
    [isSent, to ? written(passedOn, merchantOf(view)) : written(sent, network)],
    [done > 0, written(included, network) + depth],
    [false, escaped(arrived)],
  ];
  const current = steps.findIndex(([isDone]) => !isDone);
  const items = steps.map(([isDone, step], at) => {
    const state = isDone ? "done" : at === current ? "now" : "next";
    return `<li class="${state}"${state === "now" ? ' aria-current="step"' : ""}>${isDone ? ICONS.check : ICONS.dot}<span>${step}</span></li>`;
  });
  return `<section class="outcome">
<h1 id="outcome">${escaped(isOverdue ? late : title)}</h1>
<p class="text">${isOverdue ? written(lateText, merchantOf(view)) : escaped(text)}</p>
<ol class="steps">${items.join("\n")}</ol>
${renderEstimate(view)}
${renderReceipt(view, false)}
</section>`;
}

/** Networks and services often need more than the usual time: twice as long, and this much more, is late. */
const LATE_AFTER_S = 30;

const isLate = ({ payment, data, paid }: CheckoutView): boolean =>
  payment.confirmation !== null &&
  data.nowMs - payment.confirmation.confirmedAt.getTime() > (2 * (paid?.etaS ?? 0) + LATE_AFTER_S) * 1_000;

/** Durations from this many seconds on are shown in minutes. */
const IN_MINUTES_S = 90;
const MINUTE_S = 60;

/** How long the network usually takes, so that a slow one does not look stuck. */
function renderEstimate({ paid, texts, locale }: CheckoutView): string {
  if (!paid) return "";
  const [value, unit] = paid.etaS < IN_MINUTES_S ? [paid.etaS, "second"] : [Math.ceil(paid.etaS / MINUTE_S), "minute"];
  const time = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(value);
  return `<p class="quiet">${written(texts.processing.estimate, { network: paid.chain, time })}</p>`;
}

const counted = ({ locale }: CheckoutView, message: string, done: number, total: number): string => {
  const { format } = new Intl.NumberFormat(locale);
  return written(message, { done: format(Math.min(done, total)), total: format(total) });
};

/** Instead of the ways to pay. */
export function renderFullLink(view: CheckoutView, { title, text, again }: FullLink): string {
  const more = again === null ? "" : renderAgain(again);
  return `<section class="outcome end bad">
${again === null ? ICONS.cross : ICONS.clock}
<h1 id="outcome">${written(title, merchantOf(view))}</h1>
<p class="text">${written(text, merchantOf(view))}</p>
${more}
</section>`;
}

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
${[...endTexts(view, status), ...otherTexts(view)].map((text) => `<p class="text">${text}</p>`).join("\n")}
${renderRefunds(view)}
${renderClaim(view)}
${back}
${renderReceipt(view, status === "succeeded")}
</section>`;
}

/** Money came that did not pay: to say that nothing was paid would make the buyer send it again. */
function renderCame({ texts, payment, send }: CheckoutView): readonly string[] {
  const { refused, came, tooLittle } = texts.send;
  const merchant = payment.merchant.name;
  const received = send.addresses.filter((to) => to.received > 0n);
  if (received.length > 0 && payment.failureCode === "declined_user") return [written(refused, { merchant })];
  return received.map(({ receivedTokens, network, missing, readable, asked }) =>
    missing > 0n
      ? written(tooLittle, { merchant, network, ...readable, amount: asked })
      : written(came, { merchant, amount: receivedTokens, network }),
  );
}

/** Buyers return to this page to ask about a second, late or excess transfer. */
function renderExcess(view: CheckoutView): readonly string[] {
  const { texts, excess, payment } = view;
  return excess.map(({ kind, amount, network, ended }) => {
    const values = { ...merchantOf(view), amount, network, reference: payment.referenceId };
    if (!ended) return written(texts.excess[kind], values);
    const message = ended.isSentBack ? texts.excess.sentBack : texts.excess.handled;
    return written(message, values, { date: moment(view, ended.at) });
  });
}

function endTexts(view: CheckoutView, status: End): readonly string[] {
  const { texts, payment, locale } = view;
  const excess = renderExcess(view);
  // Nothing was paid would be false.
  const came = status === "succeeded" ? [] : [...renderCame(view), ...excess];
  if (came.length > 0) return came;
  const values = { ...merchantOf(view), amount: readableAmount(payment.amount, locale) };
  const of: Readonly<Record<End, () => readonly string[]>> = {
    succeeded: () => {
      const { text, paidBack } = texts.succeeded;
      const { refundMark: mark } = payment;
      const isMarked = mark && view.refunds.returned === null;
      const back = isMarked ? [written(paidBack, values, { date: moment(view, mark.refundedAt) })] : [];
      return [written(text, values), ...back, ...excess];
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
