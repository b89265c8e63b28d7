// The address to send to: what is missing, the address to copy and as QR code, and what has arrived.
import { escaped } from "../html.ts";
import { filled } from "../messages/message.ts";
import { written } from "../written.ts";
import { renderQr } from "./qr.ts";
import { returnParameters } from "./return-query.ts";
import { type CheckoutView, merchantOf, type SentTo } from "./view.ts";

/** The parameter of the page's address that names an asset, as CAIP-19, or the reason why there is no address. */
export const SEND_PARAMETER = "deposit";

/** Whether its amount holds no longer: what comes from now on does not pay the payment. */
export const hasEnded = ({ data }: CheckoutView, { holdsUntil }: SentTo): boolean =>
  holdsUntil !== null && holdsUntil.getTime() <= data.nowMs;

/** The address that the page names, or else one to which money has come; null: the page shows all ways to pay. */
export function shownAddress(view: CheckoutView): SentTo | null {
  const { named, addresses } = view.send;
  const usable = addresses.filter((each) => !hasEnded(view, each));
  if (named !== null) return usable.find(({ asset }) => asset === named) ?? null;
  return usable.find(({ received }) => received > 0n) ?? null;
}

export function renderAddress(view: CheckoutView, to: SentTo): string {
  const { heading, otherWay } = view.texts.send;
  const more =
    to.missing === 0n
      ? ""
      : `${renderWhere(view, to)}
<p><a class="button plain" id="other-way" href="${escaped(pageNaming(view, ""))}">${escaped(otherWay)}</a></p>`;
  return `<section class="sending" aria-labelledby="send-to">
<h2 id="send-to">${written(heading, { amount: to.asked, network: to.network })}</h2>
${renderReceived(view, to)}
${renderOthers(view)}
${more}
</section>`;
}

/** HTML: what became of each other token, and of money on another network. */
export const otherTexts = ({ texts: { send: texts }, send, payment }: CheckoutView): readonly string[] => {
  const merchant = payment.merchant.name;
  const said = send.others.map(({ amount, network, isRefused }) =>
    isRefused ? written(texts.refused, { merchant }) : written(texts.other, { merchant, amount, network }),
  );
  return [...new Set(said)];
};

export function renderOthers(view: CheckoutView): string {
  const said = otherTexts(view).map((text) => `<p>${text}</p>`);
  return said.length === 0 ? "" : `<div class="note warn" id="elsewhere">${said.join("\n")}</div>`;
}

/** The parameters of this page with the asset of an address; empty: all ways to pay. */
export const sendParameters = ({ returnQuery }: CheckoutView, asset: string | null): readonly [string, string][] => [
  ...returnParameters(returnQuery),
  ...(asset === null ? [] : [[SEND_PARAMETER, asset] as [string, string]]),
];

const pageNaming = (view: CheckoutView, asset: string): string =>
  `/${view.payment.id}?${new URLSearchParams([["lang", view.data.language], ...sendParameters(view, asset)])}`;

function renderReceived(
  { texts }: CheckoutView,
  { received, missing, readable, receivedTokens, asked }: SentTo,
): string {
  const { waiting, partly, checking, again } = texts.send;
  const parts = { received: readable.received, amount: asked, missing: readable.missing };
  const text = missing === 0n ? written(checking, { amount: receivedTokens }) : written(partly, parts);
  const bar = `<progress max="1" value="${shareOf(received, missing)}" aria-labelledby="received"></progress>`;
  return `<div class="note${received > 0n ? " part" : ""}">
<p id="received">${received === 0n ? escaped(waiting) : text}</p>
${received === 0n ? "" : bar}
<noscript><p><a href="">${escaped(again)}</a></p></noscript>
</div>`;
}

const PER_MILLE = 1_000n;

const shareOf = (received: bigint, missing: bigint): number =>
  Number((received * PER_MILLE) / (received + missing)) / Number(PER_MILLE);

function renderWhere(view: CheckoutView, to: SentTo): string {
  const { only, exact, inTime, amount, address, copyAmount, copyAddress } = view.texts.send;
  const values = { ...merchantOf(view), token: to.symbol, network: to.network };
  return `<p class="note warn">${written(only, values)}</p>
${renderCopied("send-amount", written(amount, values), escaped(to.plainMissing), copyAmount)}
${renderCopied("send-address", written(address, values), renderGroups(to.address), copyAddress)}
<p class="quiet">${escaped(exact)}</p>
${renderCodes(view, to)}
<p class="quiet">${written(inTime, values)}${renderHold(view, to)}</p>`;
}

const renderCopied = (id: string, label: string, html: string, copy: string): string => `<div class="link ${id}">
<p class="quiet">${label}</p>
<div><code id="${id}" dir="ltr">${html}</code><button type="button" class="button plain" id="copy-${id}" data-copies="${id}" hidden>${escaped(copy)}</button></div>
</div>`;

/** In groups that the eye can compare. Copied, it has no spaces. */
export const renderGroups = (address: string): string =>
  address.replace(/^0x.{4}|.{4}/g, (group) => `<span>${group}</span><wbr>`);

function renderHold({ texts, locale }: CheckoutView, { holdsUntil }: SentTo): string {
  if (!holdsUntil) return "";
  const format = new Intl.DateTimeFormat(locale, { timeStyle: "short", dateStyle: "medium", timeZone: "UTC" });
  const time = `<time data-local datetime="${holdsUntil.toISOString()}">${escaped(format.format(holdsUntil))}</time>`;
  return ` ${written(texts.send.holdsUntil, {}, { time })}`;
}

/** Digits at either end of an address that people compare. */
const [FIRST, LAST] = [6, 4];

/** Exchanges that cannot read a transfer's link read a plain address. */
function renderCodes({ texts }: CheckoutView, { uri, address, missingTokens, network }: SentTo): string {
  const { codes, codeWhole, codePlain, qrWhole, qrPlain, compare } = texts.send;
  const ends = { start: address.slice(0, FIRST), end: address.slice(-LAST) };
  return `<fieldset class="codes"><legend class="quiet">${escaped(codes)}</legend>
<label><input type="radio" name="code" id="code-whole" checked> ${escaped(codeWhole)}</label>
<label><input type="radio" name="code" id="code-plain"> ${escaped(codePlain)}</label>
<div class="whole">${renderQr(uri, escaped(filled(qrWhole, { amount: missingTokens, network })))}</div>
<div class="plainly">${renderQr(address, escaped(qrPlain))}</div>
<p class="quiet">${written(compare, ends)}</p>
</fieldset>`;
}
