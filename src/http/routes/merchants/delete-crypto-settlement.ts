import { Deleted } from "../../../contract/merchants/merchants.ts";
import { removeSettlement } from "../../../operations/merchants/remove-settlement.ts";
import { MANAGERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { SETTLEMENT_ID } from "../../openapi/example-values.ts";
import { actorOf } from "../../request/merchant-actor.ts";

export const deleteCryptoSettlement = endpoint({
  id: "deleteCryptoSettlement",
  tag: "Merchants",
  summary: "Remove a crypto settlement destination",
  about: "Later payments in that asset are no longer settled to the merchant automatically.",
  route: "DELETE /v1/merchants/:merchantId/settlements/crypto/:id",
  caller: "partner",
  console: MANAGERS,
  asksForKeyAgain: true,
  response: [200, Deleted],
  errors: { 403: ["second_person_required"] },
  examples: { responses: { deleted: { id: SETTLEMENT_ID, deleted: true } } },
  uses: ["settlements"],
  async handle({ settlements }, call) {
    const { id } = call.params;
    await removeSettlement({ settlements }, actorOf(call), id);
    return { id, deleted: true as const };
  },
});
