// The refunds of a paid payment, for its buyer.
import { escaped } from "../../html.ts";
import { written } from "../../written.ts";
import { type Fact, moment, renderFacts, renderWhole, transactionFact } from "../receipt.ts";
import { renderGroups } from "../send-to.ts";
import { type CheckoutView, merchantOf } from "../view.ts";
import type { ShownRefund } from "./refund-view.ts";

/** Empty if there are none. */
export function renderRefunds(view: CheckoutView): string {
  const { shown, returned } = view.refunds;
  if (shown.length === 0) return "";
  const { refunded = "", paid = "", isWhole = false } = returned ?? {};
  const texts = view.texts.refunds;
  const sum = returned
    ? `<p class="text">${isWhole ? escaped(texts.whole) : written(texts.part, { refunded, paid })}</p>`
    : "";
  return `<section class="refunds" aria-labelledby="refunds">
<h2 id="refunds">${escaped(texts.title)}</h2>
${shown.map((each) => renderOne(view, each)).join("\n")}
${sum}
</section>`;
}

const renderOne = (view: CheckoutView, shown: ShownRefund): string =>
  `<p class="text refund">${sentenceOf(view, shown)}</p>${renderFacts(factsOf(view, shown))}`;

function sentenceOf(view: CheckoutView, { refund, amount }: ShownRefund): string {
  const texts = view.texts.refunds;
  const values = { ...merchantOf(view), amount };
  switch (refund.status) {
    case "requires_address":
      return written(
        refund.claim === null ? texts.address : texts[refund.claim.by === null ? "claimed" : "named"],
        values,
      );
    case "requires_action":
      return written(texts.requested, values);
    case "processing":
      return written(texts.processing, values);
    case "succeeded":
      return written(texts.sent, values, { date: moment(view, refund.updatedAt) });
    default:
      return written(texts.failed, values);
  }
}

function factsOf(view: CheckoutView, { refund, tokens, chain, network }: ShownRefund): readonly Fact[] {
  const { texts } = view;
  if (refund.status === "failed") return [];
  // Whom the merchant names is only known once another person has accepted it.
  const to = refund.to ?? (refund.claim?.by === null ? refund.claim.address : null);
  return [
    [texts.refunds.tokens, renderWhole(tokens)],
    [texts.network, `<bdi>${escaped(network)}</bdi>`],
    ...(to === null ? [] : [[texts.refunds.to, `<code dir="ltr">${renderGroups(to)}</code>`] as const]),
    ...(refund.txHash === null
      ? []
      : [transactionFact(view, texts.transaction, { id: `refund-${refund.id}`, hash: refund.txHash, chain })]),
  ];
}
