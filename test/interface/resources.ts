import { row, type Section } from "./row.ts";

const OPEN_ITEM = "routes/payments/list-payments/200: an open payment has its known fields and omits the unknown ones";
const PAID_ITEM =
  "routes/payments/list-payments/200: a paid payment shows buyer, transaction, settlement and fees; a refund is added";
const LEGACY_PAID = "routes/payments/legacy-list-payments/200: a paid payment";
const LEGACY_OPEN = "routes/payments/legacy-list-payments/200: an open payment: unknown values are null, empty or 0";
const RECOUNT = "lists/recount: lists equal a recount while payments are created, changed and projected at any moment";
const DETAILS_PAID =
  "routes/payments/get-payment/200: a paid payment shows the amount paid, and the merchant's share in the same transaction";
const DETAILS_OPEN = "routes/payments/get-payment/200: an open payment has no info, no settlement and no failure code";
const OPTION = "routes/gateway/options/200: one option per account and asset that can pay, and nothing is written";

const AMOUNTS: Section = {
  title: "Amounts",
  rows: [
    row("a unit is `iso4217/<currency>` or `caip19/<asset>`", OPEN_ITEM, PAID_ITEM),
    row(
      "a value is an integer in the smallest unit, as text",
      "routes/payments/create-payment/400: a number as value",
      "routes/payments/create-payment/400: a decimal point",
    ),
    row(
      "`display` is optional on input",
      "routes/payments/create-payment/201: accepts every documented field",
      "routes/payments/create-payment/201: returns the documented fields, payable for five minutes",
    ),
    row("a fiat amount shows symbol, name and decimals", OPEN_ITEM),
    row(
      "a token amount also shows its network",
      OPTION,
      "contract/payments: info shows what the buyer paid, with the asset as it is configured",
    ),
  ],
};

const LIST_ITEM: Section = {
  title: "A payment in a list",
  rows: [
    row(
      "`paymentId` begins with `pay_`",
      "routes/payments/create-payment/201: returns the documented fields, payable for five minutes",
      OPEN_ITEM,
    ),
    row(
      "`merchant` with id, name and its logo, if any",
      OPEN_ITEM,
      "routes/merchants/delete-merchant/200: hides the merchant, refuses new payments, keeps old ones; a repeat changes nothing",
    ),
    row(
      "`referenceId`, `status`, `isTerminal`, `fiatAmount`, `createdAt`, `lastUpdatedAt` are always present",
      OPEN_ITEM,
    ),
    row(
      "`tokenAmount`, `buyer`, `transaction`, `settlement`, `fees`, `settledAt` once they are known",
      PAID_ITEM,
      OPEN_ITEM,
    ),
    row("`totalRevenue`, `totalTransactions`, `totalCustomers` cover every match", PAID_ITEM, RECOUNT),
  ],
};

const LEGACY: Section = {
  title: "A payment in the deprecated list",
  rows: [
    row("its fields in snake_case", LEGACY_PAID, LEGACY_OPEN),
    row(
      "its statistics",
      "routes/payments/legacy-list-payments/200: revenue is in the merchant's most used currency, whatever the filter",
      RECOUNT,
    ),
    row(
      "the envelope `data`, `stats`, `next_cursor`",
      "routes/payments/legacy-list-payments/200: a merchant without payments gets an empty envelope",
    ),
  ],
};

const DETAILS: Section = {
  title: "Payment details and status results",
  rows: [
    row("`referenceId` as sent, and the status", DETAILS_OPEN),
    row(
      "`failureCode` only when failed: `declined_user` or null",
      "contract/payments: has info and settlement only when it succeeded, and a failure code only when it failed",
      "routes/gateway/status/200: a failed payment has a failure code, which may be null",
    ),
    row("`info` with `optionAmount` and `txId` when succeeded, null otherwise", DETAILS_PAID, DETAILS_OPEN),
    row(
      "`settlement` null until it is done, then `successful` with `amount.unit` and `txId`",
      DETAILS_PAID,
      "contract/payments: money that went to the treasury is not settled",
    ),
    row(
      "`isFinal`, and `pollInMs` exactly when it is false",
      "contract/payments: is final with no pollInMs, or not final with one",
    ),
    row(
      "a creation returns `paymentId`, `status`, `isFinal`, `expiresAt` (Unix seconds), `gatewayUrl`, `x402Url`, `pollInMs`",
      "routes/payments/create-payment/201: returns the documented fields, payable for five minutes",
    ),
  ],
};

const GATEWAY: Section = {
  title: "Wallet responses",
  rows: [
    row(
      "`options`, `collectData` and, on request, payment information",
      OPTION,
      "routes/gateway/options/200: includePaymentInfo=false omits it",
    ),
    row(
      "payment information: amount, expiry, merchant, status",
      "routes/gateway/get-payment/200: shows amount, merchant and expiry, and no buyer yet",
    ),
    row(
      "payment information: the buyer once known, the merchant's logo, if any",
      "routes/gateway/get-payment/200: shows the buyer",
      "routes/gateway/get-payment/200: shows the merchant's logo, if any, from our own address",
    ),
    row("an option has `id`, `actions` and `collectData`", OPTION),
    row(
      "a `build` action has `data` and is resolved by fetch",
      OPTION,
      "routes/gateway/fetch/200: typed data for the buyer's wallet to sign",
    ),
    row(
      "a `walletRpc` action has `chain_id`, `method` and `params`",
      "routes/gateway/fetch/200: typed data for the buyer's wallet to sign",
    ),
    row(
      "`collectData` with `fields`, `schema` and `url`, and the rules of its schema",
      "routes/gateway/options/buyer-data: above an amount: fields, schema and form, on the option and the response",
      "payment/buyer-data/buyer-data-fields: is the documented one, rule by rule",
      "payment/buyer-data/buyer-data-fields: the schema accepts every accepted value, and a refused value that it accepts cannot be true",
    ),
  ],
};

