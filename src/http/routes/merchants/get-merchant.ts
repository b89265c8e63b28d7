import { MerchantProfile, merchantShown, settlementsShown } from "../../../contract/merchants/merchants.ts";
import { merchantMissing } from "../../../operations/errors/refusal.ts";
import { EVERYBODY } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { FIAT_SETTLEMENT, MERCHANT, SETTLEMENT } from "../../openapi/example-values.ts";

export const getMerchant = endpoint({
  id: "getMerchant",
  tag: "Merchants",
  summary: "Get a merchant with its settlement destinations",
  route: "GET /v1/merchants/:merchantId",
  caller: "partner",
  console: EVERYBODY,
  response: [200, MerchantProfile],
  examples: {
    responses: {
      withSettlements: { merchant: { ...MERCHANT, settlements: { crypto: [SETTLEMENT], fiat: [FIAT_SETTLEMENT] } } },
    },
  },
  uses: ["merchants", "settlements"],
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
