import { MerchantPaymentsQuery, Payments } from "../../../contract/payments/payment-list.ts";
import { merchantNotFound } from "../../../operations/errors/refusal.ts";
import { EVERYBODY } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { answerPaymentList, LIST_ABOUT } from "../../lists/payment-list-response.ts";
import { PAYMENT_PAGE } from "../../openapi/example-values.ts";

export const listMerchantPayments = endpoint({
  id: "listMerchantPayments",
  tag: "Payments",
  summary: "List one merchant's payments",
  about: `${LIST_ABOUT} The header Merchant-Id names the merchant; a deleted merchant keeps its payments.`,
  route: "GET /v1/merchants/payments",
  caller: "partner",
  console: EVERYBODY,
  isForPos: true,
  merchant: "required",
  request: { query: MerchantPaymentsQuery },
  response: [200, Payments],
  examples: { responses: { paidAndWaiting: PAYMENT_PAGE } },
  uses: ["payments", "lists", "chains", "cursorKeys"],
  async handle(services, { caller, merchantId, query, settings: { publicUrl } }) {
    if (!(await services.lists.knowsMerchant(caller.partnerId, merchantId))) throw merchantNotFound();
    const call = { owner: caller, merchantIds: [merchantId], query, publicUrl };
    return answerPaymentList(services, "merchant payments", call);
  },
});
