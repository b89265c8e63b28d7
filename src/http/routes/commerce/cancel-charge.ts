import { CancelChargeBody, ChargeResult } from "../../../contract/commerce/charges.ts";
import { cancelPayment } from "../../../operations/payments/cancel-payment.ts";
import { endpoint } from "../../endpoint.ts";
import { CANCELLED_CHARGE } from "../../openapi/example-values.ts";
import { ownedPayments } from "../../payments/owned-payments.ts";
import { byCaller } from "../../request/merchant-actor.ts";
import { chargeOf } from "./charge-answer.ts";

export const cancelCharge = endpoint({
  id: "cancelCharge",
  tag: "Charges",
  summary: "Cancel a charge",
  about: "Works only until the buyer confirms the payment. A repeat gets the same response.",
  route: "POST /commerce/charges/:id/cancel",
  caller: "partner",
  commerceKey: true,
  isForPos: true,
  merchant: "required",
  request: { body: CancelChargeBody },
  response: [200, ChargeResult],
  errors: { 400: ["invalid_state"] },
  examples: {
    requests: { nothing: {} },
    responses: { cancelled: { data: CANCELLED_CHARGE, warnings: [] } },
  },
  uses: ["payments", "charges", "chains"],
  async handle(services, call) {
    const payments = ownedPayments(services.payments, call);
    const payment = await cancelPayment({ payments }, call.params.id, "cancelled_by_merchant", byCaller(call.caller));
    return { data: await chargeOf(services, call, payment), warnings: [] };
  },
});
