import type { Hex } from "viem";
import { RefundBody, Refunded, refunded } from "../../../contract/refunds.ts";
import { findRefund, refundPayment as refund } from "../../../operations/refund-payment.ts";
import { writeEndpoint } from "../../endpoint.ts";
import { once, replayed } from "../../idempotent.ts";
import { byCaller } from "../../merchant-actor.ts";
import { ownedPayments } from "../../owned-payments.ts";

const OK = 200;

export const refundPayment = writeEndpoint({
  method: "POST",
  path: "/v1/refunds",
  merchant: "optional",
  idempotency: "optional",
  unknownId: "not_found",
  body: RefundBody,
  status: OK,
  response: Refunded,
  async handle(services, call) {
    const { paymentId, txHash } = call.body;
    // The transaction is looked up before the one that marks the refund, and so not again for a repeat.
    const earlier = txHash ? await replayed(services, call) : null;
    if (earlier) return earlier;
    const { chains, log } = services;
    const ports = { payments: ownedPayments(services.payments, call), chains, log };
    const transaction = txHash ? await findRefund(ports, paymentId, txHash as Hex) : null;
    return once(services, call, async (tx) => {
      await refund({ payments: ownedPayments(tx.payments, call) }, paymentId, transaction, byCaller(call.caller));
      return { status: OK, body: refunded(paymentId) };
    });
  },
});
