import type { Delivery, WebhookEndpoint } from "../../api/webhooks.ts";
import { Badge, type Tone } from "../../app/display/badge.tsx";
import { countedText, filledText, messages } from "../../app/text/language.ts";

export const ALL_EVENTS = "*";

export function eventsText({ events, merchantIds }: Pick<WebhookEndpoint, "events" | "merchantIds">): string {
  const { allEvents, ofMerchants } = messages().webhooks;
  const types = events.includes(ALL_EVENTS) ? allEvents : events.join(", ");
  return merchantIds === null ? types : filledText(countedText(ofMerchants, merchantIds.length), { types });
}

/** Why Turnpike disabled an endpoint, and what to do. */
export const disabledText = (reason: NonNullable<WebhookEndpoint["disabledReason"]>): string =>
  messages().webhooks.disabledText[reason];

export function EndpointBadge({
  endpoint: { enabled, disabledReason, failingSince },
}: {
  readonly endpoint: WebhookEndpoint;
}) {
  const { state: texts } = messages().webhooks;
  if (enabled && failingSince) return <Badge tone="warn">{texts.failing}</Badge>;
  if (enabled) return <Badge tone="good">{texts.enabled}</Badge>;
  return disabledReason === null ? (
    <Badge tone="calm">{texts.disabled}</Badge>
  ) : (
    <Badge tone="bad">{texts.failed}</Badge>
  );
}

const TONES = {
  pending: "busy",
  succeeded: "good",
  failed: "bad",
} as const satisfies Record<Delivery["status"], Tone>;

export const DELIVERY_STATUSES = Object.keys(TONES) as Delivery["status"][];
export const deliveryText = (status: Delivery["status"]): string => messages().webhooks.delivery[status];

export const DeliveryBadge = ({ status, attempts }: Pick<Delivery, "status" | "attempts">) =>
  status === "pending" && attempts > 0 ? (
    <Badge tone="warn">{messages().webhooks.delivery.retrying}</Badge>
  ) : (
    <Badge tone={TONES[status]}>{deliveryText(status)}</Badge>
  );
