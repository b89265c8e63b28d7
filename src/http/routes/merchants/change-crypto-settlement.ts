import { ChangeSettlementBody, SettlementChanged, settlementShown } from "../../../contract/merchants/merchants.ts";
import { changeSettlement } from "../../../operations/merchants/change-settlement.ts";
import { MANAGERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { DESTINATION, SETTLEMENT } from "../../openapi/example-values.ts";
import { actorOf } from "../../request/merchant-actor.ts";

export const changeCryptoSettlement = endpoint({
  id: "changeCryptoSettlement",
  tag: "Merchants",
  summary: "Change the destination of a crypto settlement",
  about:
    "The new destination is an account on the same chain. Options that buyers already have keep the destination " +
    "they were created with.",
  route: "PUT /v1/merchants/:merchantId/settlements/crypto/:id",
  caller: "partner",
  console: MANAGERS,
  asksForKeyAgain: true,
  request: { body: ChangeSettlementBody },
  response: [200, SettlementChanged],
  errors: { 403: ["second_person_required"] },
  examples: {
    requests: { destination: { destination: DESTINATION } },
    responses: { changed: SETTLEMENT },
  },
  uses: ["settlements", "chains"],
  async handle(services, call) {
    return settlementShown(await changeSettlement(services, actorOf(call), call.params.id, call.body.destination));
  },
});
