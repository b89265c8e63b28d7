import type { Static } from "typebox";
import { OVERLAP_S_MAX, RotateSecretBody, SecretRotated } from "../../../contract/webhooks/webhooks.ts";
import { rotateSecret as rotate, secretToStore, storageKeys } from "../../../operations/webhooks/manage-webhooks.ts";
import { OWNERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { ENDPOINT_ID, WEBHOOK_SECRET } from "../../openapi/example-values.ts";
import { refuseLimitedKey } from "../../request/limited-key.ts";
import { byCaller } from "../../request/merchant-actor.ts";
import { withSecret } from "./with-secret.ts";

export const rotateWebhookSecret = endpoint({
  id: "rotateWebhookSecret",
  tag: "Webhooks",
  summary: "Replace a webhook endpoint's secret",
  about: "For `overlapS` seconds, by default a day, the former secret signs deliveries as well.",
  route: "POST /v1/webhook-endpoints/:id/rotate-secret",
  caller: "partner",
  console: OWNERS,
  asksForKeyAgain: true,
  idempotency: "optional",
  request: { body: RotateSecretBody },
  response: [200, SecretRotated],
  examples: {
    requests: { withinADay: {}, atOnce: { overlapS: 0 } },
    responses: { rotated: { id: ENDPOINT_ID, secret: WEBHOOK_SECRET } },
  },
  uses: ["webhooks", "buyerDataKeys"],
  async handle({ buyerDataKeys }, call) {
    refuseLimitedKey(call.caller);
    const keys = storageKeys(buyerDataKeys);
    const { id } = call.params;
    const place = { partnerId: call.caller.partnerId, id };
    const overlapS = call.body?.overlapS ?? OVERLAP_S_MAX;
    const answer = await call.once(async ({ webhooks }) => {
      const secret = await rotate({ webhooks }, keys, place, overlapS, byCaller(call.caller));
      return { id, secret: secretToStore(secret) };
    });
    return withSecret<Static<typeof SecretRotated>>(keys, answer);
  },
});
