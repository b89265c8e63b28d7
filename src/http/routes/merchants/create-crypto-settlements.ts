import { CreateSettlementsBody, SettlementsCreated, settlementShown } from "../../../contract/merchants/merchants.ts";
import { createSettlements } from "../../../operations/merchants/create-settlements.ts";
import { MANAGERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { ASSET, DESTINATION, SETTLEMENT } from "../../openapi/example-values.ts";
import { actorOf } from "../../request/merchant-actor.ts";

export const createCryptoSettlements = endpoint({
  id: "createCryptoSettlements",
  tag: "Merchants",
  summary: "Add crypto settlement destinations",
  about: "Adds all of them or none. A merchant has at most one destination per asset, an account on the asset's chain.",
  route: "POST /v1/merchants/:merchantId/settlements/crypto",
  caller: "partner",
  console: MANAGERS,
  asksForKeyAgain: true,
  idempotency: "required",
  request: { body: CreateSettlementsBody },
  response: [201, SettlementsCreated],
  errors: { 403: ["second_person_required"], 409: ["settlement_asset_conflict"] },
  examples: {
    requests: { one: { settlements: [{ asset: ASSET, destination: DESTINATION }] } },
    responses: { created: { settlements: [SETTLEMENT] } },
  },
  uses: ["settlements", "chains"],
  handle: ({ chains }, call) =>
    call.once(async ({ settlements }) => {
      const created = await createSettlements({ settlements, chains }, actorOf(call), call.body.settlements);
      return { settlements: created.map(settlementShown) };
    }),
});
