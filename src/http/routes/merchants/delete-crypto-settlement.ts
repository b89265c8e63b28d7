import { Deleted } from "../../../contract/merchants.ts";
import { settlementMissing } from "../../../operations/errors/refusal.ts";
import { changeEndpoint } from "../../endpoint.ts";
import { actorOf } from "../../merchant-actor.ts";

export const deleteCryptoSettlement = changeEndpoint({
  method: "DELETE",
  path: "/v1/merchants/:merchantId/settlements/crypto/:id",
  asksForKeyAgain: true,
  merchant: "none",
  unknownId: "not_found",
  response: Deleted,
  async handle({ settlements }, call) {
    const { id } = call.params;
    if (!(await settlements.remove(actorOf(call), id))) throw settlementMissing();
    return { id, deleted: true as const };
  },
});
