// How to pay while the payment is open: with a wallet in this browser (rendered by the script), with a wallet app on
// this phone, by a transfer to an address, or with another device by QR code or link.
import { escaped } from "../html.ts";
import { filled } from "../messages/message.ts";
import { written } from "../written.ts";
import { cancelPath, renderHiddenFields } from "./form.ts";
import { renderQr } from "./qr.ts";
import { walletLink } from "./return-query.ts";
import { renderSend } from "./send.ts";
import { renderAddress, renderOthers, shownAddress } from "./send-to.ts";
import { type CheckoutView, merchantOf, type SentTo } from "./view.ts";
import { walletAppsFor } from "./wallet-apps.ts";

/** Seconds after which the page of a payment that is not final reloads itself without script. */
export const REFRESH_S = 15;

export function renderOpen(view: CheckoutView): string {
  const to = shownAddress(view);
  if (to) return renderSending(view, to);
  return `<section class="pay">
${renderWays(view)}
${renderCancel(view)}
</section>`;
}

/** With a wallet here, on this phone or on another device, or by a transfer. */
export const renderWays = (view: CheckoutView): string => `${renderNoScript(view)}
${renderOthers(view)}
<p class="note outdated-note">${escaped(view.texts.outdated)}</p>
<div id="wallet"></div>
${renderNoWallet(view)}
${renderOwnTab(view)}
${renderWalletApps(view)}
${renderSend(view)}
${renderOtherDevice(view)}`;

/** Instead of the other ways, which would only be in its way. */
const renderSending = (
  view: CheckoutView,
  to: SentTo,
): string => `<section class="pay" id="sending" data-asset="${escaped(to.asset)}" data-received="${to.received}">
${renderNoScript(view)}
${renderAddress(view, to)}
${to.missing === 0n ? "" : renderCancel(view)}
</section>`;

function renderNoScript({ texts, locale }: CheckoutView): string {
  const count = new Intl.NumberFormat(locale).format(REFRESH_S);
  return `<noscript><p class="note">${escaped(filled(texts.noScript, { count }))}</p></noscript>`;
}

/** style/ways.css shows it where the script has found no wallet, except on touch devices. A frame may only hide one. */
const renderNoWallet = ({ texts, data, send }: CheckoutView): string =>
  data.embedOrigin === null
    ? `<p class="note no-wallet">${escaped(send.choices.length > 0 ? texts.noWalletSend : texts.noWallet)}</p>`
    : "";

/** Opens the page in its own tab, for wallets that a page in a shop's frame cannot reach. */
const renderOwnTab = ({ data }: CheckoutView): string =>
  data.embedOrigin === null
    ? ""
    : `<p><a class="button plain" href="${escaped(data.link)}" target="_blank" rel="noopener">${escaped(data.messages.live.ownTab)}</a></p>`;

/** Touch devices show it; style/ways.css hides it elsewhere. */
function renderWalletApps({ texts, data, returnQuery }: CheckoutView): string {
  // A framed page would open the link inside the frame.
  const target = data.embedOrigin === null ? "" : ' target="_blank"';
  const apps = walletAppsFor(data.chains.map(({ caip2 }) => caip2)).map(
    ({ name, letters, colour, linkTo }) =>
      `<li><a class="button plain" href="${escaped(linkTo(data.link))}"${target} rel="noreferrer">${letterMark(letters, colour)}<span>${escaped(name)}</span></a></li>`,
  );
  return `<section class="apps" id="apps" aria-labelledby="apps-title">
<h2 id="apps-title">${escaped(texts.app)}</h2>
<p class="quiet">${escaped(texts.appsText)}</p>
<ul>${apps.join("\n")}
<li><a class="button plain" href="${escaped(walletLink(data.link, returnQuery))}"${target}>${letterMark("…", "#565d6b")}<span>${escaped(texts.open)}</span></a></li></ul>
<p class="note" id="unopened" role="status" data-text="${escaped(texts.unopened)}"></p>
</section>`;
}

const letterMark = (letters: string, colour: string): string =>
  `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="${colour}"/><text x="16" y="16" text-anchor="middle" dominant-baseline="central">${letters}</text></svg>`;

/** The box shows the code on touch devices, where it is folded away; it works without script. */
const renderOtherDevice = ({ texts, data }: CheckoutView): string => `<section class="app" aria-labelledby="app">
<h2 id="app">${escaped(texts.otherDevice)}</h2>
<p class="quiet">${escaped(texts.otherDeviceText)}</p>
<label class="show-qr"><input type="checkbox" id="show-qr"> ${escaped(texts.showQr)}</label>
${renderQr(data.link, escaped(texts.qr))}
<div class="link">
<p class="quiet">${escaped(texts.link)}</p>
<div><code id="link" dir="ltr">${escaped(data.link)}</code><button type="button" class="button plain" data-copies="link" hidden>${escaped(texts.copy)}</button></div>
</div>
</section>`;

/** Cancelling takes two steps, because it can't be undone. */
const renderCancel = (view: CheckoutView): string => `<details class="cancel">
<summary>${escaped(view.texts.cancel)}</summary>
<form method="post" action="${cancelPath(view.payment.id)}">
<p class="quiet">${written(view.texts.cancelText, merchantOf(view))}</p>
${renderHiddenFields(view)}
<button class="button plain bad">${escaped(view.texts.cancelNow)}</button>
</form>
</details>`;
