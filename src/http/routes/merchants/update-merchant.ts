import { MerchantUpdated, merchantShown, UpdateMerchantBody } from "../../../contract/merchants.ts";
import { updateMerchant as update } from "../../../operations/update-merchant.ts";
import { changeEndpoint } from "../../endpoint.ts";

export const updateMerchant = changeEndpoint({
  method: "PATCH",
  path: "/v1/merchants/:merchantId",
  merchant: "none",
  unknownId: "not_found",
  body: UpdateMerchantBody,
  response: MerchantUpdated,
  async handle(services, { caller: { partnerId }, params: { merchantId }, body, settings }) {
    const { merchantName: name, merchantEmail: email, iconUrl } = body;
    const merchant = await update(services, { partnerId, merchantId }, { name, email, iconUrl });
    return { merchant: merchantShown(merchant, settings.publicUrl) };
  },
});
