import { MerchantProfile, merchantProfile } from "../../../contract/merchants.ts";
import { Refusal } from "../../../operations/refusal.ts";
import { readEndpoint } from "../../endpoint.ts";

export const getMerchant = readEndpoint({
  method: "GET",
  path: "/v1/merchants/:merchantId",
  merchant: "none",
  unknownId: "not_found",
  response: MerchantProfile,
  async handle({ merchants, settlements }, { caller, params }) {
    const merchant = await merchants.find(caller.partnerId, params.merchantId);
    if (!merchant) throw new Refusal("not_found", "Merchant not found");
    return merchantProfile(merchant, await settlements.list(caller.partnerId, merchant.id));
  },
});
