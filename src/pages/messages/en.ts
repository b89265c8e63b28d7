// The checkout in English: the catalogue that defines the others' keys.
import { buyerData } from "./buyer-data/en.ts";
import { plural } from "./message.ts";
import { paymentLink } from "./payment-link/en.ts";
import { wallet } from "./wallet/en.ts";

export const en = {
  /** Rendered by the server. */
  page: {
    title: "Pay {merchant} {amount}",
    payTo: "Pay {merchant}",
    reference: "Reference",
    testNet: "Test network: no real money moves.",
    payBy: "Pay by {time}",
    app: "Pay with a wallet app",
    appsText: "Choose your wallet. This page then opens inside it, where you pay.",
    open: "Another wallet",
    unopened:
      "Nothing opened? Then this app is not on your phone. Choose another one, or copy the payment link into your wallet.",
    otherDevice: "Pay with your phone",
    otherDeviceText: "Scan the code with your phone's camera or wallet.",
    showQr: "Show the QR code for another device",
    qr: "QR code for the payment link",
    link: "Payment link",
    copy: "Copy link",
    accepted: "You can pay with",
    /** After the tokens. */
    onNetworks: "on {networks}",
    cancel: "Cancel payment",
    cancelText: "This ends the payment permanently. To pay later, you need a new link from {merchant}.",
    cancelNow: "Yes, cancel the payment",
    noScript:
      "This page reloads itself every {count} seconds. To pay with a wallet in this browser, turn on JavaScript.",
    language: "Language",
    network: "Network",
    paidWith: "Paid with",
    /** Instead of `paidWith`, unless the payment has succeeded. */
    chosen: "You chose",
    paidOn: "Date",
    paymentId: "Payment",
    transaction: "Transaction",
    copyHash: "Copy",
    print: "Print receipt",
    share: "Share receipt",
    explorer: "View on {explorer}",
    back: "Return to {merchant}",
    processing: {
      title: "Your payment is on its way",
      text: "You are all set. This page shows when the payment arrives; you can also close it.",
      signed: "Confirmed in your wallet",
      sent: "Sent to {network}",
      included: "Recorded by {network}",
      confirmations: "{done} of {total} confirmations",
      arrived: "Payment complete",
      estimate: "{network} usually takes about {time}.",
      /** Instead of the title and the text, well after that time. */
      late: "Your payment is taking longer than usual",
      lateText:
        "Don't pay a second time. This page keeps checking and shows how it ends; you can also close it and open the same link later. If you cannot wait, ask {merchant} and name the reference.",
    },
    succeeded: {
      title: "Payment complete",
      text: "You have paid {amount} to {merchant}.",
      paidBack: "{merchant} marked this payment as refunded on {date}.",
    },
    failed: {
      title: "The payment failed",
      text: "Nothing was paid. Ask {merchant} for a new payment link and try again.",
      declined: "This account can't be used for it, and nothing was paid. Ask {merchant} for another way to pay.",
    },
    expired: {
      title: "The payment has expired",
      text: "Nothing was paid in time. Ask {merchant} for a new payment link.",
      sentAnyway: "If you did send money, don't send it again. Tell {merchant}, who can see it.",
    },
    cancelled: {
      title: "The payment was cancelled",
      byBuyer:
        "You cancelled it, and nothing was paid. If you still want to pay, ask {merchant} for a new payment link.",
      byMerchant: "{merchant} cancelled it, and nothing was paid. Ask them if you did not expect this.",
    },
    unknown: {
      title: "Payment not found",
      text: "Check the link; it may be incomplete. Open it again from where you received it, or ask for a new one.",
    },
    nothing: {
      title: "There is nothing to pay here",
      text: "This page needs a payment link. Check the link you were given.",
    },
  },
  /** Shown instead of an error's JSON to a person who opened an address that is not a page. */
  errorPage: {
    missing: {
      title: "Page not found",
      text: "Check the address. If you wanted to pay, open your payment link again.",
    },
    api: {
      title: "This address is for programs",
      text: "It is part of the API and has no page. If you wanted to pay, open your payment link again.",
    },
    busy: { title: "Too many requests", text: "Wait a moment, then reload this page." },
    fault: { title: "Something went wrong", text: "Nothing was paid by opening this page. Try again in a moment." },
    request: "Request {id}",
    /** Labels of the link to the next step. */
    next: {
      missing: "Open the console, as a merchant",
      api: "Read the API reference",
      busy: "Try again",
      fault: "Try again",
    },
  },
  /** Sent to the browser for changes while the page is open. */
  live: {
    timeLeft: "Time left: {time}",
    minutesLeft: plural({ one: "{count} minute left to pay", other: "{count} minutes left to pay" }),
    copied: "Copied",
    /** The browser has no network; otherwise the service is unreachable. */
    offline: "No connection. Trying again…",
    unreachable: "The payment service isn't responding. Trying again…",
    redirecting: plural({
      one: "Returning to {merchant} in {count} second.",
      other: "Returning to {merchant} in {count} seconds.",
    }),
    stay: "Stay on this page",
    /** On a page in a shop's frame, which some wallets do not reach. */
    ownTab: "Pay in a new tab",
  },
  /** The hosted buyer-data form. */
  buyerData,
  /** A payment link's page. */
  paymentLink,
  wallet,
};

export type Messages = typeof en;
