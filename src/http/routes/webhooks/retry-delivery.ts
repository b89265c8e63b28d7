import { NoBody, Retried } from "../../../contract/webhooks/webhooks.ts";
import { deliveryMissing, endpointDisabled } from "../../../operations/errors/refusal.ts";
import { MANAGERS_OF_ALL } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { DELIVERY_ID } from "../../openapi/example-values.ts";

export const retryWebhookDelivery = endpoint({
  id: "retryWebhookDelivery",
  tag: "Webhooks",
  summary: "Attempt a delivery again",
  about: "At once, and by the schedule from its beginning if that fails. A delivery that succeeded is sent again.",
  route: "POST /v1/webhook-deliveries/:id/retry",
  caller: "partner",
  console: MANAGERS_OF_ALL,
  idempotency: "optional",
  request: { body: NoBody },
  response: [200, Retried],
  errors: { 400: ["invalid_state"] },
  examples: { requests: { nothing: {} }, responses: { queued: { id: DELIVERY_ID } } },
  uses: ["deliveries"],
  handle: (_services, call) =>
    call.once(async ({ deliveries }) => {
      const { id } = call.params;
      const outcome = await deliveries.retry(call.caller.partnerId, id);
      if (outcome === "not_found") throw deliveryMissing();
      if (outcome === "disabled") throw endpointDisabled();
      return { id };
    }),
});
