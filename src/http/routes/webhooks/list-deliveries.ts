import { PAYMENTS_LIMIT_DEFAULT } from "../../../contract/payments/payment-list.ts";
import { Deliveries, DeliveriesQuery, deliveryToWire } from "../../../contract/webhooks/webhooks.ts";
import { endpointMissing } from "../../../operations/errors/refusal.ts";
import { WEBHOOK_READERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { openCursor, sealCursor } from "../../lists/cursor.ts";
import { DELIVERY } from "../../openapi/example-values.ts";

export const listWebhookDeliveries = endpoint({
  id: "listWebhookDeliveries",
  tag: "Webhooks",
  summary: "List a webhook endpoint's deliveries",
  about: "Newest first, of the last 30 days, each with its last attempt.",
  route: "GET /v1/webhook-endpoints/:id/deliveries",
  caller: "partner",
  console: WEBHOOK_READERS,
  request: { query: DeliveriesQuery },
  response: [200, Deliveries],
  examples: { responses: { one: { data: [DELIVERY], nextCursor: null } } },
  uses: ["webhooks", "deliveries", "cursorKeys"],
  async handle({ webhooks, deliveries, cursorKeys }, { caller: { partnerId }, params: { id }, query }) {
    const { cursor, limit = PAYMENTS_LIMIT_DEFAULT, status = null } = query;
    if (!(await webhooks.find(partnerId, id))) throw endpointMissing();
    const scope = { list: "webhook deliveries", partnerId, filter: { id, status } };
    const [no = "0"] = cursor === undefined ? [] : openCursor(cursorKeys, scope, cursor, 1);
    // One more than the page shows whether there is a next page.
    const before = cursor === undefined ? null : BigInt(no);
    const found = await deliveries.list(partnerId, id, status, before, limit + 1);
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    return {
      data: page.map(deliveryToWire),
      nextCursor: last ? sealCursor(cursorKeys, scope, [last.no.toString()]) : null,
    };
  },
});
