import type { Delivery, WebhookEndpoint } from "../../api/webhooks.ts";
import { Badge } from "../../app/badge.tsx";

export const ALL_EVENTS = "*";

export function eventsText({ events, merchantIds }: Pick<WebhookEndpoint, "events" | "merchantIds">): string {
  const types = events.includes(ALL_EVENTS) ? "All events" : events.join(", ");
  if (merchantIds === null) return types;
  return `${types} of ${merchantIds.length === 1 ? "one merchant" : `${merchantIds.length} merchants`}`;
}

/** Why Turnpike disabled an endpoint, and what to do. */
export const DISABLED_TEXT = {
  gone: "Turnpike disabled it because it responded with 410 Gone. Enable it once it accepts events.",
  failing: "Turnpike disabled it because every delivery failed for five days. Fix the endpoint, then enable it.",
} as const satisfies Record<NonNullable<WebhookEndpoint["disabledReason"]>, string>;

export const EndpointBadge = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) =>
  endpoint.enabled ? (
    <Badge tone="good">Enabled</Badge>
  ) : (
    <Badge tone={endpoint.disabledReason === null ? "calm" : "bad"}>
      {endpoint.disabledReason === null ? "Disabled" : "Disabled after failures"}
    </Badge>
  );

const DELIVERY = {
  pending: { tone: "busy", text: "Pending" },
  succeeded: { tone: "good", text: "Delivered" },
  failed: { tone: "bad", text: "Failed" },
} as const satisfies Record<Delivery["status"], unknown>;

export const DELIVERY_STATUSES = Object.keys(DELIVERY) as Delivery["status"][];
export const deliveryText = (status: Delivery["status"]): string => DELIVERY[status].text;

export const DeliveryBadge = ({ status }: Pick<Delivery, "status">) => (
  <Badge tone={DELIVERY[status].tone}>{DELIVERY[status].text}</Badge>
);
