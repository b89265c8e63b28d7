import Type, { type Static } from "typebox";
import { CreateLinkBody, PaymentLink } from "../../contract/payment-links/payment-links.ts";
import * as wire from "../../contract/primitives.ts";
import { createPaymentLink as create } from "../routes/payment-links/create-link.ts";
import { pick, untrusted } from "./payment-fields.ts";
import { CREATES, idempotencyKey, keyOf, merchantId, tool } from "./tool.ts";

const FACTS = [
  "id",
  "merchantId",
  "url",
  "x402Url",
  "status",
  "amount",
  "maxUses",
  "expiresAt",
  "enabled",
  "createdAt",
] as const;
const TEXTS = ["description", "referencePattern"] as const;

export const createPaymentLink = tool({
  name: "create_payment_link",
  title: "Create a payment link",
  description:
    "Creates a page on which buyers pay, as often as `maxUses` allows, a fixed amount (`amount.value`) or one that they " +
    "choose (`amount.min` to `amount.max`). Give them `url`; programs pay at `x402Url`. `amount.unit` is iso4217/ and " +
    "a currency, the values are integers of its smallest unit as text: 12.50 USD is iso4217/USD and 1250. It moves no " +
    "money by itself.",
  endpoint: create,
  annotations: CREATES,
  input: wire.closed({ idempotencyKey, merchantId: Type.Optional(merchantId), ...CreateLinkBody.properties }),
  output: Type.Object({
    ...pick(PaymentLink.properties, FACTS),
    untrusted: untrusted(pick(PaymentLink.properties, TEXTS)),
  }),
  async call(api, { idempotencyKey: key, merchantId: merchant, ...body }) {
    const link = await api.send<Static<typeof PaymentLink>>({
      method: "POST",
      path: create.path,
      merchantId: merchant,
      idempotencyKey: keyOf(key),
      body,
    });
    return { ...pick(link, FACTS), untrusted: pick(link, TEXTS) };
  },
});
