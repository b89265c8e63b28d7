import { CancelBody } from "../../../contract/payments/payments.ts";
import { Refund, refundToWire } from "../../../contract/payments/refunds.ts";
import { cancelRefund as cancel } from "../../../operations/refunds/end-refund.ts";
import { MANAGERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { REFUND } from "../../openapi/example-values.ts";
import { ownedRefund } from "../../payments/owned-refund.ts";
import { shownAssets } from "../../payments/shown-asset.ts";
import { byCaller } from "../../request/merchant-actor.ts";

export const cancelRefund = endpoint({
  id: "cancelRefund",
  tag: "Refunds",
  summary: "Cancel a refund that nobody has signed",
  about: "A repeat gets the same response.",
  route: "POST /v1/refunds/:id/cancel",
  caller: "partner",
  console: MANAGERS,
  merchant: "optional",
  idempotency: "optional",
  request: { body: CancelBody },
  response: [200, Refund],
  errors: { 400: ["invalid_state"] },
  examples: { requests: { nothing: {} }, responses: { cancelled: { ...REFUND, status: "cancelled" } } },
  uses: ["refunds", "chains"],
  handle: ({ chains }, call) =>
    call.once(async (tx) => {
      const refund = await cancel(tx, call.caller.partnerId, await ownedRefund(tx, call), byCaller(call.caller));
      return refundToWire(refund, shownAssets(chains), call.settings.publicUrl);
    }),
});
