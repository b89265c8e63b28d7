import { Settlements, settlementsShown } from "../../../contract/merchants.ts";
import { merchantMissing } from "../../../operations/errors/refusal.ts";
import { readEndpoint } from "../../endpoint.ts";

export const listSettlements = readEndpoint({
  method: "GET",
  path: "/v1/merchants/:merchantId/settlements",
  merchant: "none",
  unknownId: "not_found",
  response: Settlements,
  async handle({ merchants, settlements }, { caller: { partnerId }, params }) {
    const merchant = await merchants.find(partnerId, params.merchantId);
    if (!merchant) throw merchantMissing();
    const [fiat, crypto] = await Promise.all([
      settlements.listFiat(partnerId, merchant.id),
      settlements.list(partnerId, merchant.id),
    ]);
    return settlementsShown(fiat, crypto);
  },
});
