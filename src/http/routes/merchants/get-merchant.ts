import { MerchantProfile, merchantShown, settlementsShown } from "../../../contract/merchants.ts";
import { merchantMissing } from "../../../operations/errors/refusal.ts";
import { readEndpoint } from "../../endpoint.ts";

export const getMerchant = readEndpoint({
  method: "GET",
  path: "/v1/merchants/:merchantId",
  merchant: "none",
  unknownId: "not_found",
  response: MerchantProfile,
  async handle({ merchants, settlements }, { caller: { partnerId }, params, settings }) {
    const merchant = await merchants.find(partnerId, params.merchantId);
    if (!merchant) throw merchantMissing();
    const [fiat, crypto] = await Promise.all([
      settlements.listFiat(partnerId, merchant.id),
      settlements.list(partnerId, merchant.id),
    ]);
    return {
      merchant: { ...merchantShown(merchant, settings.publicUrl), settlements: settlementsShown(fiat, crypto) },
    };
  },
});
