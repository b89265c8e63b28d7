import { Deleted } from "../../../contract/merchants/merchants.ts";
import { endpointMissing } from "../../../operations/errors/refusal.ts";
import { OWNERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { ENDPOINT_ID } from "../../openapi/example-values.ts";
import { byCaller } from "../../request/merchant-actor.ts";

export const deleteWebhookEndpoint = endpoint({
  id: "deleteWebhookEndpoint",
  tag: "Webhooks",
  summary: "Delete a webhook endpoint",
  about: "Its deliveries are deleted as well. A repeat gets 404.",
  route: "DELETE /v1/webhook-endpoints/:id",
  caller: "partner",
  console: OWNERS,
  asksForKeyAgain: true,
  response: [200, Deleted],
  examples: { responses: { deleted: { id: ENDPOINT_ID, deleted: true } } },
  uses: ["webhooks"],
  async handle({ webhooks }, { caller, params: { id } }) {
    if (!(await webhooks.remove(caller.partnerId, id, byCaller(caller)))) throw endpointMissing();
    return { id, deleted: true as const };
  },
});
