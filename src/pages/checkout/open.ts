// How to pay while the payment is open: with a wallet in this browser (rendered by the script), or with a wallet app by
// QR code or link.
import { escaped } from "../html.ts";
import { filled } from "../messages/message.ts";
import { written } from "../written.ts";
import { renderQr } from "./qr.ts";
import { returnParameters, walletLink } from "./return-query.ts";
import { type CheckoutView, merchantOf } from "./view.ts";

/** Field of the cancel form. */
export const PAGE_TOKEN_FIELD = "token";

export const cancelPath = (paymentId: string): string => `/${paymentId}/cancel`;

/** Seconds after which the page of a payment that is not final reloads itself without script. */
export const REFRESH_S = 15;

export function renderOpen(view: CheckoutView): string {
  const { texts, data } = view;
  return `<section class="pay">
<noscript><p class="note">${escaped(filled(texts.noScript, { count: String(REFRESH_S) }))}</p></noscript>
<div id="wallet"></div>
<section class="app" aria-labelledby="app">
<h2 id="app">${escaped(texts.app)}</h2>
<p class="quiet">${escaped(texts.appText)}</p>
<a class="button plain" href="${escaped(walletLink(data.link, view.returnQuery))}">${escaped(texts.open)}</a>
${renderQr(data.link, escaped(texts.qr))}
<div class="link">
<p class="quiet">${escaped(texts.link)}</p>
<div><code id="link" dir="ltr">${escaped(data.link)}</code><button type="button" class="button plain" id="copy" hidden>${escaped(texts.copy)}</button></div>
</div>
</section>
${renderCancel(view)}
</section>`;
}

/** In two steps, because it can't be undone. */
const renderCancel = (view: CheckoutView): string => `<details class="cancel">
<summary>${escaped(view.texts.cancel)}</summary>
<form method="post" action="${cancelPath(view.payment.id)}">
<p class="quiet">${written(view.texts.cancelText, merchantOf(view))}</p>
<input type="hidden" name="${PAGE_TOKEN_FIELD}" value="${view.data.pageToken}">
<input type="hidden" name="lang" value="${view.data.language}">
${returnParameters(view.returnQuery)
  .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
  .join("\n")}
<button class="button plain bad">${escaped(view.texts.cancelNow)}</button>
</form>
</details>`;
