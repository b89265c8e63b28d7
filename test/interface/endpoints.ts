import { FAMILY } from "./family.ts";
import { row, type Section } from "./row.ts";

const CREATED = "routes/payments/create-payment/201: returns the documented fields, payable for five minutes";

const GATEWAY: Section = {
  title: "The gateway's endpoints",
  rows: [
    row(
      "options accept all of the buyer's accounts, as CAIP-10",
      "routes/gateway/options/200: one option per account and asset that can pay, and nothing is written",
      "routes/gateway/options/200: accounts without funds, accounts on other chains, and no accounts have no options",
      "routes/gateway/options/422: an account that is %s",
    ),
    row(
      "`includePaymentInfo` adds payment information",
      "routes/gateway/options/200: includePaymentInfo %s",
      "routes/gateway/options/200: includePaymentInfo=false omits it",
    ),
    row(
      "fetch takes `optionId` and `data`, and returns `walletRpc` actions",
      "routes/gateway/fetch/200: typed data for the buyer's wallet to sign",
      "routes/gateway/fetch/400: an option that this server did not issue, that was altered, or of another payment",
    ),
    row(
      "confirm takes `optionId` and `results`",
      "routes/gateway/confirm/200: returns processing at once, or holds until the payment is final",
      "routes/gateway/confirm/400: an empty body",
    ),
    row(
      "confirm takes `collectedData` and `excludeFromRelayer`, both optional and nullable",
      "routes/gateway/confirm/200: accepts extra fields, and null for optional ones",
      "routes/gateway/confirm/200: with excludeFromRelayer it waits for a transfer sent by someone else",
    ),
    row(
      "one result per action, in their order",
      "routes/gateway/confirm/400: no result",
      "routes/gateway/confirm/400: one result too many",
    ),
    row("a signature is sent as hex, and is the buyer's", "routes/gateway/confirm/422: another account's signature"),
    row(
      "`maxPollMs` holds confirm and status requests until the status changes",
      "routes/gateway/confirm/200: returns processing at once, or holds until the payment is final",
      "routes/gateway/status/200: a held response returns on each change: confirmed, then succeeded",
    ),
    row(
      "the status result, with `failureCode`",
      "routes/gateway/status/200: a failed payment has a failure code, which may be null",
    ),
    row(
      "cancel by the buyer",
      "routes/gateway/cancel/200: the buyer cancels an open payment, and a repeat by either side returns the same body",
      "routes/gateway/cancel/400: a payment that is confirmed or final",
    ),
    row(
      "deposit gives an address of the payment in an asset, with an EIP-681 link to what is missing",
      "routes/deposits/ask-for-gateway-address/200: an address of the payment's own, which its terms determine, with everything a page needs",
      "routes/deposits/ask-for-gateway-address/200: the same request gives the same address, to the buyer and to the partner, with or without caip19/",
      "routes/deposits/ask-for-gateway-address/400: an unknown asset of a known chain",
      "routes/deposits/ask-for-gateway-address/410: a payment whose time is over, also for a known address",
      "routes/deposits/ask-for-gateway-address/429: a caller of the gateway gets so many new addresses; repeats, other callers and the partner are free",
      "races/deposit-addresses: of several askers at once, all get one address, and the expiry moves once",
    ),
    row(
      "an unmodified wallet SDK pays through all of them",
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
      "routes/payments/create-payment/400: no amount",
      "routes/payments/create-payment/400: no reference",
      "routes/payments/create-payment/201: accepts null for optional fields",
    ),
    row(
      "create: `expiresAt` is in the future, in Unix seconds",
      "routes/payments/create-payment/400: an expiry in the past",
      "routes/payments/create-payment/400: an expiry in milliseconds",
    ),
    row(
      "details, with the settlement, if any",
      "routes/payments/get-payment/200: a paid payment shows the amount paid, and the merchant's share in the same transaction",
    ),
    row(
      "receipt: a signed statement of a succeeded payment, which verifies without the server",
      "routes/payments/get-receipt/200: a paid payment's receipt states it, verifies with the published keys, and is the same each time",
      "routes/payments/get-receipt/400: an open, a cancelled and an expired payment",
      "routes/server/jwks/200: the keys are public, cacheable, readable by pages of other origins, and have no private part",
      "flows/receipts: a signed payment's receipt: the chain has its terms, its transfers and the nonce that the buyer signed",
      "client/receipts: a changed %s is refused",
    ),
    row(
      "deposit, for a partner, a point of sale and a till; `deposit: false` at creation forbids it",
      "routes/deposits/ask-for-address/200: a partner's server and a point of sale get the address of their payment",
      "routes/deposits/ask-for-address/403: a key of the role %s",
      "routes/deposits/ask-for-gateway-address/400: a payment that was created with deposit: false",
      "routes/deposits/ask-for-gateway-address/429: a partner has so many open addresses; those of ended payments are free, other partners' do not count",
    ),
    row(
      "details, lists and events show `deposits`; paid by one, a payment has no buyer and counts no customer",
      "routes/payments/get-payment/deposits: details and lists show each address, what came to it, and every transfer but dust with its status",
      "flows/deposit-events: shows no buyer and counts no customer, and its events show what had come by then",
    ),
    row(
      "status, with an optional `maxPollMs`",
      "routes/payments/get-payment-status/200: an open payment",
      "routes/payments/get-payment-status/200: a held response returns when the buyer cancels",
    ),
    row(
      "list: `startTs` inclusive, `endTs` exclusive, RFC 3339",
      "routes/payments/list-payments/200: times: includes the start and excludes the end, to the microsecond and in any offset",
      "routes/payments/list-payments/400: startTs=yesterday",
    ),
    row(
      "list: `token_symbol` (repeatable), `asset`, `network` (comma-separated)",
      "routes/payments/list-payments/200: tokens by symbol and asset, chains by id",
      "routes/payments/list-payments/400: token_symbol=",
    ),
    row(
      "list: `sortBy` and `sortDir`",
      "routes/payments/list-payments/200: newest first, unless the order is reversed",
      "routes/payments/list-payments/200: by amount: standard units as numbers, across currencies",
      "routes/payments/list-payments/400: sortBy=status",
    ),
    row(
      "list: opaque `cursor` and `nextCursor`, null at the end",
      "routes/payments/list-payments/200: pages by cursor to the end; the statistics cover all pages",
      "routes/payments/list-payments/400: a cursor is bound to its filter, order, list and partner",
      "lists/concurrent: paging $by $direction shows each existing payment exactly once while others are created and changed",
    ),
    row(
      "list: `status` and `merchantId`, repeatable",
      "lists/recount: lists equal a recount while payments are created, changed and projected at any moment",
      "routes/payments/list-payments/200: another partner's and an unknown merchant match nothing",
      "routes/payments/list-payments/400: status=done",
    ),
    row(
      "list: `referenceId` searched literally, regardless of case",
      "routes/payments/list-payments/200: searches references literally and regardless of case",
      "routes/payments/list-payments/400: referenceId=a_b",
    ),
    row(
      "list: `data`, `nextCursor` and `stats`",
      "routes/payments/list-payments/200: pages by cursor to the end; the statistics cover all pages",
    ),
    row(
      "the deprecated list, with its legacy query parameters",
      "routes/payments/legacy-list-payments/200: legacy names for filters, order and pages",
      "routes/payments/legacy-list-payments/400: another list's cursor",
    ),
    row(
      "the deprecated list is marked as deprecated and names its replacement",
      "routes/payments/legacy-list-payments/200: is marked as deprecated and names its replacement",
    ),
    row(
      "the payments of the merchant in `Merchant-Id`",
      "routes/merchants/list-merchant-payments/200: lists the payments of the header's merchant, with the partner list's filters",
      "routes/merchants/list-merchant-payments/401: without Merchant-Id",
    ),
    row(
      "refund marks a payment once; a second call is 409",
      "routes/refunds/create-refund/200: marks a succeeded payment and keeps its status",
      "routes/refunds/create-refund/409: one of fifty concurrent requests marks it",
    ),
    row(
      "cancel by the merchant",
      "routes/payments/cancel-payment/200: the merchant cancels an open payment",
      "routes/payments/cancel-payment/400: a confirmed payment",
    ),
  ],
};

