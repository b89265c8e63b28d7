import { DeliveryDetail, deliveryDetail } from "../../../contract/webhooks/webhooks.ts";
import { deliveryMissing } from "../../../operations/errors/refusal.ts";
import { WEBHOOK_READERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { DELIVERY_DETAIL } from "../../openapi/example-values.ts";

export const getWebhookDelivery = endpoint({
  id: "getWebhookDelivery",
  tag: "Webhooks",
  summary: "Get a delivery with all its attempts",
  about: "`history` has the attempts, oldest first, each with the first 4 KB of the response.",
  route: "GET /v1/webhook-deliveries/:id",
  caller: "partner",
  console: WEBHOOK_READERS,
  response: [200, DeliveryDetail],
  examples: { responses: { failedOnce: DELIVERY_DETAIL } },
  uses: ["deliveries"],
  async handle({ deliveries }, { caller, params }) {
    const found = await deliveries.find(caller.partnerId, params.id);
    if (!found) throw deliveryMissing();
    return deliveryDetail(found.delivery, found.history);
  },
});
