// Where a buyer is sent: payment links, in the path form `<public url>/<payment id>`, and forms to fill in first.

/** The link of a payment below the operator's public address (no trailing slash in it). */
export const paymentLink = (publicUrl: string, paymentId: string): string => `${publicUrl}/${paymentId}`;

/** The same link for a wallet's own scheme: a `wc:` URI without a pairing, only `pay`. */
export const walletUri = (link: string): string => `wc:?pay=${encodeURIComponent(link)}`;

/** The path of a hosted form, by its token (buyer-data-token.ts). */
export const buyerDataFormPath = (token: string): string => `/collect/${token}`;
