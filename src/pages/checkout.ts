// The page behind a payment link: what is asked for, by whom, how it stands, and the link for a wallet. Readable without
// script.
import type { PaymentForBuyer, PaymentStatus } from "../payment/payment.ts";
import { isTerminal } from "../payment/transition.ts";
import { readableAmount } from "./amount.ts";
import { escaped, styleOnlyPolicy } from "./html.ts";

const STYLE = `
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 28rem; margin: 10vh auto; padding: 0 1rem; color: #1a1a1a; background: #fff }
h1 { font-size: 1rem; font-weight: 600 }
.amount { font-size: 2.25rem; font-weight: 700; margin: 0 }
code { display: block; padding: .75rem; overflow-wrap: anywhere; background: #f2f2f2; border-radius: .5rem; user-select: all }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #111 } code { background: #222 } }
`;

/** Nothing but this page's own style is loaded or run. */
export const CONTENT_SECURITY_POLICY = styleOnlyPolicy(STYLE);

const STATUS_TEXT = {
  requires_action: "Waiting for payment",
  processing: "Payment received; waiting for the chain",
  succeeded: "Paid",
  failed: "The payment failed",
  expired: "The payment has expired",
  cancelled: "The payment was cancelled",
} as const satisfies Record<PaymentStatus, string>;

/** Seconds after which the page of a payment that is not final loads itself again. */
const REFRESH_S = 5;

export function renderCheckout(payment: PaymentForBuyer, link: string): string {
  const { status, merchant, expiresAtS } = payment;
  const isOpen = status === "requires_action";
  const expiry = new Date(expiresAtS * 1000).toISOString();
  return page({
    title: `${merchant.name}: ${readableAmount(payment.amount)}`,
    refreshS: isTerminal(status) ? null : REFRESH_S,
    body: `<h1>${escaped(merchant.name)}</h1>
<p class="amount">${escaped(readableAmount(payment.amount))}</p>
<p role="status">${STATUS_TEXT[status]}</p>
${isOpen ? `<p>Open or paste this link in your wallet, until <time datetime="${expiry}">${escaped(readable(expiry))}</time>:</p>\n<code>${escaped(link)}</code>` : ""}`,
  });
}

export const renderUnknownPayment = (): string =>
  page({ title: "Payment not found", refreshS: null, body: "<h1>Payment not found</h1>\n<p>Check the link.</p>" });

function page({ title, refreshS, body }: { title: string; refreshS: number | null; body: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refreshS === null ? "" : `<meta http-equiv="refresh" content="${refreshS}">`}
<title>${escaped(title)}</title>
<style>${STYLE}</style>
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
