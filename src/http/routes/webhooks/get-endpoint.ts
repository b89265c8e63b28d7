import { webhookEndpoint } from "../../../contract/webhooks/events.ts";
import { endpointMissing } from "../../../operations/errors/refusal.ts";
import { WEBHOOK_READERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { WEBHOOK_ENDPOINT } from "../../openapi/example-values.ts";
import { endpointShown } from "./shown-endpoint.ts";

export const getWebhookEndpoint = endpoint({
  id: "getWebhookEndpoint",
  tag: "Webhooks",
  summary: "Get a webhook endpoint",
  about:
    "`disabledReason` is `gone` after a response 410, `failing` after five days of nothing but failures. Keys that " +
    "may not change it see only the scheme and host of its URL.",
  route: "GET /v1/webhook-endpoints/:id",
  caller: "partner",
  console: WEBHOOK_READERS,
  response: [200, webhookEndpoint],
  examples: { responses: { enabled: WEBHOOK_ENDPOINT } },
  uses: ["webhooks"],
  async handle({ webhooks }, { caller, params }) {
    const found = await webhooks.find(caller.partnerId, params.id);
    if (!found) throw endpointMissing();
    return endpointShown(found, caller);
  },
});
