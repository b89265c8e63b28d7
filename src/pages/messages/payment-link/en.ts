// Texts of a payment link's page.
import { plural } from "../message.ts";

export const paymentLink = {
  title: "Pay {merchant}",
  errorTitle: "Error: {title}",
  again: "Please check the following",
  amount: "Amount in {currency}",
  amountHint: "From {min} to {max}",
  optional: "{label} (optional)",
  told: "{merchant} receives what you enter here.",
  go: "Continue to payment",
  next: "On the next page you choose how to pay.",
  phone: "Open this page on your phone",
  qr: "QR code for this page",
  /** Error messages. */
  wrong: {
    amountMissing: "Enter an amount.",
    amountMalformed: "Enter an amount in digits, for example {example}.",
    amountTooLow: "Enter at least {min}.",
    amountTooHigh: "Enter at most {max}.",
    fieldMissing: "{label}: fill in this field.",
    fieldMalformed: "{label}: this text contains invisible characters. Type it again.",
    fieldTooLong: plural({
      one: "{label}: enter at most {count} character.",
      other: "{label}: enter at most {count} characters.",
    }),
  },
  /** Why nothing can be paid. */
  closed: {
    disabled: { title: "This link is switched off", text: "Ask {merchant} whether you can still pay." },
    expired: { title: "This link has expired", text: "Ask {merchant} for a new one." },
    used_up: {
      title: "This link has been paid",
      text: "It has been paid as often as it allows. If you paid, there is nothing more to do. Otherwise, ask {merchant} for a new link.",
    },
    taken: {
      title: "Others are paying right now",
      text: "They hold the last payments of this link. Try again in a few minutes.",
    },
    unavailable: { title: "{merchant} accepts no payments now", text: "Try again later, or ask {merchant}." },
  },
  unknown: { title: "Link not found", text: "Check the link; it may be incomplete or deleted." },
};

export type PaymentLinkMessages = typeof paymentLink;
