// The buyer-data page in each of its states. It carries the message for the wallet, which in-browser.js posts to the
// bridges; the server, not the message, decides whether the data was collected.

import type { Branding } from "../../payment/branding/branding.ts";
import { statusForBuyer } from "../../payment/payment.ts";
import { shortAccount } from "../account.ts";
import { readableAmount } from "../amount.ts";
import { brandLink, renderBrandName } from "../brand.ts";
import { CATALOGUES } from "../catalogues.ts";
import { FORM_STYLE } from "../form-style.ts";
import { escaped, formPolicy, HEAD } from "../html.ts";
import { directionOf, type Language } from "../messages/languages.ts";
import { filled } from "../messages/message.ts";
import { renderTestNote } from "../test-note.ts";
import { written } from "../written.ts";
import { type FormPage, renderFields, textsOf, wrongFields } from "./form.ts";
import { SCRIPT_PATH } from "./script.ts";

export const buyerDataFormPolicy = (frameAncestors: readonly string[]): string =>
  formPolicy(FORM_STYLE, frameAncestors);

const COMPLETE = JSON.stringify({ type: "IC_COMPLETE", success: true });
const failed = (error: string): string => JSON.stringify({ type: "IC_ERROR", error });

const CHECK = "M5 13l4.5 4.5L19.5 7";
const CROSS = "M6 6l12 12M18 6L6 18";

export function renderBuyerDataForm(page: FormPage): string {
  const { state, payment } = page.form;
  const { language, locale } = page;
  const texts = textsOf(page);
  const header = renderHeader(page);
  const brand = payment.merchant.branding;
  if (state === "open") {
    const title = filled(texts.titleFor, { merchant: payment.merchant.name });
    const isWrong = wrongFields(page).length > 0;
    return document({
      title: isWrong ? filled(texts.errorTitle, { title }) : title,
      language,
      locale,
      brand,
      body: header + renderFields(page),
    });
  }
  if (state === "done") {
    const body = end("done", CHECK, texts.done.heading, texts.done.text);
    return document({ title: texts.done.title, language, message: COMPLETE, brand, body: header + body });
  }
  const status = statusForBuyer(payment);
  const words = texts.closed[status];
  const body = end("closed", CROSS, words, texts.closedText);
  return document({
    title: words,
    language,
    message: failed(CATALOGUES.en.buyerData.closed[status]),
    brand,
    body: header + body,
  });
}

export function renderUnknownForm(language: Language): string {
  const { unknown, unknownText } = textsOf({ language });
  const body = end("closed", CROSS, unknown, unknownText);
  return document({ title: unknown, language, message: failed(CATALOGUES.en.buyerData.unknown), body });
}

function renderHeader({ form: { payment, account }, language, locale }: FormPage): string {
  const { name, logo } = payment.merchant;
  const brand = renderBrandName(payment.merchant.branding);
  const picture = logo ? `<img src="/logos/${logo}.webp" alt="" width="44" height="44">` : "";
  const note = renderTestNote(payment, CATALOGUES[language].page);
  return `${note}${brand}<div class="for">${picture}<p>${escaped(name)}<br><span class="quiet">${written(textsOf({ language }).from, { account: shortAccount(account) })}</span></p><p class="amount">${escaped(readableAmount(payment.amount, locale))}</p></div>\n`;
}

const end = (state: "done" | "closed", path: string, heading: string, text: string): string =>
  `<div class="end ${state}" role="status"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>
<h1>${escaped(heading)}</h1>
<p class="intro">${escaped(text)}</p></div>`;

interface Page {
  readonly title: string;
  readonly language: Language;
  /** The locale of times that the script formats. */
  readonly locale?: string;
  /** The wallet's message, in English like everything that programs read. */
  readonly message?: string;
  readonly brand?: Branding | null;
  readonly body: string;
}

function document({ title, language, locale = language, message, brand = null, body }: Page): string {
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
${HEAD}
<title>${escaped(title)}</title>
<style>${FORM_STYLE}</style>
${brandLink(brand)}
<script type="module" src="${SCRIPT_PATH}"></script>
</head>
<body>
<main aria-label="${escaped(title)}" data-locale="${locale}"${message ? ` data-message="${escaped(message)}"` : ""}>
${body}
</main>
</body>
</html>
`;
}
