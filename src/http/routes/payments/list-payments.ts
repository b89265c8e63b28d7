import { Payments, PaymentsQuery } from "../../../contract/payment-list.ts";
import { readEndpoint } from "../../endpoint.ts";
import { answerPaymentList } from "../../payment-list-answer.ts";

export const listPayments = readEndpoint({
  method: "GET",
  path: "/v1/payments",
  merchant: "none",
  unknownId: "not_found",
  query: PaymentsQuery,
  response: Payments,
  handle: (services, { caller: { partnerId }, query, settings: { publicUrl } }) =>
    answerPaymentList(services, "payments", { partnerId, merchantIds: query.merchantId, query, publicUrl }),
});
