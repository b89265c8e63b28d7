// What the checkout page tells its program (src/browser/checkout), as JSON in the page. No secret is in it: whoever may see
// the page may have all of it.
import type { PaymentStatus } from "../../payment/payment.ts";
import type { Messages } from "../messages/en.ts";

export interface CheckoutData {
  readonly paymentId: string;
  /** The payment's link, in the path form. */
  readonly link: string;
  readonly status: PaymentStatus;
  /** Unix seconds. */
  readonly expiresAtS: number;
  /** The server's clock when the page was made: what is counted down is counted by it. */
  readonly nowMs: number;
  readonly merchantName: string;
  /** Where the buyer goes back to, once the payment has just ended; null: nowhere, or it ended long ago. */
  readonly redirectUrl: string | null;
  /** Shown to the gateway as Api-Key (page-token.ts). */
  readonly pageToken: string;
  /** As turnpike/client wants them. */
  readonly payLinkHosts: readonly string[];
  readonly chains: readonly CheckoutChain[];
  readonly language: "en" | "de" | "es" | "zh" | "ar";
  /** BCP 47, for amounts and times: the language as written in the reader's region. */
  readonly locale: string;
  readonly direction: "ltr" | "rtl";
  readonly messages: Pick<Messages, "live" | "wallet">;
}

/** A chain that this installation takes payments on. */
export interface CheckoutChain {
  readonly caip2: string;
  readonly name: string;
  /** Without a slash at its end; null: none is known. */
  readonly explorerUrl: string | null;
  /** As `contracts` of turnpike/client's `pay` wants them. */
  readonly contracts: { readonly router: string; readonly permit2: string };
  /** For wallets that do not know it, as `newChains` of turnpike/client wants it; null: too little is known. */
  readonly forWallets: {
    readonly chainName: string;
    readonly rpcUrls: readonly string[];
    readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number };
    readonly blockExplorerUrls?: readonly string[];
  } | null;
}

/** Where it stands in the page. */
export const DATA_ELEMENT_ID = "checkout";
