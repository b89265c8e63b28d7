// The webhooks in the specification: what Turnpike sends to a partner's endpoint, by the type of event.
import { CHARGE_EVENT_TYPES } from "../../contract/commerce/charge-events.ts";
import type { Examples, OpenApiDocument, Parameter, Webhook } from "../../contract/openapi.ts";
import { EVENT_TYPES } from "../../events/types.ts";
import { EXAMPLE_EVENTS, exampleChargeEvent } from "./example-events.ts";
import { json } from "./operation.ts";
import { eventName, inPascalCase, reference } from "./schemas.ts";

export const webhookOperations = (): OpenApiDocument["webhooks"] => ({
  ...Object.fromEntries(
    EVENT_TYPES.map((type) => [
      type,
      { post: webhookOf(type, eventName(type), STANDARD, { sample: { value: EXAMPLE_EVENTS[type] } }) },
    ]),
  ),
  ...Object.fromEntries(
    CHARGE_EVENT_TYPES.map((type) => [
      type,
      { post: webhookOf(type, "ChargeEvent", COMMERCE, { sample: { value: exampleChargeEvent(type) } }) },
    ]),
  ),
});

const webhookOf = (type: string, body: string, { about, headers }: Format, examples: Examples): Webhook => ({
  operationId: `on${inPascalCase(type.replace(":", "."))}`,
  summary: type,
  description: about,
  tags: ["Webhooks"],
  security: [],
  parameters: headers,
  requestBody: { required: true, content: json(reference(body), examples) },
  responses: {
    "2XX": { description: "Received." },
    "410": { description: "Send no more: the endpoint is disabled." },
    default: { description: "Not received; the delivery is retried." },
  },
});

interface Format {
  readonly about: string;
  readonly headers: readonly Parameter[];
}

const header = (name: string, description: string): Parameter => ({
  name,
  in: "header",
  description,
  required: true,
  schema: { type: "string" },
});

const STANDARD: Format = {
  about: "Sent to endpoints of the format `standard`, signed as Standard Webhooks 1.0.0. Ignore types you do not know.",
  headers: [
    header("webhook-id", "The event's id, the same over all attempts."),
    header("webhook-timestamp", "Unix seconds of this attempt."),
    header(
      "webhook-signature",
      "For each live secret `v1,` and the base64 of HMAC-SHA256 over `webhook-id.webhook-timestamp.body`, separated by " +
        "spaces. The key is the base64-decoded part of the secret after `whsec_`.",
    ),
  ],
};

const COMMERCE: Format = {
  about: "Sent to endpoints of the format `commerce`, as Coinbase Commerce does.",
  headers: [header("X-CC-Webhook-Signature", "HMAC-SHA256 of the body in hex. The key is the secret as text.")],
};
