import { row, type Section } from "./row.ts";

const CREATED = "routes/create-payment/201: answers with what the interface shows, payable for five minutes";

const GATEWAY: Section = {
  title: "The gateway's endpoints",
  rows: [
    row(
      "options take all accounts of the buyer, as CAIP-10",
      "routes/gateway-options/200: one option for each account and asset that can pay, and nothing is written",
      "routes/gateway-options/200: accounts without money, of other chains, or none at all have no options",
      "routes/gateway-options/422: an account that is %s",
    ),
    row(
      "`includePaymentInfo` adds payment information",
      "routes/gateway-options/200: includePaymentInfo %s",
      "routes/gateway-options/200: includePaymentInfo=false gives none",
    ),
    row(
      "fetch takes `optionId` and `data`, and answers `walletRpc` actions",
      "routes/gateway-fetch/200: typed data for the buyer's wallet to sign",
      "routes/gateway-fetch/400: an option that this server did not make, was altered, or is another payment's",
    ),
    row(
      "confirm takes `optionId` and `results`",
      "routes/gateway-confirm/200: is answered at once with processing, and held until the payment is final",
      "routes/gateway-confirm/400: nothing",
    ),
    row(
      "confirm takes `collectedData` and `excludeFromRelayer`, which may be null or left out",
      "routes/gateway-confirm/200: takes what wallets add, and null for what they leave out",
      "routes/gateway-confirm/200: with excludeFromRelayer it waits for a transfer that somebody else sends",
    ),
    row(
      "results are as many as the actions, and in their order",
      "routes/gateway-confirm/400: no result",
      "routes/gateway-confirm/400: one result too many",
    ),
    row("a signature is sent as hex, and is the buyer's", "routes/gateway-confirm/422: a signature of somebody else"),
    row(
      "`maxPollMs` holds a confirm and a status until the status changes",
      "routes/gateway-confirm/200: is answered at once with processing, and held until the payment is final",
      "routes/gateway-status/200: a held answer comes with each change: confirmed, then succeeded",
    ),
    row(
      "the status result, with `failureCode`",
      "routes/gateway-status/200: a failed payment has a failure code, which may be null",
    ),
    row(
      "cancel by the buyer",
      "routes/gateway-cancel/200: an open payment is cancelled by the buyer; a repeat, also by the merchant, gives the same body",
      "routes/gateway-cancel/400: a payment that is confirmed or over",
    ),
    row(
      "an unmodified wallet SDK pays through all of it",
      "interop/walletconnect-pay: a wallet that authenticates by %s pays, and a second scan shows a paid link",
    ),
  ],
};

