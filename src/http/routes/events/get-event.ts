import { Event, eventToWire } from "../../../contract/webhooks/events.ts";
import { eventMissing } from "../../../operations/errors/refusal.ts";
import { READERS_OF_ALL } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import { EVENT } from "../../openapi/example-values.ts";
import { exceptionDisplay } from "../../payments/shown-asset.ts";

export const getEvent = endpoint({
  id: "getEvent",
  tag: "Webhooks",
  summary: "Get an event",
  about: "Events are kept for 30 days.",
  route: "GET /v1/events/:id",
  caller: "partner",
  console: READERS_OF_ALL,
  response: [200, Event],
  examples: { responses: { created: EVENT } },
  uses: ["events", "chains"],
  async handle({ events, chains }, { caller, params, settings }) {
    const event = await events.find(caller.partnerId, params.id);
    if (!event) throw eventMissing();
    return eventToWire(event, { ...exceptionDisplay(chains), publicUrl: settings.publicUrl });
  },
});
