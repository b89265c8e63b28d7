import Type, { type Static } from "typebox";
import { Refund, RefundBody, refundReason } from "../../contract/payments/refunds.ts";
import * as wire from "../../contract/primitives.ts";
import { createRefund } from "../routes/refunds/create-refund.ts";
import { pick, untrusted } from "./payment-fields.ts";
import { idempotencyKey, keyOf, MOVES_MONEY, paymentId, tool } from "./tool.ts";

const FACTS = [
  "refundId",
  "paymentId",
  "merchantId",
  "status",
  "amount",
  "fiatAmount",
  "to",
  "refundUrl",
  "expiresAt",
  "createdAt",
] as const;

/** The assistant cannot name an account: text that it has read must not redirect money. */
export const requestRefund = tool({
  name: "request_refund",
  title: "Request a refund, for a person to sign",
  description:
    "Prepares a refund of a payment that has succeeded: of all that is left, or of `amount` (in the payment's currency, " +
    "or in the token that was paid; an integer of the smallest unit as text). It goes to the account that paid. No " +
    "money moves before a person with the merchant's account has opened `refundUrl`, checked it and signed it: give " +
    "them that link. You cannot sign it.",
  endpoint: createRefund,
  annotations: MOVES_MONEY,
  // The reason is required: without it, and without an amount, the API only marks the payment as refunded.
  input: wire.closed({ idempotencyKey, paymentId, amount: RefundBody.properties.amount, reason: refundReason }),
  output: Type.Object({
    ...pick(Refund.properties, FACTS),
    nextStep: Type.String(),
    untrusted: untrusted({ reason: Refund.properties.reason }),
  }),
  async call(api, { idempotencyKey: key, ...body }) {
    const request = { method: "POST", path: createRefund.path, idempotencyKey: keyOf(key), body } as const;
    const refund = await api.send<Static<typeof Refund>>(request);
    return {
      ...pick(refund, FACTS),
      nextStep: NEXT_STEPS[refund.status] ?? "Read its status.",
      untrusted: pick(refund, ["reason"]),
    };
  },
});

const NEXT_STEPS: Readonly<Partial<Record<Static<typeof Refund>["status"], string>>> = {
  requires_action: "A person with the merchant's account opens refundUrl, checks the refund and signs it.",
  requires_address: "The buyer names an address at the payment's page; the merchant accepts it and then signs.",
};
