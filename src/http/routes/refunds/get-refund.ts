import { Refund, refundToWire } from "../../../contract/payments/refunds.ts";
import { READERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { REFUND } from "../../openapi/example-values.ts";
import { ownedRefund } from "../../payments/owned-refund.ts";
import { shownAssets } from "../../payments/shown-asset.ts";

export const getRefund = endpoint({
  id: "getRefund",
  tag: "Refunds",
  summary: "Get a refund",
  route: "GET /v1/refunds/:id",
  caller: "partner",
  console: READERS,
  merchant: "optional",
  response: [200, Refund],
  examples: { responses: { waiting: REFUND } },
  uses: ["refunds", "chains"],
  handle: async (services, call) =>
    refundToWire(await ownedRefund(services, call), shownAssets(services.chains), call.settings.publicUrl),
});
