import { row, type Section } from "./row.ts";

const OPEN_ITEM =
  "routes/list-payments/200: an open payment shows what is always there and nothing that is not known yet";
const PAID_ITEM =
  "routes/list-payments/200: a paid payment shows the buyer, the transaction, the settlement and the fees; a refund is added";
const LEGACY_PAID = "routes/legacy-list-payments/200: a paid payment";
const LEGACY_OPEN = "routes/legacy-list-payments/200: an open payment: what is not known is null, empty or 0";
const RECOUNT = "lists/recount: lists equal a recount while payments come, move and are folded at any moment";
const DETAILS_PAID =
  "routes/get-payment/200: a paid payment shows what was paid, and what the merchant got in the same transaction";
const DETAILS_OPEN = "routes/get-payment/200: an open payment has no info and no settlement, and no failure code";
const OPTION = "routes/gateway-options/200: one option for each account and asset that can pay, and nothing is written";

const AMOUNTS: Section = {
  title: "Amounts",
  rows: [
    row("a unit is `iso4217/<currency>` or `caip19/<asset>`", OPEN_ITEM, PAID_ITEM),
    row(
      "a value is an integer in the smallest unit, as text",
      "routes/create-payment/400: a number as value",
      "routes/create-payment/400: a decimal point",
    ),
    row(
      "`display` may be left out on input, and is taken",
      "routes/create-payment/201: takes every field that the interface shows",
      "routes/create-payment/201: answers with what the interface shows, payable for five minutes",
    ),
    row("a fiat amount shows symbol, name and decimals", OPEN_ITEM),
    row(
      "a token amount shows its network, too",
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
      "routes/create-payment/201: answers with what the interface shows, payable for five minutes",
      OPEN_ITEM,
    ),
    row(
      "`merchant` with id, name and its logo where there is one",
      OPEN_ITEM,
      "routes/delete-merchant/200: it is hidden, takes no new payments, and its payments stay; again is the same",
    ),
    row(
      "`referenceId`, `status`, `isTerminal`, `fiatAmount`, `createdAt`, `lastUpdatedAt` are always there",
      OPEN_ITEM,
    ),
    row(
      "`tokenAmount`, `buyer`, `transaction`, `settlement`, `fees`, `settledAt` once they are known",
      PAID_ITEM,
      OPEN_ITEM,
    ),
    row("`totalRevenue`, `totalTransactions`, `totalCustomers` over all that match", PAID_ITEM, RECOUNT),
  ],
};

const LEGACY: Section = {
  title: "A payment in the deprecated list",
  rows: [
    row("its fields in snake_case", LEGACY_PAID, LEGACY_OPEN),
    row(
      "its statistics",
      "routes/legacy-list-payments/200: revenue is in the merchant's most used currency, whatever the filter",
      RECOUNT,
    ),
    row(
      "the envelope `data`, `stats`, `next_cursor`",
      "routes/legacy-list-payments/200: a merchant without payments: an empty envelope",
    ),
  ],
};

const DETAILS: Section = {
  title: "Payment details and status results",
  rows: [
    row("`referenceId` as it was sent, and the status", DETAILS_OPEN),
    row(
      "`failureCode` only when failed: `declined_user` or null",
      "contract/payments: has info and settlement only when it succeeded, and a failure code only when it failed",
      "routes/gateway-status/200: a failed payment has a failure code, which may be null",
    ),
    row("`info` with `optionAmount` and `txId` when succeeded, null otherwise", DETAILS_PAID, DETAILS_OPEN),
    row(
      "`settlement` null until it is done, then `successful` with `amount.unit` and `txId`",
      DETAILS_PAID,
      "contract/payments: money that went to the treasury is not settled",
    ),
    row(
      "`isFinal`, and `pollInMs` exactly where it is not",
      "contract/payments: is final with no pollInMs, or not final with one",
    ),
    row(
      "a creation answers `paymentId`, `status`, `isFinal`, `expiresAt` in Unix seconds, `gatewayUrl`, `pollInMs`",
      "routes/create-payment/201: answers with what the interface shows, payable for five minutes",
    ),
  ],
};

const GATEWAY: Section = {
  title: "What a wallet is shown",
  rows: [
    row(
      "`options`, `collectData` and, where asked for, payment information",
      OPTION,
      "routes/gateway-options/200: includePaymentInfo=false gives none",
    ),
    row(
      "payment information: amount, expiry, merchant, status",
      "routes/gateway-get-payment/200: shows amount, merchant and expiry, and no buyer yet",
    ),
    row(
      "payment information: the buyer once known, the merchant's logo where there is one",
      "routes/gateway-get-payment/200: shows who paid",
      "routes/gateway-get-payment/200: shows the merchant's logo where there is one, at an address of ours",
    ),
    row("an option has `id`, `actions` and `collectData`", OPTION),
    row(
      "a `build` action holds `data`, and is resolved by fetch",
      OPTION,
      "routes/gateway-fetch/200: typed data for the buyer's wallet to sign",
    ),
    row(
      "a `walletRpc` action holds `chain_id`, `method` and `params`",
      "routes/gateway-fetch/200: typed data for the buyer's wallet to sign",
    ),
    row(
      "`collectData` with `fields`, `schema` and `url`, and the rules of its schema",
      "routes/gateway-options/buyer-data: from an amount on: fields, schema and a form for the option's account, on the option and on the answer",
      "payment/buyer-data-fields: is the documented one, rule by rule",
      "payment/buyer-data-fields: the schema accepts every accepted value, and a refused value that it accepts cannot be true",
    ),
  ],
};

