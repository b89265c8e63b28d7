import { PaymentInfo, paymentInfo } from "../../../contract/gateway/gateway.ts";
import { readOpenPayment } from "../../../operations/payments/read-payment.ts";
import { endpoint } from "../../endpoint.ts";
import { BUYER, PAYMENT_INFO } from "../../openapi/example-values.ts";

export const getPayment = endpoint({
  id: "getGatewayPayment",
  tag: "Gateway",
  summary: "Get the payment details that a wallet shows",
  route: "GET /v1/gateway/payment/:id",
  caller: "wallet",
  response: [200, PaymentInfo],
  examples: {
    responses: {
      waiting: PAYMENT_INFO,
      confirmed: {
        ...PAYMENT_INFO,
        status: "processing",
        buyer: { accountCaip10: BUYER, accountProviderName: "Example Wallet" },
      },
    },
  },
  uses: ["payments"],
  async handle({ payments }, { params, settings }) {
    return paymentInfo(await readOpenPayment(payments, params.id), settings.publicUrl);
  },
});
