// The page behind a payment link: what is asked for, by whom, how it stands, and the link for a wallet. Readable without
// script; the program (src/browser/checkout) makes it live.
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { isTerminal } from "../../payment/transition.ts";
import { readableAmount } from "../amount.ts";
import { type Program, readProgram } from "../assets.ts";
import { escaped } from "../html.ts";
import { CATALOGUES } from "../messages/catalogues.ts";
import { type CheckoutData, DATA_ELEMENT_ID } from "./data.ts";

/** Everything is from this server; pictures of wallets come as data: URIs (EIP-6963), and the buyers' form in a frame. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Seconds after which the page of a payment that is not final loads itself again, where no script runs. */
const REFRESH_S = 5;

export function renderCheckout(payment: PaymentForBuyer, data: CheckoutData): string {
  const { status, merchant, expiresAtS } = payment;
  const isOpen = status === "requires_action";
  const expiry = new Date(expiresAtS * 1000).toISOString();
  return page({
    title: `${merchant.name}: ${readableAmount(payment.amount)}`,
    refreshS: isTerminal(status) ? null : REFRESH_S,
    body: `<h1>${escaped(merchant.name)}</h1>
<p class="amount">${escaped(readableAmount(payment.amount))}</p>
<p role="status">${data.messages.live.status[status]}</p>
${isOpen ? `<p>Open or paste this link in your wallet, until <time datetime="${expiry}">${escaped(readable(expiry))}</time>:</p>\n<code>${escaped(data.link)}</code>\n<div id="wallet"></div>` : ""}
${isTerminal(status) ? "" : `<script type="application/json" id="${DATA_ELEMENT_ID}">${scriptJson(data)}</script>`}`,
  });
}

export const renderUnknownPayment = (): string =>
  page({
    title: CATALOGUES.en.page.unknownTitle,
    refreshS: null,
    body: "<h1>Payment not found</h1>\n<p>Check the link.</p>",
  });

/** JSON that ends no script element and opens no comment in one (HTML §4.12.1.3). */
const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

let program: Program | null = null;

function page({ title, refreshS, body }: { title: string; refreshS: number | null; body: string }): string {
  program ??= readProgram("checkout");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshS === null ? "" : `<noscript><meta http-equiv="refresh" content="${refreshS}"></noscript>`}
<title>${escaped(title)}</title>
${program.styles.map((path) => `<link rel="stylesheet" href="${path}">`).join("\n")}
<script type="module" src="${program.script}"></script>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

/** "2026-01-31T12:00:00.000Z" as "2026-01-31 12:00:00 UTC". */
const readable = (iso: string): string => `${iso.slice(0, 19).replace("T", " ")} UTC`;
