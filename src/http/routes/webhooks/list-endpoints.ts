import { PAYMENTS_LIMIT_DEFAULT } from "../../../contract/payments/payment-list.ts";
import { Endpoints, EndpointsQuery } from "../../../contract/webhooks/webhooks.ts";
import { WEBHOOK_READERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { openCursor, sealCursor } from "../../lists/cursor.ts";
import { WEBHOOK_ENDPOINT } from "../../openapi/example-values.ts";
import { endpointShown } from "./shown-endpoint.ts";

export const listWebhookEndpoints = endpoint({
  id: "listWebhookEndpoints",
  tag: "Webhooks",
  summary: "List webhook endpoints",
  about: "Oldest first. A partner has at most 20. Keys that may not change them see only scheme and host of the URLs.",
  route: "GET /v1/webhook-endpoints",
  caller: "partner",
  console: WEBHOOK_READERS,
  request: { query: EndpointsQuery },
  response: [200, Endpoints],
  examples: { responses: { one: { data: [WEBHOOK_ENDPOINT], nextCursor: null } } },
  uses: ["webhooks", "cursorKeys"],
  async handle({ webhooks, cursorKeys }, { caller, query }) {
    const { partnerId } = caller;
    const { cursor, limit = PAYMENTS_LIMIT_DEFAULT } = query;
    const scope = { list: "webhook endpoints", partnerId, filter: null };
    const [createdAt = "", id = ""] = cursor === undefined ? [] : openCursor(cursorKeys, scope, cursor, 2);
    // One more than the page shows whether there is a next page.
    const found = await webhooks.list(partnerId, cursor === undefined ? null : { createdAt, id }, limit + 1);
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    return {
      data: page.map((each) => endpointShown(each, caller)),
      nextCursor: last ? sealCursor(cursorKeys, scope, [last.createdAt.toISOString(), last.id]) : null,
    };
  },
});
