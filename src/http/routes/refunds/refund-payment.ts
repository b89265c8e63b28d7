import type { Hex } from "viem";
import { RefundBody, Refunded, refunded } from "../../../contract/payments/refunds.ts";
import { findRefund, refundPayment as refund } from "../../../operations/payments/refund-payment.ts";
import { MANAGERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { PAYMENT_ID, TX_ID } from "../../openapi/example-values.ts";
import { ownedPayments } from "../../payments/owned-payments.ts";
import { byCaller } from "../../request/merchant-actor.ts";

export const refundPayment = endpoint({
  id: "refundPayment",
  tag: "Payments",
  summary: "Mark a payment as refunded in full",
  about:
    "Marks the payment only: no money moves, and the status stays `succeeded`. `txHash` names the transaction that " +
    "paid the buyer back. It is verified on the payment's chain and shown in the payment's details.",
  route: "POST /v1/refunds",
  caller: "partner",
  console: MANAGERS,
  merchant: "optional",
  idempotency: "optional",
  request: { body: RefundBody },
  response: [200, Refunded],
  errors: { 400: ["payment_not_succeeded"], 404: ["not_found"], 409: ["already_refunded"], 502: ["bad_gateway"] },
  examples: {
    requests: { mark: { paymentId: PAYMENT_ID }, withTransaction: { paymentId: PAYMENT_ID, txHash: TX_ID } },
    responses: { refunded: { paymentId: PAYMENT_ID } },
  },
  uses: ["payments", "chains", "log", "throttle"],
  async handle({ payments, ...services }, call) {
    const { paymentId, txHash } = call.body;
    // The transaction is looked up before the database transaction, so a repeat must not look it up again.
    const earlier = txHash ? await call.replayed() : null;
    if (earlier) return earlier;
    const ports = { ...services, payments: ownedPayments(payments, call) };
    const transaction = txHash ? await findRefund(ports, paymentId, txHash as Hex) : null;
    return call.once(async (tx) => {
      await refund({ payments: ownedPayments(tx.payments, call) }, paymentId, transaction, byCaller(call.caller));
      return refunded(paymentId);
    });
  },
});
