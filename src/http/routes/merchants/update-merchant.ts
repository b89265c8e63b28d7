import { MerchantUpdated, merchantShown, UpdateMerchantBody } from "../../../contract/merchants.ts";
import { updateMerchant as update } from "../../../operations/update-merchant.ts";
import { changeEndpoint } from "../../endpoint.ts";
import { byCaller } from "../../merchant-actor.ts";

export const updateMerchant = changeEndpoint({
  method: "PATCH",
  path: "/v1/merchants/:merchantId",
  merchant: "none",
  unknownId: "not_found",
  body: UpdateMerchantBody,
  response: MerchantUpdated,
  async handle(services, { caller, params: { merchantId }, body, settings }) {
    const { merchantName: name, merchantEmail: email, iconUrl } = body;
    const place = { partnerId: caller.partnerId, merchantId };
    const merchant = await update(services, place, { name, email, iconUrl }, byCaller(caller));
    return { merchant: merchantShown(merchant, settings.publicUrl) };
  },
});
