import type { Static } from "typebox";
import { endpointToWire } from "../../../contract/webhooks/events.ts";
import { CreateEndpointBody, EndpointCreated } from "../../../contract/webhooks/webhooks.ts";
import { ANY_EVENT } from "../../../events/endpoint.ts";
import { createEndpoint as create, secretToStore, storageKeys } from "../../../operations/webhooks/manage-webhooks.ts";
import { OWNERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { WEBHOOK_ENDPOINT, WEBHOOK_SECRET } from "../../openapi/example-values.ts";
import { refuseLimitedKey } from "../../request/limited-key.ts";
import { byCaller } from "../../request/merchant-actor.ts";
import { withSecret } from "./with-secret.ts";

export const createWebhookEndpoint = endpoint({
  id: "createWebhookEndpoint",
  tag: "Webhooks",
  summary: "Create a webhook endpoint",
  about:
    "It receives the events of these types, by default all (`*`), from now on. The secret is shown here and on " +
    "rotation only. Deliveries are signed as Standard Webhooks 1.0.0; with the format `commerce`, they have the body " +
    "and signature of Coinbase Commerce.",
  route: "POST /v1/webhook-endpoints",
  caller: "partner",
  console: OWNERS,
  asksForKeyAgain: true,
  idempotency: "optional",
  request: { body: CreateEndpointBody },
  response: [201, EndpointCreated],
  errors: { 409: ["limit_exceeded"] },
  examples: {
    requests: {
      all: { url: WEBHOOK_ENDPOINT.url },
      commerce: { url: "https://shop.example/commerce-webhooks", format: "commerce" },
      some: { url: WEBHOOK_ENDPOINT.url, events: ["payment.succeeded", "payment.refunded"] },
    },
    responses: { created: { ...WEBHOOK_ENDPOINT, secret: WEBHOOK_SECRET } },
  },
  uses: ["webhooks", "webhookUrls", "buyerDataKeys"],
  async handle({ webhookUrls, buyerDataKeys }, call) {
    refuseLimitedKey(call.caller);
    const keys = storageKeys(buyerDataKeys);
    const { url, format = "standard", events = [ANY_EVENT], merchantIds = null } = call.body;
    const { description = null, enabled = true } = call.body;
    const choice = { url, format, events, merchantIds, description, isEnabled: enabled };
    const answer = await call.once(async ({ webhooks }) => {
      const { partnerId } = call.caller;
      const { endpoint: created, secret } = await create(
        { webhooks },
        keys,
        partnerId,
        choice,
        byCaller(call.caller),
        webhookUrls,
      );
      return { ...endpointToWire(created), secret: secretToStore(secret) };
    });
    return withSecret<Static<typeof EndpointCreated>>(keys, answer);
  },
});
