import { CreateMerchantBody, MerchantCreated, merchantCreated } from "../../../contract/merchants.ts";
import { createMerchant as create } from "../../../operations/create-merchant.ts";
import { writeEndpoint } from "../../endpoint.ts";
import { once } from "../../idempotent.ts";

const CREATED = 201;

export const createMerchant = writeEndpoint({
  method: "POST",
  path: "/v1/merchants",
  merchant: "none",
  idempotency: "required",
  unknownId: "not_found",
  body: CreateMerchantBody,
  status: CREATED,
  response: MerchantCreated,
  handle(services, call) {
    const { merchantName, merchantEmail, iconUrl = null } = call.body;
    const input = { name: merchantName, email: merchantEmail, iconUrl };
    return once(services, call, async (tx) => ({
      status: CREATED,
      body: merchantCreated(await create(tx, call.caller.partnerId, input)),
    }));
  },
});
