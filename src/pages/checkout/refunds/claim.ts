// Asks the buyer of a deposit for the address to which a refund goes. It is a form that needs no script: the address is
// entered, then compared, then sent.
import { escaped } from "../../html.ts";
import { filled } from "../../messages/message.ts";
import { written } from "../../written.ts";
import { ADDRESS_FIELD, claimPath, renderHiddenFields, STEP_FIELD } from "../form.ts";
import { renderGroups } from "../send-to.ts";
import { type CheckoutView, merchantOf } from "../view.ts";
import type { ClaimFault, ClaimView } from "./refund-view.ts";

/** Longer entries are no addresses. */
const ENTRY_MAX = 200;

/** Empty if no refund waits for an address. */
export function renderClaim(view: CheckoutView): string {
  const { claim } = view.refunds;
  if (!claim) return "";
  const texts = view.texts.refunds.claim;
  const { isChecked } = claim.entry;
  return `<section class="claim" aria-labelledby="claim">
<h2 id="claim">${escaped(isChecked ? texts.sure : texts.title)}</h2>
<form method="post" action="${claimPath(view.payment.id)}" novalidate>
${renderHiddenFields(view)}
${isChecked ? renderCompare(view, claim) : renderField(view, claim)}
</form>
</section>`;
}

function renderField(view: CheckoutView, claim: ClaimView): string {
  const texts = view.texts.refunds.claim;
  const { typed, fault } = claim.entry;
  const values = valuesOf(view, claim);
  const error = fault === null ? "" : `<p class="error" id="claim-error">${faultText(view, claim, fault)}</p>`;
  const state = fault === null ? "" : ' aria-invalid="true" autofocus';
  const rejected = claim.isRejected ? `<p class="note warn">${written(texts.rejected, values)}</p>\n` : "";
  return `${rejected}<p class="text">${written(texts.text, values)}</p>
<label for="claim-address">${written(texts.label, values)}</label>
<p class="quiet" id="claim-hint">${escaped(texts.hint)}</p>
<input id="claim-address" name="${ADDRESS_FIELD}" value="${escaped(typed)}" maxlength="${ENTRY_MAX}" dir="ltr" type="text"
 autocomplete="off" autocapitalize="off" spellcheck="false" required aria-describedby="claim-hint${fault === null ? "" : " claim-error"}"${state}>
${error}
<p class="note warn">${written(texts.exchange, values)}</p>
<button class="button" name="${STEP_FIELD}" value="check">${escaped(texts.check)}</button>`;
}

function renderCompare(view: CheckoutView, claim: ClaimView): string {
  const texts = view.texts.refunds.claim;
  const values = valuesOf(view, claim);
  const { typed: address } = claim.entry;
  return `<p class="text">${written(texts.compare, values)}</p>
<p class="whole-address"><code dir="ltr">${renderGroups(address)}</code></p>
<p class="note warn">${written(texts.exchange, values)}</p>
<input type="hidden" name="${ADDRESS_FIELD}" value="${escaped(address)}">
<button class="button" name="${STEP_FIELD}" value="use">${escaped(texts.use)}</button>
<button class="button plain" name="${STEP_FIELD}" value="change">${escaped(texts.change)}</button>`;
}

const valuesOf = (view: CheckoutView, { symbol, network }: ClaimView) => ({
  ...merchantOf(view),
  token: symbol,
  network,
});

function faultText(view: CheckoutView, claim: ClaimView, fault: ClaimFault): string {
  const count = new Intl.NumberFormat(view.locale).format(claim.entry.typed.length);
  return written(view.texts.refunds.claim.wrong[fault], { ...valuesOf(view, claim), count });
}

/** Screen readers read the title first. */
export const faultTitle = ({ refunds, texts }: CheckoutView, title: string): string =>
  refunds.claim?.entry.fault ? filled(texts.refunds.claim.errorTitle, { title }) : title;