const PAYMENTS: Section = {
  title: "The partner's payments",
  rows: [
    row(
      "create: amount and reference are required, `checkout` and `expiresAt` are not",
      CREATED,
      "routes/create-payment/400: no amount",
      "routes/create-payment/400: no reference",
      "routes/create-payment/201: takes null for what may be left out",
    ),
    row(
      "create: `expiresAt` is in the future, in Unix seconds",
      "routes/create-payment/400: an expiry in the past",
      "routes/create-payment/400: an expiry in milliseconds",
    ),
    row(
      "details, with the settlement where there is one",
      "routes/get-payment/200: a paid payment shows what was paid, and what the merchant got in the same transaction",
    ),
    row(
      "status, with an optional `maxPollMs`",
      "routes/get-payment-status/200: an open payment",
      "routes/get-payment-status/200: a held answer comes when the buyer cancels",
    ),
    row(
      "list: `startTs` inclusive, `endTs` exclusive, RFC 3339",
      "routes/list-payments/200: times: the start is in it, the end is not, to the microsecond and in any offset",
      "routes/list-payments/400: startTs=yesterday",
    ),
    row(
      "list: `token_symbol` (repeatable), `asset`, `network` (comma-separated)",
      "routes/list-payments/200: tokens by symbol and asset, chains by id",
      "routes/list-payments/400: token_symbol=",
    ),
    row(
      "list: `sortBy` and `sortDir`",
      "routes/list-payments/200: newest first, unless the order is turned",
      "routes/list-payments/200: by amount: standard units as numbers, across currencies",
      "routes/list-payments/400: sortBy=status",
    ),
    row(
      "list: opaque `cursor` and `nextCursor`, null at the end",
      "routes/list-payments/200: pages by cursor until there is none; the statistics are of all pages",
      "routes/list-payments/400: a cursor belongs to its filter, its order, its list and its partner",
      "lists/concurrent: a walk $by $direction shows what was there exactly once, while payments come and move",
    ),
    row(
      "list: `status` and `merchantId`, repeatable",
      "lists/recount: lists equal a recount while payments come, move and are folded at any moment",
      "routes/list-payments/200: another partner's and an unknown merchant match nothing",
      "routes/list-payments/400: status=done",
    ),
    row(
      "list: `referenceId` searched as it is, without regard to case",
      "routes/list-payments/200: references are searched literally and without regard to case",
      "routes/list-payments/400: referenceId=a_b",
    ),
    row(
      "list: `data`, `nextCursor` and `stats`",
      "routes/list-payments/200: pages by cursor until there is none; the statistics are of all pages",
    ),
    row(
      "the deprecated list, with its own names for the query",
      "routes/legacy-list-payments/200: its own names for filters, order and pages",
      "routes/legacy-list-payments/400: a cursor that is not its own",
    ),
    row(
      "the deprecated list says that it is, and what replaces it",
      "routes/legacy-list-payments/200: it is deprecated, and says what replaces it",
    ),
    row(
      "the list of the merchant in `Merchant-Id`",
      "routes/list-merchant-payments/200: the payments of the merchant in the header, with the filters of the partner's list",
      "routes/list-merchant-payments/401: without Merchant-Id",
    ),
    row(
      "refund marks a payment once, and a second call is 409",
      "routes/refund-payment/200: a payment that succeeded is marked, and its status stays",
      "routes/refund-payment/409: of fifty at once one marks it",
    ),
    row(
      "cancel by the merchant",
      "routes/cancel-payment/200: an open payment is cancelled by the merchant",
      "routes/cancel-payment/400: a confirmed payment",
    ),
  ],
};

const MERCHANTS: Section = {
  title: "The partner's merchants",
  rows: [
    row(
      "create: a key, name and email are required, `iconUrl` may be null or left out",
      "routes/create-merchant/201: the new merchant is active",
      "routes/create-merchant/400: no name and no email",
      "routes/create-merchant/400: no Idempotency-Key",
    ),
    row(
      "create: a repeat with the key returns the first merchant",
      "routes/create-merchant/201: a repeat returns the merchant that was created first, and creates none",
    ),
    row(
      "list: status, search over name and id, cursor, limit",
      "routes/list-merchants/200: status selects",
      "routes/list-merchants/200: an id, or a part of it in other letter case, is found",
      "routes/list-merchants/200: pages of %i show each once, while merchants are created",
    ),
    row(
      "list: `totalCount` of all that match, `nextCursor`",
      "routes/list-merchants/200: twenty are a page where no limit is named, and the total counts them all",
    ),
    row(
      "change: at least one of name, email and logo; null unsets the logo",
      "routes/update-merchant/400: no field",
      "routes/update-merchant/200: %s is changed, and all else stays",
      "routes/update-merchant/200: null takes the logo away",
    ),
    row(
      "delete hides it, and again is `deleted: true`",
      "routes/delete-merchant/200: it is hidden, takes no new payments, and its payments stay; again is the same",
    ),
    row(
      "get: the profile with its settlements, crypto and fiat",
      "routes/get-merchant/200: the profile with its settlements",
    ),
    row(
      "list settlements, fiat and crypto",
      "routes/list-settlements/200: crypto destinations, and the fiat ones that the operator has configured",
    ),
    row(
      "create crypto settlements: a key is required, 1 to 50 at once, all or none",
      "routes/create-crypto-settlements/201: fifty at once",
      "routes/create-crypto-settlements/400: no Idempotency-Key",
      "routes/create-crypto-settlements/400: 51 entries",
      "routes/create-crypto-settlements/409: an asset that has a destination: the whole batch is refused, and a repeat gets the same answer",
    ),
    row(
      "change a crypto settlement's destination, on the same chain",
      "routes/change-crypto-settlement/200: the destination is changed, in canonical form; the asset and the id stay",
      "routes/change-crypto-settlement/400: another chain",
    ),
    row(
      "delete a crypto settlement: later payments in the asset are not settled by themselves",
      "routes/delete-crypto-settlement/200: it is gone, with a line in the audit log and an event; a second time it is not found",
      "flows/change-destination: after a settlement is deleted, earlier quotes still pay it, and new payments lack its asset",
    ),
  ],
};

