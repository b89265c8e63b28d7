import { Deleted } from "../../../contract/merchants/merchants.ts";
import { merchantMissing } from "../../../operations/errors/refusal.ts";
import { MANAGERS_OF_ALL } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { MERCHANT_ID } from "../../openapi/example-values.ts";
import { byCaller } from "../../request/merchant-actor.ts";

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
  response: [200, Deleted],
  examples: { responses: { deleted: { id: MERCHANT_ID, deleted: true } } },
  uses: ["merchants"],
  async handle({ merchants }, { caller, params: { merchantId } }) {
    if (!(await merchants.remove(caller.partnerId, merchantId, byCaller(caller)))) throw merchantMissing();
    return { id: merchantId, deleted: true as const };
  },
});
