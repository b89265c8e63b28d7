import { millisecondNotBefore } from "../../../contract/moment.ts";
import { ReplayBody, Replayed } from "../../../contract/webhooks/webhooks.ts";
import { endpointDisabled, endpointMissing } from "../../../operations/errors/refusal.ts";
import { MANAGERS_OF_ALL } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { CREATED_AT } from "../../openapi/example-values.ts";

export const replayWebhookEvents = endpoint({
  id: "replayWebhookEvents",
  tag: "Webhooks",
  summary: "Deliver past events to a webhook endpoint",
  about:
    "Queues the endpoint's events from `since` to before `until` (by default now), of the last 30 days; with " +
    "`onlyFailed`, those whose delivery failed for good. Pending deliveries stay as they are. At most 10 000 at a " +
    "time, oldest first.",
  route: "POST /v1/webhook-endpoints/:id/replay",
  caller: "partner",
  console: MANAGERS_OF_ALL,
  idempotency: "optional",
  request: { body: ReplayBody },
  response: [200, Replayed],
  errors: { 400: ["invalid_state"] },
  examples: {
    requests: { failed: { since: CREATED_AT, onlyFailed: true } },
    responses: { queued: { queued: 17 } },
  },
  uses: ["webhooks", "deliveries"],
  handle: (_services, call) =>
    call.once(async ({ webhooks, deliveries }) => {
      const { partnerId } = call.caller;
      const { id } = call.params;
      const { since, until, types = null, onlyFailed = false } = call.body;
      const found = await webhooks.find(partnerId, id);
      if (!found) throw endpointMissing();
      if (!found.isEnabled) throw endpointDisabled();
      const fromMs = millisecondNotBefore(since);
      const untilMs = until === undefined ? null : millisecondNotBefore(until);
      return { queued: await deliveries.replay(partnerId, id, { fromMs, untilMs, types, onlyFailed }) };
    }),
});
