import { Deleted } from "../../../contract/merchants/merchants.ts";
import { linkMissing } from "../../../operations/errors/refusal.ts";
import { MANAGERS_OF_ALL } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { LINK_ID } from "../../openapi/example-values.ts";
import { byCaller } from "../../request/merchant-actor.ts";

export const deletePaymentLink = endpoint({
  id: "deletePaymentLink",
  tag: "Payment links",
  summary: "Delete a payment link",
  about:
    "Its page accepts no more payments. Payments that buyers have already created stay payable. A repeat gets 404.",
  route: "DELETE /v1/payment-links/:id",
  caller: "partner",
  console: MANAGERS_OF_ALL,
  response: [200, Deleted],
  examples: { responses: { deleted: { id: LINK_ID, deleted: true } } },
  uses: ["paymentLinks"],
  async handle({ paymentLinks }, { caller, params: { id } }) {
    if (!(await paymentLinks.remove(caller.partnerId, id, byCaller(caller)))) throw linkMissing();
    return { id, deleted: true as const };
  },
});
