import { PaymentInfo, paymentInfo } from "../../../contract/gateway.ts";
import { readOpenPayment } from "../../../operations/read-payment.ts";
import { gatewayEndpoint } from "../../endpoint.ts";

export const getPayment = gatewayEndpoint({
  method: "GET",
  path: "/v1/gateway/payment/:id",
  response: PaymentInfo,
  async handle({ payments }, { params, settings }) {
    return paymentInfo(await readOpenPayment(payments, params.id), settings.publicUrl);
  },
});