const WALLET_FLOW: Section = {
  title: "The wallet's flow",
  rows: [
    row(
      "a build action is fetched before it is executed",
      "flows/pay-by-authorization: pays the merchant on chain, less the fee, and every status reader sees it",
    ),
    row(
      "results in the order and count of the actions",
      "routes/gateway-confirm/400: no result",
      "routes/gateway-confirm/400: one result too many",
    ),
    row(
      "an approval before a signature: the transaction's hash first, the signature second",
      "flows/pay-by-permit2: approves Permit2 and signs for the first payment, and only signs for the second",
      "flows/pay-by-permit2: is refused with a clear message without the approval, and can confirm again with it",
      "interop/walletconnect-pay-methods: through Permit2, with the approval first",
    ),
    row(
      "a transaction method's result is the transaction's hash",
      "flows/pay-by-transaction: is sent in one transaction with the exact value",
      "flows/pay-by-transaction: reports a malformed hash, or too many or too few, is refused",
      "interop/walletconnect-pay-methods: by a transaction in the chain's native coin",
    ),
    row(
      "a confirm that is not final says when to come again, and may be repeated",
      "flows/pay-by-authorization: may repeat the confirm at any time and gets the current status",
      "flows/pay-by-authorization: holds a confirm with maxPollMs open until the payment is final",
    ),
    row(
      "data is collected for an option exactly if it asks for it",
      "routes/gateway-options/buyer-data: from an amount on: fields, schema and a form for the option's account, on the option and on the answer",
      "routes/gateway-options/buyer-data: each account has a form of its own; whose is filled in is asked no more",
      "routes/gateway-options/buyer-data: without rules nothing is asked for",
      "routes/gateway-confirm/buyer-data: no data",
    ),
    row(
      "the hosted form signals `IC_COMPLETE`, and a confirm follows",
      "flows/pay-with-buyer-data: the hosted form is shown once, filled in and reported to the wallet, and the payment is paid",
      "pages/buyer-data-script: tells every bridge once, and the opener or parent page",
      "routes/gateway-confirm/buyer-data: what the form has taken need not be sent; what is sent all the same takes its place",
    ),
    row(
      "a wallet's own form follows the schema and sends `collectedData`",
      "flows/pay-with-buyer-data: the wallet's own form takes fields and schema from the option and sends the data with the confirm",
      "interop/buyer-data: a wallet with its own form sends the collected data, and pays",
      "routes/gateway-confirm/buyer-data: right data is kept with the confirm, and an identical confirm keeps nothing more",
    ),
    row(
      "nothing can be paid after `expiresAt`",
      "routes/gateway-options/410: options, fetch and confirm of a payment whose time has run out",
    ),
  ],
};

export const ENDPOINTS: readonly Section[] = [GATEWAY, PAYMENTS, MERCHANTS, WALLET_FLOW];
