import { CreateMerchantBody, MerchantCreated, merchantCreated } from "../../../contract/merchants.ts";
import { createMerchant as create } from "../../../operations/create-merchant.ts";
import { takeLogo } from "../../../operations/take-logo.ts";
import { writeEndpoint } from "../../endpoint.ts";
import { once, replayed } from "../../idempotent.ts";
import { byCaller } from "../../merchant-actor.ts";

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
  async handle(services, call) {
    const { merchantName: name, merchantEmail: email, iconUrl = null } = call.body;
    // The logo is fetched before the transaction, and so not again for a repeat.
    const earlier = iconUrl === null ? null : await replayed(services, call);
    if (earlier) return earlier;
    const logo = iconUrl === null ? null : await takeLogo(services, iconUrl);
    return once(services, call, async (tx) => ({
      status: CREATED,
      body: merchantCreated(await create(tx, call.caller.partnerId, { name, email, logo }, byCaller(call.caller))),
    }));
  },
});
