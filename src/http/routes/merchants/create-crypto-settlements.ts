import { CreateSettlementsBody, SettlementsCreated, settlementsCreated } from "../../../contract/merchants.ts";
import { createSettlements } from "../../../operations/create-settlements.ts";
import { writeEndpoint } from "../../endpoint.ts";
import { once } from "../../idempotent.ts";

const CREATED = 201;

export const createCryptoSettlements = writeEndpoint({
  method: "POST",
  path: "/v1/merchants/:merchantId/settlements/crypto",
  merchant: "none",
  idempotency: "required",
  unknownId: "not_found",
  body: CreateSettlementsBody,
  status: CREATED,
  response: SettlementsCreated,
  handle(services, call) {
    const owner = { partnerId: call.caller.partnerId, merchantId: call.params.merchantId };
    return once(services, call, async (tx) => {
      const ports = { settlements: tx.settlements, chains: services.chains };
      return {
        status: CREATED,
        body: settlementsCreated(await createSettlements(ports, owner, call.body.settlements)),
      };
    });
  },
});
