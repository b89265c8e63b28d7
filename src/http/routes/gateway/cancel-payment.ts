import { CancelBody, Cancellation, cancellation } from "../../../contract/payments/payments.ts";
import { cancelPayment as cancel } from "../../../operations/payments/cancel-payment.ts";
import { endpoint } from "../../endpoint.ts";
import { cancelledBy } from "../../openapi/example-values.ts";

export const cancelPayment = endpoint({
  id: "cancelGatewayPayment",
  tag: "Gateway",
  summary: "Cancel a payment as its buyer",
  about: "Works only until the payment is confirmed. A repeat gets the same response.",
  route: "POST /v1/gateway/payment/:id/cancel",
  caller: "wallet",
  request: { body: CancelBody },
  response: [200, Cancellation],
  errors: { 400: ["invalid_state"] },
  examples: {
    requests: { nothing: {} },
    responses: { cancelled: cancelledBy("cancelled_by_user") },
  },
  uses: ["payments"],
  async handle(services, { params }) {
    return cancellation(await cancel(services, params.id, "cancelled_by_user"));
  },
});
