// The parameters that an app appends to a payment link when it shows the page in a web view. The page's own links and
// forms pass them on.
import { walletUri } from "../../payment/link.ts";

export interface ReturnQuery {
  /** The buyer returns here instead of to the payment's own URLs; null: the payment's URLs apply. */
  readonly returnUrl: string | null;
  /** Whether wallets are opened by https links, because the web view blocks other schemes. */
  readonly prefersUniversalLinks: boolean;
  /** The site that shows the page in a frame; null: none does. */
  readonly embedOrigin: string | null;
}

/** The parameters as name and value pairs. */
export const returnParameters = ({
  returnUrl,
  prefersUniversalLinks,
  embedOrigin,
}: ReturnQuery): readonly [string, string][] => [
  ...(returnUrl === null ? [] : [["returnUrl", returnUrl] as [string, string]]),
  ...(prefersUniversalLinks ? [["preferUniversalLinks", "1"] as [string, string]] : []),
  ...(embedOrigin === null ? [] : [["embed", embedOrigin] as [string, string]]),
];

/**
 * The link that opens a wallet. As a universal link it is the payment link, which wallets register for, with the
 * wallet's URI in `uri`: web views pass such links to the system.
 */
export const walletLink = (link: string, { prefersUniversalLinks }: ReturnQuery): string =>
  prefersUniversalLinks ? `${link}?${new URLSearchParams({ uri: walletUri(link) })}` : walletUri(link);
