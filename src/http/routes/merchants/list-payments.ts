import { MerchantPaymentsQuery, Payments } from "../../../contract/payment-list.ts";
import { merchantNotFound } from "../../../operations/errors/refusal.ts";
import { readEndpoint } from "../../endpoint.ts";
import { answerPaymentList } from "../../payment-list-answer.ts";

export const listMerchantPayments = readEndpoint({
  method: "GET",
  path: "/v1/merchants/payments",
  merchant: "required",
  unknownId: "not_found",
  query: MerchantPaymentsQuery,
  response: Payments,
  async handle(services, { caller: { partnerId }, merchantId, query, settings: { publicUrl } }) {
    if (!(await services.lists.knowsMerchant(partnerId, merchantId))) throw merchantNotFound();
    const call = { partnerId, merchantIds: [merchantId], query, publicUrl };
    return answerPaymentList(services, "merchant payments", call);
  },
});