const MERCHANTS: Section = {
  title: "The partner's merchants",
  rows: [
    row(
      "create: a key, name and email are required, `iconUrl` is optional and nullable",
      "routes/merchants/create-merchant/201: the new merchant is active",
      "routes/merchants/create-merchant/400: no name and no email",
      "routes/merchants/create-merchant/400: no Idempotency-Key",
    ),
    row(
      "create: a repeat with the key returns the first merchant",
      "routes/merchants/create-merchant/201: a repeat returns the merchant created first and creates none",
    ),
    row(
      "list: status, search over name and id, cursor, limit",
      "routes/merchants/list-merchants/200: filters by status",
      "routes/merchants/list-merchants/200: matches an id, or part of one, regardless of case",
      "routes/merchants/list-merchants/200: pages of %i show each merchant once, while others are created",
    ),
    row(
      "list: `totalCount` of all matches, `nextCursor`",
      "routes/merchants/list-merchants/200: returns twenty by default, and a total of all",
    ),
    row(
      "update: at least one of name, email and logo; null removes the logo",
      "routes/merchants/update-merchant/400: no fields",
      "routes/merchants/update-merchant/200: changes %s and keeps everything else",
      "routes/merchants/update-merchant/200: null removes the logo",
    ),
    row(
      "delete hides it, and a repeat returns `deleted: true`",
      "routes/merchants/delete-merchant/200: hides the merchant, refuses new payments, keeps old ones; a repeat changes nothing",
    ),
    row(
      "get: the profile with its settlements, crypto and fiat",
      "routes/merchants/get-merchant/200: returns the profile with its settlements",
    ),
    row(
      "list settlements, fiat and crypto",
      "routes/merchants/list-settlements/200: crypto destinations, and the fiat ones configured by the operator",
    ),
    row(
      "create crypto settlements: with a required key, 1 to 50 at once, all or none",
      "routes/merchants/create-crypto-settlements/201: fifty at once",
      "routes/merchants/create-crypto-settlements/400: no Idempotency-Key",
      "routes/merchants/create-crypto-settlements/400: 51 entries",
      "routes/merchants/create-crypto-settlements/409: refuses the whole batch if an asset has a destination, also on a repeat",
    ),
    row(
      "change a crypto settlement's destination, on the same chain",
      "routes/merchants/change-crypto-settlement/200: changes the destination, in canonical form, and keeps the asset and the id",
      "routes/merchants/change-crypto-settlement/400: another chain",
    ),
    row(
      "delete a crypto settlement: later payments in the asset are not settled automatically",
      "routes/merchants/delete-crypto-settlement/200: deletes it, with an audit entry and an event; a repeat gets 404",
      "flows/change-destination: right after a settlement is deleted, earlier quotes still pay it, and new payments lack its asset",
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
      "routes/gateway/confirm/400: no result",
      "routes/gateway/confirm/400: one result too many",
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
      "a confirm that is not final says when to retry, and can be repeated",
      "flows/pay-by-authorization: may repeat the confirm at any time and gets the current status",
      "flows/pay-by-authorization: holds a confirm with maxPollMs open until the payment is final",
    ),
    row(
      "data is collected exactly for the options that request it",
      "routes/gateway/options/buyer-data: above an amount: fields, schema and form, on the option and the response",
      "routes/gateway/options/buyer-data: each account has a separate form; a completed one is not requested again",
      "routes/gateway/options/buyer-data: without rules nothing is requested",
      "routes/gateway/confirm/buyer-data: no data",
    ),
    row(
      "the hosted form signals `IC_COMPLETE`, and a confirm follows",
      "flows/pay-with-buyer-data: the hosted form is shown once, filled in and reported to the wallet, and the payment is paid",
      "pages/buyer-data-script: tells every bridge once, and the opener or parent page",
      "routes/gateway/confirm/buyer-data: data from the form need not be sent; if sent, it replaces the form's",
    ),
    row(
      "a wallet can show a form from the schema and send `collectedData`",
      "flows/pay-with-buyer-data: the wallet's own form takes fields and schema from the option and sends the data with the confirm",
      "interop/buyer-data: a wallet with its own form sends the collected data, and pays",
      "routes/gateway/confirm/buyer-data: valid data is stored with the confirm; an identical confirm adds nothing",
    ),
    row(
      "no payment can be made after `expiresAt`",
      "routes/gateway/options/410: options, fetch and confirm of an overdue payment",
    ),
  ],
};

export const ENDPOINTS: readonly Section[] = [GATEWAY, PAYMENTS, MERCHANTS, WALLET_FLOW, FAMILY];
