// The checkout in English: the catalogue that the others are held to.
import { wallet } from "./wallet/en.ts";

export const en = {
  /** What the server writes into the page. */
  page: {
    unknownTitle: "Payment not found",
    unknownText: "Check the link.",
  },
  /** What changes in the page while it is open; sent to the browser with it. */
  live: {
    status: {
      requires_action: "Waiting for payment",
      processing: "Payment received; waiting for the chain",
      succeeded: "Paid",
      failed: "The payment failed",
      expired: "The payment has expired",
      cancelled: "The payment was cancelled",
    },
  },
  wallet,
};

export type Messages = typeof en;
