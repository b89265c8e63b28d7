import {
  brandingOf,
  MerchantUpdated,
  merchantShown,
  UpdateMerchantBody,
} from "../../../contract/merchants/merchants.ts";
import { updateMerchant as update } from "../../../operations/merchants/update-merchant.ts";
import { MANAGERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { BRANDING, MERCHANT } from "../../openapi/example-values.ts";
import { byCaller } from "../../request/merchant-actor.ts";

export const updateMerchant = endpoint({
  id: "updateMerchant",
  tag: "Merchants",
  summary: "Change a merchant's name, email, logo or branding",
  about:
    "Send at least one of the fields. The logo is fetched once, during this call, and buyers see a copy; null " +
    "removes it. `branding` colours the pages that buyers see, with its contrast corrected; null removes it.",
  route: "PATCH /v1/merchants/:merchantId",
  caller: "partner",
  console: MANAGERS,
  request: { body: UpdateMerchantBody },
  response: [200, MerchantUpdated],
  examples: {
    requests: {
      name: { merchantName: "Corner Shop & Co" },
      withoutLogo: { iconUrl: null },
      branding: { branding: BRANDING },
    },
    responses: { changed: { merchant: { ...MERCHANT, name: "Corner Shop & Co" } } },
  },
  uses: ["merchants", "logos", "logoSource"],
  async handle(services, { caller, params: { merchantId }, body, settings }) {
    const { merchantName: name, merchantEmail: email, iconUrl } = body;
    const branding = brandingOf(body.branding);
    const place = { partnerId: caller.partnerId, merchantId };
    const merchant = await update(services, place, { name, email, iconUrl, branding }, byCaller(caller));
    return { merchant: merchantShown(merchant, settings.publicUrl) };
  },
});
