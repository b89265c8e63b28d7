import { CancelBody, Cancellation, cancellation } from "../../../contract/payments/payments.ts";
import { cancelPayment as cancel } from "../../../operations/payments/cancel-payment.ts";
import { SELLERS_AND_TILLS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { cancelledBy } from "../../openapi/example-values.ts";
import { ownedPayments } from "../../payments/owned-payments.ts";
import { byCaller } from "../../request/merchant-actor.ts";

export const cancelPayment = endpoint({
  id: "cancelPayment",
  tag: "Payments",
  summary: "Cancel a payment",
  about: "Works only until the buyer confirms the payment. A repeat gets the same response.",
  route: "POST /v1/payments/:id/cancel",
  caller: "partner",
  console: SELLERS_AND_TILLS,
  isForPos: true,
  merchant: "optional",
  idempotency: "optional",
  request: { body: CancelBody },
  response: [200, Cancellation],
  errors: { 400: ["invalid_state"] },
  examples: {
    requests: { nothing: {} },
    responses: { cancelled: cancelledBy("cancelled_by_merchant") },
  },
  uses: ["payments"],
  handle: (_services, call) =>
    call.once(async (tx) => {
      const payments = ownedPayments(tx.payments, call);
      return cancellation(await cancel({ payments }, call.params.id, "cancelled_by_merchant", byCaller(call.caller)));
    }),
});
