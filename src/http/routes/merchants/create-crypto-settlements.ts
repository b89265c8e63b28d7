import { CreateSettlementsBody, SettlementsCreated, settlementShown } from "../../../contract/merchants.ts";
import { createSettlements } from "../../../operations/create-settlements.ts";
import { writeEndpoint } from "../../endpoint.ts";
import { once } from "../../idempotent.ts";
import { actorOf } from "../../merchant-actor.ts";

const CREATED = 201;

export const createCryptoSettlements = writeEndpoint({
  method: "POST",
  path: "/v1/merchants/:merchantId/settlements/crypto",
  asksForKeyAgain: true,
  merchant: "none",
  idempotency: "required",
  unknownId: "not_found",
  body: CreateSettlementsBody,
  status: CREATED,
  response: SettlementsCreated,
  handle(services, call) {
    return once(services, call, async (tx) => {
      const ports = { settlements: tx.settlements, chains: services.chains };
      const settlements = await createSettlements(ports, actorOf(call), call.body.settlements);
      return { status: CREATED, body: { settlements: settlements.map(settlementShown) } };
    });
  },
});
