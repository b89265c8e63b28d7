// What a reader is told of each endpoint beside its schemas. Keys are "<method> <path>" as in the table of endpoints.
import type { ErrorsByStatus } from "./errors.ts";

export interface Description {
  /** The operationId: generated clients name their functions by it. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** Beside those that follow from the endpoint's place in the table. */
  readonly errors?: ErrorsByStatus;
}

export const TAGS = {
  Payments: "What a partner does with payments.",
  Merchants: "Merchants, and where their money goes.",
  Gateway: "What a buyer's wallet asks. The payment's id is the capability: any live key or registered app may call.",
} as const;

type Tag = keyof typeof TAGS;

const LIST =
  "`stats` cover everything that matches the filters, whatever the page. `startTs` is inclusive, `endTs` exclusive; a repeated " +
  "parameter matches any of its values. `sortBy=amount` compares standard units, whatever the currency.";

export const DESCRIPTIONS: Readonly<Record<string, Description>> = {
  "POST /v1/merchants": {
    id: "createMerchant",
    tag: "Merchants",
    summary: "Create a merchant",
    description: "It is active at once. `iconUrl` null means that it has no logo.",
  },
  "GET /v1/merchants": {
    id: "listMerchants",
    tag: "Merchants",
    summary: "List merchants",
    description:
      "Newest first. `search` is looked for in names and ids, without regard to case; deleted ones are left out.",
  },
  "GET /v1/merchants/:merchantId": {
    id: "getMerchant",
    tag: "Merchants",
    summary: "Get a merchant with its settlement destinations",
  },
  "PATCH /v1/merchants/:merchantId": {
    id: "updateMerchant",
    tag: "Merchants",
    summary: "Change a merchant's name, email or logo",
    description:
      "At least one of them. The logo is fetched once, at this call, and a copy is shown to buyers; null takes it away.",
  },
  "DELETE /v1/merchants/:merchantId": {
    id: "deleteMerchant",
    tag: "Merchants",
    summary: "Delete a merchant",
    description: "It is hidden and takes no new payments; those under way finish. A repeat gives the same answer.",
  },
  "GET /v1/merchants/:merchantId/settlements": {
    id: "listSettlements",
    tag: "Merchants",
    summary: "List a merchant's settlement destinations",
    description: "Fiat destinations are configured by the operator and read-only here.",
  },
  "POST /v1/merchants/:merchantId/settlements/crypto": {
    id: "createCryptoSettlements",
    tag: "Merchants",
    summary: "Add crypto settlement destinations",
    description:
      "All of them or none. A merchant has one destination for an asset, and it is an account on the asset's chain.",
    errors: { 409: ["settlement_asset_conflict"] },
  },
  "PUT /v1/merchants/:merchantId/settlements/crypto/:id": {
    id: "changeCryptoSettlement",
    tag: "Merchants",
    summary: "Change a crypto settlement's destination",
    description:
      "To an account on the same chain. Options that buyers were given before keep the destination they show.",
  },
  "DELETE /v1/merchants/:merchantId/settlements/crypto/:id": {
    id: "deleteCryptoSettlement",
    tag: "Merchants",
    summary: "Remove a crypto settlement destination",
    description: "Later payments in that asset are no longer settled to the merchant by themselves.",
  },
  "POST /v1/payments": {
    id: "createPayment",
    tag: "Payments",
    summary: "Create a payment",
    description:
      "Send the buyer to `gatewayUrl`. Without `expiresAt` the payment can be paid for 5 minutes. Send an Idempotency-Key: " +
      "only then is a repeat after a lost answer sure to create nothing twice.",
  },
  "GET /v1/payments": {
    id: "listPayments",
    tag: "Payments",
    summary: "List payments, with statistics over all that match",
    description: `${LIST} Another partner's or an unknown merchant matches nothing.`,
  },
  "GET /v1/merchants/payments": {
    id: "listMerchantPayments",
    tag: "Payments",
    summary: "List one merchant's payments",
    description: `${LIST} The merchant is that of the header Merchant-Id; one that was deleted keeps its payments.`,
  },
  "GET /v1/merchants/:merchantId/payments": {
    id: "listLegacyPayments",
    tag: "Payments",
    summary: "List one merchant's payments, in the old form",
    description: "Replaced by `GET /v1/merchants/payments`. Cancelled payments are left out.",
  },
  "GET /v1/payments/:id": {
    id: "getPayment",
    tag: "Payments",
    summary: "Get a payment's details",
    description: "`info` is there once it has succeeded, `settlement` once the money has reached the merchant.",
  },
  "GET /v1/payments/:id/status": {
    id: "getPaymentStatus",
    tag: "Payments",
    summary: "Get a payment's status, or wait for it to change",
    description: "`maxPollMs` holds the answer until the status changes; at most 60 000 count.",
  },
  "POST /v1/payments/:id/cancel": {
    id: "cancelPayment",
    tag: "Payments",
    summary: "Cancel a payment",
    description: "Only before the buyer has confirmed it. A repeat gives the same answer.",
    errors: { 400: ["invalid_state"] },
  },
  "POST /v1/refunds": {
    id: "refundPayment",
    tag: "Payments",
    summary: "Mark a payment as refunded in full",
    description:
      "A mark only: no money moves, and the status stays `succeeded`. `txHash` names the transaction that paid it back; it is " +
      "verified on the payment's chain and shown.",
    errors: { 400: ["payment_not_succeeded"], 404: ["not_found"], 409: ["already_refunded"], 502: ["bad_gateway"] },
  },
  "GET /v1/exceptions": {
    id: "listExceptions",
    tag: "Payments",
    summary: "List money that moved otherwise than a payment's status tells",
    description:
      "Newest first. `underpaid`, `overpaid`: money came in another amount than was asked for, or on top. `late`: the payment " +
      "ended without it. `duplicate`: another transfer had paid already. `reorged`: the chain reorganised and took it out. " +
      "`settlement_failed`: it took it out for good. None of them changes the payment's status. " +
      "`resolvedAt`: when the buyer confirmed that very transfer after it had been told of, so that it pays the payment; else null.",
  },
  "GET /v1/gateway/payment/:id": {
    id: "getGatewayPayment",
    tag: "Gateway",
    summary: "Get what a wallet shows of a payment",
  },
  "POST /v1/gateway/payment/:id/options": {
    id: "listOptions",
    tag: "Gateway",
    summary: "List the ways in which these accounts can pay",
    description:
      "Send all of the user's accounts on every chain. `options` is null once the payment has succeeded, failed or been cancelled.",
    errors: { 410: ["payment_expired"], 422: ["params_validation"], 451: ["sanctioned_user"] },
  },
  "POST /v1/gateway/payment/:id/fetch": {
    id: "resolveBuild",
    tag: "Gateway",
    summary: "Resolve a build action into what the wallet executes",
    description: "All returned actions are to be executed, in order.",
    errors: {
      400: ["invalid_state"],
      409: ["quote_expired"],
      410: ["payment_expired"],
      451: ["sanctioned_user"],
    },
  },
  "POST /v1/gateway/payment/:id/confirm": {
    id: "confirmPayment",
    tag: "Gateway",
    summary: "Confirm a payment with the results of the executed actions",
    description:
      "Results stand in the order of the actions, one for each. An identical repeat is safe and gives the present state; " +
      "`maxPollMs` holds the answer until the payment is final, at most 60 000 count.",
    errors: {
      400: ["invalid_state"],
      409: ["quote_expired"],
      410: ["payment_expired"],
      422: ["params_validation"],
      451: ["sanctioned_user"],
    },
  },
  "GET /v1/gateway/payment/:id/status": {
    id: "getGatewayPaymentStatus",
    tag: "Gateway",
    summary: "Get a payment's status, or wait for it to change",
    description: "`maxPollMs` holds the answer until the status changes; at most 60 000 count.",
  },
  "POST /v1/gateway/payment/:id/cancel": {
    id: "cancelGatewayPayment",
    tag: "Gateway",
    summary: "Cancel a payment as its buyer",
    description: "Only before it has been confirmed. A repeat gives the same answer.",
    errors: { 400: ["invalid_state"] },
  },
};
