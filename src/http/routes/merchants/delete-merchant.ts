import { Deleted } from "../../../contract/merchants/merchants.ts";
import { deleteMerchant as remove } from "../../../operations/merchants/delete-merchant.ts";
import { MANAGERS_OF_ALL } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { MERCHANT_ID } from "../../openapi/example-values.ts";
import { actorOf } from "../../request/merchant-actor.ts";

export const deleteMerchant = endpoint({
  id: "deleteMerchant",
  tag: "Merchants",
  summary: "Delete a merchant",
  about:
    "The merchant is hidden and takes no new payments; payments in progress can still complete. A repeat " +
    "gets the same response.",
  route: "DELETE /v1/merchants/:merchantId",
  caller: "partner",
  console: MANAGERS_OF_ALL,
  asksForKeyAgain: true,
  response: [200, Deleted],
  errors: { 403: ["second_person_required"] },
  examples: { responses: { deleted: { id: MERCHANT_ID, deleted: true } } },
  uses: ["merchants", "settlements"],
  async handle(services, call) {
    await remove(services, actorOf(call));
    return { id: call.params.merchantId, deleted: true as const };
  },
});
