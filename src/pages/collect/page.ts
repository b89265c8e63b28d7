// The page around the form for buyers' data, in each of its states. What it tells the wallet stands in the page; in-browser.js
// posts it to the bridges (the server, not the message, decides whether data was collected).
import { shortAccount } from "../account.ts";
import { readableAmount } from "../amount.ts";
import { escaped, formPolicy } from "../html.ts";
import { type FormPage, renderFields, wrongFields } from "./form.ts";
import { SCRIPT_PATH } from "./script.ts";
import { STYLE } from "./style.ts";

export const collectPagePolicy = (frameAncestors: readonly string[]): string => formPolicy(STYLE, frameAncestors);

const COMPLETE = JSON.stringify({ type: "IC_COMPLETE", success: true });
const failed = (error: string): string => JSON.stringify({ type: "IC_ERROR", error });

const CHECK = "M5 13l4.5 4.5L19.5 7";
const CROSS = "M6 6l12 12M18 6L6 18";

export function renderCollectPage(page: FormPage): string {
  const { state, payment } = page.form;
  const header = renderHeader(page);
  if (state === "open") {
    const mark = wrongFields(page).length > 0 ? "Error: " : "";
    return document({ title: `${mark}Your details for ${payment.merchant.name}`, body: header + renderFields(page) });
  }
  if (state === "done") {
    const body = end("done", CHECK, "Thank you", "Your details are in. Go back to your wallet to finish the payment.");
    return document({ title: "Your details are in", message: COMPLETE, body: header + body });
  }
  const words = CLOSED[payment.status];
  const body = end("closed", CROSS, words, "Nothing can be entered for it any more. You can close this page.");
  return document({ title: words, message: failed(words), body: header + body });
}

/** What a form says whose payment was not open any more when it was opened. */
const CLOSED = {
  requires_action: "The payment has changed",
  processing: "The payment is under way",
  succeeded: "The payment is made",
  failed: "The payment has failed",
  expired: "The payment has expired",
  cancelled: "The payment was cancelled",
} as const satisfies Record<FormPage["form"]["payment"]["status"], string>;

export function renderUnknownForm(): string {
  const words = "Form not found";
  const body = end("closed", CROSS, words, "Go back to your wallet and open the form from there.");
  return document({ title: words, message: failed(words), body });
}

function renderHeader({ form: { payment, account } }: FormPage): string {
  const { name, logo } = payment.merchant;
  const picture = logo ? `<img src="/logos/${logo}.webp" alt="" width="44" height="44">` : "";
  return `<div class="for">${picture}<p>${escaped(name)}<br><span class="quiet">from ${escaped(shortAccount(account))}</span></p><p class="amount">${escaped(readableAmount(payment.amount))}</p></div>\n`;
}

const end = (state: "done" | "closed", path: string, heading: string, text: string): string =>
  `<div class="end ${state}" role="status"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>
<h1>${escaped(heading)}</h1>
<p class="intro">${escaped(text)}</p></div>`;

function document({ title, message, body }: { title: string; message?: string; body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
<script type="module" src="${SCRIPT_PATH}"></script>
</head>
<body>
<main aria-label="${escaped(title)}"${message ? ` data-message="${escaped(message)}"` : ""}>
${body}
</main>
</body>
</html>
`;
}
