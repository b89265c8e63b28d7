import { CancelBody, Cancellation, cancellation } from "../../../contract/payments.ts";
import { cancelPayment as cancel } from "../../../operations/cancel-payment.ts";
import { writeEndpoint } from "../../endpoint.ts";
import { once } from "../../idempotent.ts";
import { byCaller } from "../../merchant-actor.ts";
import { ownedPayments } from "../../owned-payments.ts";

const OK = 200;

export const cancelPayment = writeEndpoint({
  method: "POST",
  path: "/v1/payments/:id/cancel",
  merchant: "optional",
  idempotency: "optional",
  unknownId: "payment_not_found",
  body: CancelBody,
  status: OK,
  response: Cancellation,
  handle(services, call) {
    return once(services, call, async (tx) => {
      const payments = ownedPayments(tx.payments, call);
      const by = byCaller(call.caller);
      const payment = await cancel({ payments }, call.params.id, "cancelled_by_merchant", by);
      return { status: OK, body: cancellation(payment) };
    });
  },
});
