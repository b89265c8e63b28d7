import { endpointToWire, webhookEndpoint } from "../../../contract/webhooks/events.ts";
import { UpdateEndpointBody } from "../../../contract/webhooks/webhooks.ts";
import { updateEndpoint as update } from "../../../operations/webhooks/manage-webhooks.ts";
import { OWNERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { WEBHOOK_ENDPOINT } from "../../openapi/example-values.ts";
import { refuseLimitedKey } from "../../request/limited-key.ts";
import { byCaller } from "../../request/merchant-actor.ts";

export const updateWebhookEndpoint = endpoint({
  id: "updateWebhookEndpoint",
  tag: "Webhooks",
  summary: "Change, disable or enable a webhook endpoint",
  about:
    "Send at least one of the fields. A disabled endpoint gets no events; enabled again, it gets those from then on, " +
    "and its pending deliveries continue.",
  route: "PATCH /v1/webhook-endpoints/:id",
  caller: "partner",
  console: OWNERS,
  asksForKeyAgain: true,
  request: { body: UpdateEndpointBody },
  response: [200, webhookEndpoint],
  examples: {
    requests: { disable: { enabled: false }, types: { events: ["payment.succeeded"] } },
    responses: { disabled: { ...WEBHOOK_ENDPOINT, enabled: false } },
  },
  uses: ["webhooks", "webhookUrls"],
  async handle({ webhooks, webhookUrls }, { caller, params: { id }, body }) {
    refuseLimitedKey(caller);
    const { url, events, merchantIds, description, enabled: isEnabled } = body;
    const place = { partnerId: caller.partnerId, id };
    const changes = { url, events, merchantIds, description, isEnabled };
    return endpointToWire(await update({ webhooks }, place, changes, byCaller(caller), webhookUrls));
  },
});
