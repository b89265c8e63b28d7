import {
  brandingOf,
  CreateMerchantBody,
  MerchantCreated,
  merchantCreated,
} from "../../../contract/merchants/merchants.ts";
import { createMerchant as create } from "../../../operations/merchants/create-merchant.ts";
import { takeLogo } from "../../../operations/merchants/take-logo.ts";
import { MANAGERS_OF_ALL } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { NEW_MERCHANT } from "../../openapi/example-values.ts";
import { byCaller } from "../../request/merchant-actor.ts";

export const createMerchant = endpoint({
  id: "createMerchant",
  tag: "Merchants",
  summary: "Create a merchant",
  about: "The merchant is active at once. `iconUrl: null` creates one without a logo.",
  route: "POST /v1/merchants",
  caller: "partner",
  console: MANAGERS_OF_ALL,
  idempotency: "required",
  request: { body: CreateMerchantBody },
  response: [201, MerchantCreated],
  examples: {
    requests: {
      named: { merchantName: NEW_MERCHANT.name, merchantEmail: NEW_MERCHANT.email },
      withoutLogo: { merchantName: NEW_MERCHANT.name, merchantEmail: NEW_MERCHANT.email, iconUrl: null },
    },
    responses: { created: { merchant: NEW_MERCHANT } },
  },
  uses: ["merchants", "logos", "logoSource"],
  async handle(services, call) {
    const { merchantName: name, merchantEmail: email, iconUrl = null } = call.body;
    // The logo is fetched before the transaction, so a repeat must not fetch it again.
    const earlier = iconUrl === null ? null : await call.replayed();
    if (earlier) return earlier;
    const logo = iconUrl === null ? null : await takeLogo(services, call.caller.partnerId, iconUrl);
    return call.once(async (tx) =>
      merchantCreated(
        await create(
          tx,
          call.caller.partnerId,
          { name, email, logo, branding: brandingOf(call.body.branding) ?? null },
          byCaller(call.caller),
        ),
      ),
    );
  },
});
