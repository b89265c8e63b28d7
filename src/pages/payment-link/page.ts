// A payment link's page in each of its states. It needs no script.
import type { ClosedReason } from "../../operations/ports/payment-links.ts";
import { isOpenAmount } from "../../payment/payment-link.ts";
import { readableAmount } from "../amount.ts";
import { renderQr } from "../checkout/qr.ts";
import { escaped, HEAD, styleOnlyPolicy } from "../html.ts";
import { languageLinks } from "../language-links.ts";
import { CATALOGUES, directionOf, type Language } from "../messages/catalogues.ts";
import { filled } from "../messages/message.ts";
import { written } from "../written.ts";
import { type LinkForm, renderForm } from "./form.ts";
import { STYLE } from "./style.ts";

export const PAYMENT_LINK_POLICY = styleOnlyPolicy(STYLE, "'self'");

export interface LinkPage extends LinkForm {
  /** The address of the page. */
  readonly url: string;
  readonly isTestNet: boolean;
}

export function renderPaymentLink(page: LinkPage): string {
  const { link, merchant, amount, issues, language, locale, url } = page;
  const texts = CATALOGUES[language].paymentLink;
  const title = filled(texts.title, { merchant: merchant.name });
  const heading =
    link.description === null ? written(texts.title, { merchant: merchant.name }) : escaped(link.description);
  const fixed = isOpenAmount(amount) ? "" : `<p class="amount">${escaped(readableAmount(amount, locale))}</p>`;
  const picture = merchant.logo ? `<img src="/logos/${merchant.logo}.webp" alt="" width="44" height="44">` : "";
  const test = page.isTestNet ? `<p class="test">${escaped(CATALOGUES[language].page.testNet)}</p>\n` : "";
  return document({
    title: issues.length > 0 ? filled(texts.errorTitle, { title }) : title,
    language,
    path: new URL(url).pathname,
    body: `${test}<div class="for">${picture}<p><bdi>${escaped(merchant.name)}</bdi></p>${fixed}</div>
<h1 dir="auto">${heading}</h1>
${renderForm(page)}
<details><summary>${escaped(texts.phone)}</summary>
${renderQr(url, escaped(texts.qr))}
</details>`,
  });
}

const CROSS = "M6 6l12 12M18 6L6 18";

/** @param path of the page */
export function renderClosedLink(reason: ClosedReason, merchant: string, path: string, language: Language): string {
  const { title, text } = CATALOGUES[language].paymentLink.closed[reason];
  return document({
    title: filled(title, { merchant }),
    language,
    path,
    body: end(written(title, { merchant }), written(text, { merchant })),
  });
}

export function renderUnknownLink(path: string, language: Language): string {
  const { title, text } = CATALOGUES[language].paymentLink.unknown;
  return document({ title, language, path, body: end(escaped(title), escaped(text)) });
}

const end = (heading: string, text: string): string =>
  `<div class="end closed"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${CROSS}"/></svg>
<h1>${heading}</h1>
<p class="intro">${text}</p></div>`;

interface Document {
  readonly title: string;
  readonly language: Language;
  readonly path: string;
  readonly body: string;
}

function document({ title, language, path, body }: Document): string {
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
${HEAD}
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
<footer>${languageLinks(language, path)}</footer>
</body>
</html>
`;
}
