import { Settlements, settlementsShown } from "../../../contract/merchants/merchants.ts";
import { merchantMissing } from "../../../operations/errors/refusal.ts";
import { EVERYBODY } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { FIAT_SETTLEMENT, SETTLEMENT } from "../../openapi/example-values.ts";

export const listSettlements = endpoint({
  id: "listSettlements",
  tag: "Merchants",
  summary: "List a merchant's settlement destinations",
  about: "Fiat destinations are configured by the operator and are read-only here.",
  route: "GET /v1/merchants/:merchantId/settlements",
  caller: "partner",
  console: EVERYBODY,
  response: [200, Settlements],
  examples: { responses: { both: { fiat: [FIAT_SETTLEMENT], crypto: [SETTLEMENT] } } },
  uses: ["merchants", "settlements"],
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
