import { ChargeResult } from "../../../contract/commerce/charges.ts";
import { readOpenPayment } from "../../../operations/payments/read-payment.ts";
import { endpoint } from "../../endpoint.ts";
import { CHARGE } from "../../openapi/example-values.ts";
import { ownedPayments } from "../../payments/owned-payments.ts";
import { chargeOf } from "./charge-answer.ts";

export const getCharge = endpoint({
  id: "getCharge",
  tag: "Charges",
  summary: "Get a charge",
  about: "Every payment of the merchant is a charge; one that was not created as such has its reference as name.",
  route: "GET /commerce/charges/:id",
  caller: "partner",
  commerceKey: true,
  isForPos: true,
  merchant: "required",
  response: [200, ChargeResult],
  examples: { responses: { open: { data: CHARGE, warnings: [] } } },
  uses: ["payments", "charges", "chains"],
  async handle(services, call) {
    const payment = await readOpenPayment(ownedPayments(services.payments, call), call.params.id);
    return { data: await chargeOf(services, call, payment), warnings: [] };
  },
});
