import { Payments, PaymentsQuery } from "../../../contract/payments/payment-list.ts";
import { EVERYBODY_AND_TILLS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { answerPaymentList, LIST_ABOUT } from "../../lists/payment-list-response.ts";
import { PAYMENT_PAGE } from "../../openapi/example-values.ts";

export const listPayments = endpoint({
  id: "listPayments",
  tag: "Payments",
  summary: "List payments, with statistics over all matches",
  about: `${LIST_ABOUT} An unknown merchant, or another partner's, matches nothing.`,
  route: "GET /v1/payments",
  caller: "partner",
  console: EVERYBODY_AND_TILLS,
  request: { query: PaymentsQuery },
  response: [200, Payments],
  examples: { responses: { paidAndWaiting: PAYMENT_PAGE } },
  uses: ["payments", "lists", "chains", "cursorKeys"],
  handle: (services, { caller, query, settings: { publicUrl } }) =>
    answerPaymentList(services, "payments", { owner: caller, merchantIds: query.merchantId, query, publicUrl }),
});
