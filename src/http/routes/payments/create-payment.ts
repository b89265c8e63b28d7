import { CreatePaymentBody, PaymentCreated, paymentCreated } from "../../../contract/payments/payments.ts";
import { invalid } from "../../../operations/errors/refusal.ts";
import { createPayment as create } from "../../../operations/payments/create-payment.ts";
import { SELLERS_AND_TILLS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { EXPIRES_AT, ORDER, PAYMENT_ID } from "../../openapi/example-values.ts";
import type { KeyCaller } from "../../request/caller.ts";
import { creatorOf } from "../../request/merchant-actor.ts";

export const createPayment = endpoint({
  id: "createPayment",
  tag: "Payments",
  summary: "Create a payment",
  about:
    "Send the buyer to `gatewayUrl`. Without `expiresAt` the payment can be paid for 5 minutes. Send an " +
    "Idempotency-Key: only then is it safe to repeat the request after a lost response. The buyer sees `description` " +
    "and `lineItems`; their amounts are each line's total and need not add up to the payment's. `deposit: false` " +
    "forbids paying by a transfer to a deposit address. A test payment whose `referenceId` begins with `test:` and a " +
    "fault, for example `test:late order 7`, is paid by the operator's demo buyer, with that fault.",
  route: "POST /v1/payments",
  caller: "partner",
  console: SELLERS_AND_TILLS,
  isForPos: true,
  merchant: "required",
  idempotency: "optional",
  request: { body: CreatePaymentBody },
  response: [201, PaymentCreated],
  examples: {
    requests: {
      minimal: { amount: { unit: "iso4217/USD", value: "1250" }, referenceId: ORDER },
      all: {
        amount: { unit: "iso4217/USD", value: "1250" },
        referenceId: ORDER,
        checkout: { successUrl: "https://shop.example/thanks", errorUrl: "https://shop.example/basket" },
        expiresAt: EXPIRES_AT,
        description: "Your order of 18 February",
        lineItems: [{ name: "Green tea, 100 g", quantity: 2, amount: { unit: "iso4217/USD", value: "1250" } }],
      },
    },
    responses: {
      created: {
        paymentId: PAYMENT_ID,
        status: "requires_action",
        isFinal: false,
        expiresAt: EXPIRES_AT,
        gatewayUrl: `https://pay.example/${PAYMENT_ID}`,
        x402Url: `https://pay.example/x402/${PAYMENT_ID}`,
        pollInMs: 1000,
        livemode: true,
      },
    },
  },
  uses: ["payments", "idempotency", "fees", "faults", "paymentLifetimeMaxS", "allowsLocalRedirects", "nowS", "nowMs"],
  async handle(services, { caller, merchantId, body, settings, idempotent, success }) {
    refuseOthersReference(caller, body.referenceId);
    return create(
      services,
      { partnerId: caller.partnerId, merchantId, createdBy: creatorOf(caller), fees: caller.fees },
      {
        amount: body.amount,
        referenceId: body.referenceId,
        checkout: body.checkout ?? null,
        expiresAtS: body.expiresAt ?? null,
        description: body.description ?? null,
        lineItems: body.lineItems ?? [],
        takesDeposits: body.deposit ?? true,
      },
      (payment) => success(paymentCreated(payment, settings.publicUrl)),
      idempotent,
    );
  },
});

/** A till's sales are told apart by their references. @throws Refusal params_validation */
function refuseOthersReference({ referencePrefix }: KeyCaller, referenceId: string): void {
  if (referencePrefix === null || referenceId.startsWith(referencePrefix)) return;
  throw invalid([{ field: "referenceId", message: `must begin with ${referencePrefix}` }]);
}
