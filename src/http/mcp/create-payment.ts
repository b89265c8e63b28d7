import Type, { type Static } from "typebox";
import { CreatePaymentBody, PaymentCreated } from "../../contract/payments/payments.ts";
import * as wire from "../../contract/primitives.ts";
import { createPayment as create } from "../routes/payments/create-payment.ts";
import { pick } from "./payment-fields.ts";
import { CREATES, idempotencyKey, keyOf, merchantId, tool } from "./tool.ts";

const FACTS = ["paymentId", "status", "expiresAt", "gatewayUrl", "x402Url"] as const;

export const createPayment = tool({
  name: "create_payment",
  title: "Create a payment",
  description:
    "Asks a buyer for money: creates a payment that can be paid for 5 minutes, or until `expiresAt`. Give the buyer " +
    "`gatewayUrl`; programs pay at `x402Url`. `amount.unit` is iso4217/ and a currency, `amount.value` an integer of " +
    "its smallest unit as text: 12.50 USD is iso4217/USD and 1250. It moves no money by itself.",
  endpoint: create,
  annotations: CREATES,
  input: wire.closed({ idempotencyKey, merchantId: Type.Optional(merchantId), ...CreatePaymentBody.properties }),
  output: Type.Object(pick(PaymentCreated.properties, FACTS)),
  async call(api, { idempotencyKey: key, merchantId: merchant, ...body }) {
    const created = await api.send<Static<typeof PaymentCreated>>({
      method: "POST",
      path: create.path,
      merchantId: merchant,
      idempotencyKey: keyOf(key),
      body,
    });
    return pick(created, FACTS);
  },
});
