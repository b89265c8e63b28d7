import { ChangeSettlementBody, SettlementChanged, settlementShown } from "../../../contract/merchants.ts";
import { changeSettlement } from "../../../operations/change-settlement.ts";
import { changeEndpoint } from "../../endpoint.ts";
import { actorOf } from "../../merchant-actor.ts";

export const changeCryptoSettlement = changeEndpoint({
  method: "PUT",
  path: "/v1/merchants/:merchantId/settlements/crypto/:id",
  asksForKeyAgain: true,
  merchant: "none",
  unknownId: "not_found",
  body: ChangeSettlementBody,
  response: SettlementChanged,
  async handle(services, call) {
    return settlementShown(await changeSettlement(services, actorOf(call), call.params.id, call.body.destination));
  },
});
