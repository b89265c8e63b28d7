// Links for buyers: payment links as `<public url>/<payment id>`, receipts, and buyer-data forms.

/** @param publicUrl without a trailing slash */
export const paymentLink = (publicUrl: string, paymentId: string): string => `${publicUrl}/${paymentId}`;

/** The path of a payment's signed receipt, as a file. */
export const receiptFilePath = (paymentId: string): string => `/${paymentId}/receipt`;

/** The path of a payment as a resource that x402 clients pay. */
export const x402Path = (paymentId: string): string => `/x402/${paymentId}`;

/** Where an x402 client pays it. */
export const x402Url = (publicUrl: string, paymentId: string): string => `${publicUrl}${x402Path(paymentId)}`;

/** The link for wallets: a `wc:` URI without a pairing, with only `pay`. */
export const walletUri = (link: string): string => `wc:?pay=${encodeURIComponent(link)}`;

/** The path of a hosted form, by its token (buyer-data-token.ts). */
export const buyerDataFormPath = (token: string): string => `/collect/${token}`;
