import { EndpointTested, NoBody } from "../../../contract/webhooks/webhooks.ts";
import { endpointDisabled, endpointMissing } from "../../../operations/errors/refusal.ts";
import { MANAGERS_OF_ALL } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { DELIVERY_ID } from "../../openapi/example-values.ts";

export const testWebhookEndpoint = endpoint({
  id: "testWebhookEndpoint",
  tag: "Webhooks",
  summary: "Send a test event to a webhook endpoint",
  about: "Creates an event `webhook_endpoint.test`, which only this endpoint receives, whatever its `events` are.",
  route: "POST /v1/webhook-endpoints/:id/test",
  caller: "partner",
  console: MANAGERS_OF_ALL,
  idempotency: "optional",
  request: { body: NoBody },
  response: [200, EndpointTested],
  errors: { 400: ["invalid_state"] },
  examples: {
    requests: { nothing: {} },
    responses: { queued: { eventId: "evt_5b4c3d3f9ac1d27e5b48069c1d8e7f6a", deliveryId: DELIVERY_ID } },
  },
  uses: ["webhooks", "deliveries"],
  handle: (_services, call) =>
    call.once(async ({ webhooks, deliveries }) => {
      const { partnerId } = call.caller;
      const { id } = call.params;
      if (!(await webhooks.find(partnerId, id))) throw endpointMissing();
      const queued = await deliveries.test(partnerId, id);
      if (!queued) throw endpointDisabled();
      return queued;
    }),
});
