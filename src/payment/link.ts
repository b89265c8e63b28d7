// Payment links: where a buyer is sent. The path form, `<public url>/<payment id>`.

/** The link of a payment below the operator's public address (no trailing slash in it). */
export const paymentLink = (publicUrl: string, paymentId: string): string => `${publicUrl}/${paymentId}`;