const MERCHANTS: Section = {
  title: "Merchants, settlements and logos",
  rows: [
    row(
      "a merchant has id (`mrch_`), name, email, status and createdAt",
      "routes/create-merchant/201: the new merchant is active",
    ),
    row(
      "`iconUrl` in the list and not in the answer to a creation",
      "routes/list-merchants/200: a merchant in the list has every field, the logo too",
      "routes/create-merchant/201: the new merchant is active",
    ),
    row(
      "the status is `active`, `inactive` or `suspended`",
      "routes/list-merchants/200: status selects",
      "routes/create-payment/403: suspended",
    ),
    row(
      "deleted is hidden and takes no new payments",
      "routes/delete-merchant/200: it is hidden, takes no new payments, and its payments stay; again is the same",
    ),
    row(
      "a crypto settlement has id (`crypto_`), CAIP-19 asset and CAIP-10 destination on the same chain",
      "routes/create-crypto-settlements/201: all are written, in canonical form and in the order of the request",
      "routes/create-crypto-settlements/400: another chain",
    ),
    row(
      "one destination for each merchant and asset",
      "routes/create-crypto-settlements/409: an asset that has a destination: the whole batch is refused, and a repeat gets the same answer",
      "routes/create-crypto-settlements/409: of two requests for one asset at once, one is refused",
    ),
    row(
      "fiat destinations beside them",
      "routes/list-settlements/200: crypto destinations, and the fiat ones that the operator has configured",
    ),
    row(
      "`checkout` with `successUrl` and `errorUrl`, or none",
      "routes/create-payment/201: takes every field that the interface shows",
      "routes/create-payment/201: takes null for what may be left out",
      "routes/create-payment/400: half a checkout",
    ),
    row(
      "a logo by public https, reachable at the call",
      "routes/create-merchant/400: a logo by http",
      "routes/create-merchant/guard: an iconUrl on this machine or the cloud's metadata service is refused without a connection",
    ),
    row(
      "a logo of 1:1 ± 5 %, 500 to 4096 pixels",
      "logos/prepare: an image is refused",
      "logos/prepare: an image that is not quite square loses as much on both sides",
    ),
    row(
      "a logo as JPEG, PNG, WebP or AVIF, and nothing else",
      "logos/prepare: JPEG",
      "logos/prepare: PNG",
      "logos/prepare: WebP",
      "logos/prepare: AVIF",
      "logos/prepare: GIF",
    ),
    row(
      "a logo of at most 2 MB",
      "outbound/fetch-public: a file of exactly the limit is taken",
      "outbound/fetch-public: a file that does not say how large it is is read to the limit and no further",
    ),
    row("transparency in PNG and WebP stays", "logos/prepare: transparency in %s stays"),
    row(
      "what is replaced behind a URL is not shown until it is sent again",
      "routes/update-merchant/200: what is replaced behind the address is seen at the next update, not before",
    ),
    row(
      "what is not square is cropped at its centre",
      "logos/prepare: an image that is not quite square loses as much on both sides",
    ),
  ],
};

const STATES: Section = {
  title: "States",
  rows: [
    row("six payment statuses, four of them final", "payment/transition: are succeeded, failed, expired and cancelled"),
    row(
      "a created payment is `requires_action`, not final, with `pollInMs`",
      "routes/create-payment/201: answers with what the interface shows, payable for five minutes",
    ),
    row(
      "nothing leads out of a final status, whoever asks",
      "payment/transition: %s is terminal exactly if no transition leads out of it",
      "races/one-winner: confirm, cancel and expiry have one winner…",
    ),
    row(
      "`succeeded` only by the payment's own transfer at its depth",
      "payment/credit: only the payment's own transfer, at its depth, credits a payment in processing",
    ),
    row(
      "a failure that has a machine-readable reason says `declined_user`",
      "routes/gateway-confirm/451: an account that is refused ends the payment as declined_user, which every status shows",
      "routes/gateway-status/200: a failed payment has a failure code, which may be null",
    ),
    row(
      "the deprecated list knows five statuses",
      "routes/legacy-list-payments/200: cancelled payments are left out",
      "routes/legacy-list-payments/400: status=cancelled",
    ),
    row("a new merchant is `active`", "routes/create-merchant/201: the new merchant is active"),
  ],
};

export const RESOURCES: readonly Section[] = [AMOUNTS, LIST_ITEM, LEGACY, DETAILS, GATEWAY, MERCHANTS, STATES];
