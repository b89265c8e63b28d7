import { row, type Section } from "./row.ts";

const POINT_OF_SALE = "interop/point-of-sale";
const RETURN_URL = "routes/pages/checkout-page/return-url";

export const FAMILY: Section = {
  title: "Other clients of the family",
  rows: [
    row(
      "`/v1/merchant/payment` and its status are other names of the payments endpoints, without a version header",
      `${POINT_OF_SALE}: create, follow and cancel a payment without a version header`,
    ),
    row("there a `checkout` that cannot be used is switched off", `${POINT_OF_SALE}: the redirect is off if %s`),
    row(
      "errors carry `status` and `error: {code, message}` beside the flat fields",
      `${POINT_OF_SALE}: are read flat and wrapped`,
    ),
    row(
      "the minimum's message contains `amount must be at least` and an integer",
      `${POINT_OF_SALE}: the minimum is found in the message`,
    ),
    row("`options` is always a list", "routes/gateway/options/200: options are empty once a payment is final…"),
    row(
      "a confirm's results may be strings, objects or lists",
      "interop/walletconnect-pay-versions: version 1.1.0 sends results as data…",
      "routes/gateway/confirm/400: an object",
      "routes/gateway/confirm/400: a list",
    ),
    row("Gem Wallet pays, cancels and reads errors", "interop/gem: it reads the options, fetches and signs an action…"),
    row("older wallet SDKs pay unmodified", "interop/walletconnect-pay-versions: version %s pays…"),
    row(
      "lists and details carry `isRefunded`",
      "routes/payments/get-payment/200: an open payment has no info, no settlement and no failure code",
      `${POINT_OF_SALE}: the Kotlin client's cancel with an empty body and a JSON type, and its list`,
    ),
    row("`GET /versions`", "routes/server/versions/200: lists the published versions without a key"),
    row(
      "a point of sale's key creates, follows, cancels and lists for its merchant only",
      "routes/server/every-endpoint/403: %s with a point of sale's key",
      `${POINT_OF_SALE}: reaches only its own merchant, which it need not name`,
    ),
    row(
      "pages of listed origins may use such keys",
      `${POINT_OF_SALE}: of a listed origin passes the preflight and reads responses`,
      `${POINT_OF_SALE}: with a key of another role reads nothing, nor other endpoints with its own`,
    ),
    row(
      "the checkout page returns to a `returnUrl` that the partner allows",
      `${RETURN_URL}: returnUrl replaces the payment's own URLs, with the payment and its status`,
      `${RETURN_URL}: a returnUrl that the partner does not allow is ignored`,
    ),
    row(
      "`preferUniversalLinks=1`",
      `${RETURN_URL}: preferUniversalLinks opens wallets by https, with their URI in uri`,
    ),
    row(
      "the checkout page tells a web view how the payment ended",
      "browser/checkout/checkout-web-view: tells the app once, by whichever bridge it has: %s",
    ),
    row(
      "the hosted form takes `prefill`",
      "routes/pages/buyer-data-form/200: in %s fills the form and submits nothing",
      "routes/pages/buyer-data-form/200: never agrees to the terms, and is judged when it is submitted",
    ),
    row(
      "`/.well-known` names the apps that open payment links",
      "routes/pages/app-links/200: assetlinks.json names each app…",
    ),
    row(
      "the charges API serves the unmodified client of Coinbase Commerce",
      "interop/coinbase-commerce: is created with what the shop sent, and retrieved by its id and its code",
      "interop/coinbase-commerce: is cancelled, again with the same response, and then can no longer be paid",
      "interop/coinbase-commerce: is read whole by `all` in pages of %i",
    ),
    row(
      "charges have errors of that client's types",
      "interop/coinbase-commerce: an unknown charge, another merchant's, and one as the start of a page",
      "interop/coinbase-commerce: checkouts and events do not exist here",
    ),
    row(
      "webhooks of the format `commerce` are verified by that client",
      "interop/coinbase-commerce-webhooks: tell a charge's life, verified by the client; a signed payment is no news",
    ),
    row(
      "`transaction.nonce` is the nonce of the transaction that holds the transfer",
      "flows/pay-by-transaction: is sent in one transaction with the exact value",
    ),
  ],
};
