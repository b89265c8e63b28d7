// Data for the checkout script (src/browser/checkout), embedded in the page as JSON. It holds no secrets: anyone who
// may see the page may see all of it.

import type { Messages } from "../../../locales/checkout/en.ts";
import type { PaymentStatus } from "../../payment/payment.ts";
import type { Language } from "../messages/languages.ts";

export interface CheckoutData {
  readonly paymentId: string;
  /** The payment link in path form. */
  readonly link: string;
  readonly status: PaymentStatus;
  /** Whether the page is for signing a refund. */
  readonly isRefund: boolean;
  /** Unix seconds. */
  readonly expiresAtS: number;
  /** "Pay by {time}", or "Sign by {time}" for a refund. */
  readonly payBy: string;
  /** The server's clock when the page was rendered, on which countdowns are based. */
  readonly nowMs: number;
  readonly merchantName: string;
  /** The payment's amount, readable in `locale`. */
  readonly amount: string;
  /** The same in the currency's smallest unit. */
  readonly amountValue: string;
  /** The redirect target of a payment that has just ended; null if it has none, or the payment ended long ago. */
  readonly redirectUrl: string | null;
  /** The site that shows the page in a frame and gets the outcome; null: none. */
  readonly embedOrigin: string | null;
  /** Sent to the gateway as Api-Key (page-token.ts). */
  readonly pageToken: string;
  /** The hosts in the form that turnpike/client expects. */
  readonly payLinkHosts: readonly string[];
  readonly chains: readonly CheckoutChain[];
  readonly language: Language;
  /** BCP 47 locale for amounts and times: the language in the reader's region. */
  readonly locale: string;
  readonly direction: "ltr" | "rtl";
  readonly messages: Pick<Messages, "live" | "wallet">;
}

/** A chain on which this installation accepts payments. */
export interface CheckoutChain {
  readonly caip2: string;
  readonly name: string;
  /** The URL has no trailing slash; null if unknown. */
  readonly explorerUrl: string | null;
  /** The argument `contracts` of turnpike/client's `pay`. */
  readonly contracts: { readonly router: string; readonly permit2: string };
  /** An entry of turnpike/client's `newChains`, for wallets that don't know the chain; null if too little is known. */
  readonly forWallets: {
    readonly chainName: string;
    readonly rpcUrls: readonly string[];
    readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number };
    readonly blockExplorerUrls?: readonly string[];
  } | null;
}

/** ID of the embedded script element. */
export const DATA_ELEMENT_ID = "checkout";
