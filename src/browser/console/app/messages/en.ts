// The console's frame, and the parts that its pages share.
import { plural } from "../../../../pages/messages/message.ts";

export const app = {
  language: "Language",
  loading: "Loading",
  close: "Close",
  cancel: "Cancel",
  continue: "Continue",
  tryAgain: "Try again",
  copied: "Copied",
  requestId: "Request ID: {id}",
  frame: {
    toContent: "Skip to content",
    console: "Console",
    more: "More",
    morePages: "More pages",
  },
  places: {
    overview: "Overview",
    payments: "Payments",
    newPayment: "New payment",
    /** In the bar at the bottom of a phone. */
    newPaymentShort: "New",
    paymentLinks: "Payment links",
    merchants: "Merchants",
    exceptions: "Exceptions",
    webhooks: "Webhooks",
    keys: "Keys",
    tills: "Tills",
    team: "Team",
    audit: "Audit log",
  },
  account: {
    menu: "{partner} account",
    yours: "Your account",
    key: "key {prefix}…",
    theme: "Theme",
    light: "Light",
    dark: "Dark",
    auto: "Auto",
    signOut: "Sign out",
    notSignedOut: "Could not sign out: {problem}",
  },
  /** Of the session. */
  access: {
    partner: "Full access",
    read: "Read-only",
    owner: "Owner",
    manager: "Manager",
    cashier: "Cashier",
    reader: "Reader",
    till: "Till",
  },
  /** Of a user. */
  roles: {
    owner: { label: "Owner", may: "Everything, including API keys, webhooks and the team." },
    manager: { label: "Manager", may: "Payments, refunds, merchants and destinations. Manages cashiers and readers." },
    cashier: { label: "Cashier", may: "Takes and cancels payments, and sees them." },
    reader: { label: "Reader", may: "Sees payments, merchants and exceptions, and changes nothing." },
  },
  confirm: {
    key: "API key",
    keyText: "For your security, enter your API key again.",
    keyExample: "A partner key",
    wrongKey: "This isn't one of your active partner keys. Nothing was changed.",
    password: "Password",
    passwordText: "For your security, enter your password again.",
    wrongSecret: "Wrong password or passkey. Nothing was changed.",
    passkey: "Confirm with a passkey",
  },
  passwordAdvice: "At least {count} characters. A few words are fine.",
  days: {
    label: "Date range",
    clear: "Clear dates",
    /** https://day.js.org/docs/en/display/format */
    format: "D MMM YYYY",
  },
  /** Of this device. */
  offline: {
    title: "You're offline",
    text: "You see what was loaded last. Everything continues as soon as the connection is back.",
    notLoaded: "Not loaded yet",
    notLoadedText: "This loads as soon as the connection is back.",
  },
  failure: {
    offline: { title: "The server didn't respond", text: "Check your connection, then try again." },
    outdated: { title: "A new version of the console is available", text: "Reload the page to get it." },
    dismissed: {
      title: "No passkey was used",
      text: "The request was dismissed or timed out, or this device has no passkey for you. Try again.",
    },
    page: {
      title: "Something went wrong on this page",
      text: "Reload the page. If it happens again, tell the operator what you were doing.",
    },
    server: {
      title: "Something went wrong on the server",
      text: "Try again. If it happens again, give the operator the request ID.",
    },
    busy: {
      title: "Too many requests",
      minute: "Wait a minute, then try again.",
      seconds: plural({
        one: "Wait {count} second, then try again.",
        other: "Wait {count} seconds, then try again.",
      }),
    },
    forbidden: { title: "You may not do this", text: "Ask an owner, or sign in with a partner key." },
    /** By the error codes of the API; `conflict` stands for the others with the status 409. */
    codes: {
      params_validation: {
        title: "This input isn't valid",
        text: "Check what you entered and try again.",
      },
      not_found: {
        title: "Not found",
        text: "It may have been deleted, or belong to another partner. Check the URL.",
      },
      conflict: {
        title: "This isn't possible at the moment",
        text: "It may have changed meanwhile. Reload the page and look at it again.",
      },
      limit_exceeded: {
        title: "A limit is reached",
        text: "Remove something that you no longer need, then try again.",
      },
      settlement_asset_conflict: {
        title: "There is a destination for this asset already",
        text: "Reload the page, then change that destination instead.",
      },
      second_person_required: {
        title: "A second person is required",
        text: "Only the operator can add owners and managers or give them new links. Ask for changes of destinations on the merchant's page.",
      },
      payment_not_succeeded: {
        title: "Only a succeeded payment can be refunded",
        text: "Reload the page to see the payment's status.",
      },
      already_refunded: {
        title: "This payment is marked as refunded already",
        text: "Reload the page to see it.",
      },
    },
    input: "Check what you entered and try again.",
  },
  idle: {
    title: "Are you still there?",
    text: "You have been inactive for a while. You will be signed out in {time}.",
    stay: "Stay signed in",
  },
  ended: {
    title: "Your session has ended",
    text: "Your session expired or was ended. Sign in to pick up where you left off.",
  },
  lost: {
    title: "Page not found",
    heading: "This page doesn't exist",
    text: "The link may be outdated or incomplete.",
    back: "Back to payments",
    notLoaded: "Page not loaded",
    broken: "Something went wrong",
  },
  shownOnce: {
    key: { title: "This key is shown only once", copy: "Copy key" },
    secret: { title: "This secret is shown only once", copy: "Copy secret" },
    link: { title: "This link is shown only once", copy: "Copy link" },
    saved: "I've saved it",
  },
  /** Of a payment. */
  status: {
    requires_action: "Waiting",
    processing: "Processing",
    succeeded: "Succeeded",
    failed: "Failed",
    expired: "Expired",
    cancelled: "Cancelled",
    refunded: "Refunded",
  },
  statusMeaning: {
    requires_action: "The buyer hasn't paid yet.",
    processing: "Authorised by the buyer, not yet confirmed by the chain.",
    succeeded: "Paid and confirmed.",
    failed: "It can no longer be paid.",
    expired: "It expired before the buyer paid.",
    cancelled: "It was cancelled before the buyer paid.",
    refunded: "Marked as refunded in full.",
  },
  smallestUnits: "{value} of the smallest unit of {unit}",
};
