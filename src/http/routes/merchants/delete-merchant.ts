import { Deleted } from "../../../contract/merchants.ts";
import { merchantMissing } from "../../../operations/errors/refusal.ts";
import { changeEndpoint } from "../../endpoint.ts";
import { byCaller } from "../../merchant-actor.ts";

export const deleteMerchant = changeEndpoint({
  method: "DELETE",
  path: "/v1/merchants/:merchantId",
  merchant: "none",
  unknownId: "not_found",
  response: Deleted,
  async handle({ merchants }, { caller, params: { merchantId } }) {
    if (!(await merchants.remove(caller.partnerId, merchantId, byCaller(caller)))) throw merchantMissing();
    return { id: merchantId, deleted: true as const };
  },
});
