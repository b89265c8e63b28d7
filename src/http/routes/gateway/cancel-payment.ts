import { CancelBody, Cancellation, cancellation } from "../../../contract/payments.ts";
import { cancelPayment as cancel } from "../../../operations/cancel-payment.ts";
import { gatewayEndpoint } from "../../endpoint.ts";

export const cancelPayment = gatewayEndpoint({
  method: "POST",
  path: "/v1/gateway/payment/:id/cancel",
  body: CancelBody,
  response: Cancellation,
  async handle(services, { params }) {
    return cancellation(await cancel(services, params.id, "cancelled_by_user"));
  },
});
