// The page behind a payment link. It is readable without script; the script (src/browser/checkout) fetches it again on
// each change and replaces <main>.
import type { Branding } from "../../payment/branding/branding.ts";
import { type PaymentStatus, statusForBuyer } from "../../payment/payment.ts";
import { isOpenRefund } from "../../payment/refund.ts";
import { isTerminal } from "../../payment/transition.ts";
import { shortAccount } from "../account.ts";
import { readableAmount } from "../amount.ts";
import { programLinks } from "../assets.ts";
import { BASELINE_CHECK, BASELINE_SOURCE } from "../baseline.ts";
import { brandLink } from "../brand.ts";
import { CATALOGUES } from "../catalogues.ts";
import { escaped, HEAD } from "../html.ts";
import { languageLinks } from "../language-links.ts";
import { directionOf, type Language } from "../messages/languages.ts";
import { filled } from "../messages/message.ts";
import { renderBill } from "./bill.ts";
import { DATA_ELEMENT_ID } from "./data.ts";
import { ICONS } from "./icons.ts";
import { REFRESH_S, renderOpen } from "./open.ts";
import { renderEnd, renderFullLink, renderProcessing } from "./outcome.ts";
import { faultTitle } from "./refunds/claim.ts";
import type { SigningView } from "./refunds/refund-view.ts";
import { renderSigning, renderSigningBill, signingState } from "./refunds/sign.ts";
import { sendParameters } from "./send-to.ts";
import { type CheckoutView, merchantOf } from "./view.ts";

/**
 * Everything comes from this server, except wallet icons (data: URIs, EIP-6963). The buyer-data form is shown in a
 * frame.
 * @param embedOrigin the only site that may frame the page; null: none may
 */
export const checkoutPolicy = (embedOrigin: string | null): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${BASELINE_SOURCE}`,
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${embedOrigin ?? "'none'"}`,
  ].join("; ");

export function renderCheckout(view: CheckoutView, language: Language): string {
  const { payment, data, signing } = view;
  const { title, main, isOpen } = signing ? signingParts(view, signing) : paymentParts(view);
  const isChanging = !isTerminal(payment.status) || (isRefundMoving(view) && !hasMailForm(view));
  return document({
    title,
    language,
    refreshS: isChanging ? REFRESH_S : null,
    path: `/${payment.id}`,
    query: sendParameters(view, view.send.named),
    brand: payment.merchant.branding,
    className: `${isOpen ? "open" : "over"}${isRefundMoving(view) || hasJustSucceeded(view) ? " moving" : ""}`,
    main,
    json: `<script type="application/json" id="${DATA_ELEMENT_ID}">${scriptJson(data)}</script>
${view.walletScript === null || !isOpen ? "" : `<script src="${view.walletScript}"></script>`}`,
  });
}

/** Without a script, a page that loads itself again loses what is typed in it. */
const hasMailForm = ({ mail }: CheckoutView): boolean => mail !== null && !mail.isAsked;

/** A second transfer, from another tab, is reported within this time on most chains. */
const SECOND_TRANSFER_MS = 120_000;

const hasJustSucceeded = ({ payment: { status, refunds, lastUpdatedAt }, data, signing }: CheckoutView): boolean =>
  !signing &&
  status === "succeeded" &&
  refunds.length === 0 &&
  data.nowMs - lastUpdatedAt.getTime() < SECOND_TRANSFER_MS;

/** Content of the page, without what surrounds it. */
interface Parts {
  readonly title: string;
  readonly main: string;
  readonly isOpen: boolean;
}

function paymentParts(view: CheckoutView): Parts {
  const { payment, texts, locale } = view;
  const status = statusForBuyer(payment);
  const isOpen = status === "requires_action" && !view.fullLink;
  const title =
    status === "requires_action"
      ? filled(texts.title, { ...merchantOf(view), amount: readableAmount(payment.amount, locale) })
      : `${texts[status].title} – ${payment.merchant.name}`;
  return { title: faultTitle(view, title), main: `${renderBill(view, isOpen)}\n${panelOf(view, status)}`, isOpen };
}

function signingParts(view: CheckoutView, signing: SigningView): Parts {
  const { refund: texts } = CATALOGUES[view.data.language];
  const state = signingState(view.payment, signing);
  const isOpen = state === "open";
  const { amount, refund } = signing.shown;
  const address = refund.to === null ? "…" : shortAccount(refund.to);
  return {
    title: filled(texts.title, { amount, address }),
    main: `${renderSigningBill(view, signing, texts, isOpen)}\n${renderSigning(view, signing, texts, state)}`,
    isOpen,
  };
}

/** Whether a refund may change while the page is open, although the payment's status stays. */
function isRefundMoving({ payment, refunds, signing }: CheckoutView): boolean {
  if (signing) return ["address", "held"].includes(signingState(payment, signing));
  // The form must not lose what is typed in it.
  return refunds.claim === null && refunds.shown.some(({ refund }) => isOpenRefund(refund.status));
}

function panelOf(view: CheckoutView, status: PaymentStatus): string {
  if (status === "requires_action") return view.fullLink ? renderFullLink(view, view.fullLink) : renderOpen(view);
  return status === "processing" ? renderProcessing(view) : renderEnd(view, status);
}

/** Renders the page of links that name no payment or an unknown one. */
export function renderNoPayment(kind: "unknown" | "nothing", language: Language): string {
  const { title, text } = CATALOGUES[language].page[kind];
  return document({
    title,
    language,
    refreshS: null,
    path: "",
    query: [],
    brand: null,
    className: "alone",
    main: `<section class="outcome end">
${ICONS.question}
<h1>${escaped(title)}</h1>
<p class="text">${escaped(text)}</p>
</section>`,
    json: "",
  });
}

/** JSON that can't close the script element or open a comment in it (HTML §4.12.1.3). */
const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

interface Document {
  readonly title: string;
  readonly language: Language;
  readonly refreshS: number | null;
  /** Path of this page, for its language links. */
  readonly path: string;
  /** Parameters that its language links keep. */
  readonly query: readonly [string, string][];
  readonly brand: Branding | null;
  readonly className: string;
  readonly main: string;
  readonly json: string;
}

function document({ title, language, refreshS, path, query, brand, className, main, json }: Document): string {
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
${HEAD}
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
${refreshS === null ? "" : `<noscript><meta http-equiv="refresh" content="${refreshS}"></noscript>`}
<title>${escaped(title)}</title>
${BASELINE_CHECK}
${programLinks("checkout")}
${brandLink(brand)}
</head>
<body>
<main class="${className}">
${main}
</main>
<footer>${languageLinks(language, path, query)}</footer>
<div id="announce" role="status" class="hidden"></div>
${json}
</body>
</html>
`;
}