const MERCHANTS: Section = {
  title: "Merchants, settlements and logos",
  rows: [
    row(
      "a merchant has id (`mrch_`), name, email, status and createdAt",
      "routes/merchants/create-merchant/201: the new merchant is active",
    ),
    row(
      "`iconUrl` in the list, but not in the response to a creation",
      "routes/merchants/list-merchants/200: a listed merchant has every field, including the logo",
      "routes/merchants/create-merchant/201: the new merchant is active",
    ),
    row(
      "the status is `active`, `inactive` or `suspended`",
      "routes/merchants/list-merchants/200: filters by status",
      "routes/payments/create-payment/403: a merchant that is %s",
    ),
    row(
      "a deleted merchant is hidden and takes no new payments",
      "routes/merchants/delete-merchant/200: hides the merchant, refuses new payments, keeps old ones; a repeat changes nothing",
    ),
    row(
      "a crypto settlement has id (`crypto_`), CAIP-19 asset and CAIP-10 destination on the same chain",
      "routes/merchants/create-crypto-settlements/201: creates all of them, in canonical form and in the order of the request",
      "routes/merchants/create-crypto-settlements/400: another chain",
    ),
    row(
      "one destination per merchant and asset",
      "routes/merchants/create-crypto-settlements/409: refuses the whole batch if an asset has a destination, also on a repeat",
      "routes/merchants/create-crypto-settlements/409: of two concurrent requests for one asset, one is refused",
    ),
    row(
      "fiat destinations as well",
      "routes/merchants/list-settlements/200: crypto destinations, and the fiat ones configured by the operator",
    ),
    row(
      "`checkout` with `successUrl` and `errorUrl`, or none",
      "routes/payments/create-payment/201: accepts every documented field",
      "routes/payments/create-payment/201: accepts null for optional fields",
      "routes/payments/create-payment/400: half a checkout",
    ),
    row(
      "a logo from a public https URL, reachable during the call",
      "routes/merchants/create-merchant/400: a logo over http",
      "routes/merchants/create-merchant/guard: refuses a logo on this machine or the cloud's metadata service without connecting",
    ),
    row(
      "a square logo (± 5 %) of 500 to 4096 pixels",
      "logos/prepare: an image is refused",
      "logos/prepare: an image that is not quite square is cropped equally on both sides",
    ),
    row(
      "a logo as JPEG, PNG, WebP or AVIF only",
      "logos/prepare: JPEG",
      "logos/prepare: PNG",
      "logos/prepare: WebP",
      "logos/prepare: AVIF",
      "logos/prepare: GIF",
    ),
    row(
      "a logo of at most 2 MB",
      "outbound/fetch-public: a file of exactly the limit is accepted",
      "outbound/fetch-public: a file of undeclared size is read up to the limit and no further",
    ),
    row("transparency in PNG and WebP is kept", "logos/prepare: transparency in %s stays"),
    row(
      "a picture replaced at its URL is not shown until the URL is sent again",
      "routes/merchants/update-merchant/200: a picture replaced at the same address is fetched at the next update, not before",
    ),
    row(
      "a logo that is not square is cropped around its centre",
      "logos/prepare: an image that is not quite square is cropped equally on both sides",
    ),
  ],
};

const STATES: Section = {
  title: "States",
  rows: [
    row("six payment statuses, four of them final", "payment/transition: are succeeded, failed, expired and cancelled"),
    row(
      "a created payment is `requires_action`, not final, with `pollInMs`",
      "routes/payments/create-payment/201: returns the documented fields, payable for five minutes",
    ),
    row(
      "no caller can change a final status",
      "payment/transition: %s is terminal exactly if no transition leads out of it",
      "races/one-winner: confirm, cancel and expiry have one winner…",
    ),
    row(
      "`succeeded` only through the payment's own transfer at its required depth",
      "payment/transfers/credit: only the payment's own transfer, at its depth, credits a payment in processing",
    ),
    row(
      "the only machine-readable failure reason is `declined_user`",
      "routes/gateway/confirm/451: a refused account ends the payment as declined_user, in every status",
      "routes/gateway/status/200: a failed payment has a failure code, which may be null",
    ),
    row(
      "the deprecated list has five statuses",
      "routes/payments/legacy-list-payments/200: cancelled payments are omitted",
      "routes/payments/legacy-list-payments/400: status=cancelled",
    ),
    row("a new merchant is `active`", "routes/merchants/create-merchant/201: the new merchant is active"),
  ],
};

export const RESOURCES: readonly Section[] = [AMOUNTS, LIST_ITEM, LEGACY, DETAILS, GATEWAY, MERCHANTS, STATES];
