// Wires the delivery of webhooks together.
import type { Logger } from "pino";
import { chargeDelivery } from "../contract/commerce/charge-events.ts";
import { type Charge, type ChargeDisplay, chargeToWire, delayed } from "../contract/commerce/charges.ts";
import { eventToWire } from "../contract/webhooks/events.ts";
import type { UrlRules } from "../events/endpoint-url.ts";
import type { PartnerEvent } from "../events/event.ts";
import { exceptionDisplay } from "../http/payments/shown-asset.ts";
import { canonicalNetwork } from "../merchant/ip-address.ts";
import type { Heartbeat } from "../operations/monitoring/heartbeat.ts";
import type { PaymentChain } from "../operations/ports/chain/payment-chain.ts";
import type { Tracing } from "../operations/ports/tracing.ts";
import { type Gate, publicGate } from "../outbound/fetch-public.ts";
import { localGate, openPostChannel } from "../outbound/post-public.ts";
import { isPublicAddress, publicOrIn } from "../outbound/public-address.ts";
import type { Config } from "../settings/config.ts";
import { crashAt } from "../settings/crash-point.ts";
import type { Changes } from "../store/events/changes.ts";
import type { Store } from "../store/store.ts";
import { startWebhookWorker } from "../workers/webhooks.ts";

/** The allowed URLs of endpoints, and the network that reaches them. */
export interface WebhookPlaces extends UrlRules {
  readonly gate: Gate;
}

/** The public internet, and the operator's own networks of the settings. */
export function webhookPlacesOf({ webhookNetworks }: Pick<Config, "webhookNetworks">): WebhookPlaces {
  const isAllowed = publicOrIn(webhookNetworks.flatMap((network) => canonicalNetwork(network) ?? []));
  return { allowsLocal: false, isAllowed, gate: { ...publicGate(), isAllowed } };
}

/** Development also allows this machine. */
export const LOCAL_PLACES: WebhookPlaces = { allowsLocal: true, isAllowed: isPublicAddress, gate: localGate() };

const LIMITS = { bytesMax: 4_096, timeoutMs: 15_000, connectionsMax: 4 } as const;

interface WebhookOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly webhookPlaces?: WebhookPlaces;
}

interface WebhookParts {
  readonly store: Store;
  readonly changes: Changes;
  readonly heartbeat: Pick<Heartbeat, "nowMs">;
  readonly monitoring: { readonly tracing: Tracing };
}

export function startWebhooks(
  { config, log, webhookPlaces = webhookPlacesOf(config) }: WebhookOptions,
  chains: readonly PaymentChain[],
  { store, changes, heartbeat, monitoring: { tracing } }: WebhookParts,
): { stop(): Promise<void> } {
  const display = {
    ...exceptionDisplay(new Map(chains.map((chain) => [chain.id, chain]))),
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
  };
  return startWebhookWorker({
    queue: store.openDeliveryQueue(),
    keys: config.buyerDataKeys,
    openChannel: (url) => openPostChannel(url, LIMITS, webhookPlaces.gate),
    render: async (event, { id, attempt, format }) => {
      if (format === "standard") return JSON.stringify(eventToWire(event, display));
      const charge = await chargeOfEvent(store, event, display);
      return JSON.stringify(
        chargeDelivery(event, charge, { deliveryId: id, number: attempt, at: new Date(heartbeat.nowMs()) }),
      );
    },
    onEvents: (wake) => changes.onEvents(wake),
    log,
    tracing,
    crashPoint: crashAt(config.crashPoint),
    nowMs: heartbeat.nowMs,
    random: () => Math.random(),
  });
}

/** The charge as it was at the event; with a late transfer, as it is now. Null if the event is of no payment. */
async function chargeOfEvent(
  { charges, payments }: Pick<Store, "charges" | "payments">,
  { subject, paymentId, at }: PartnerEvent,
  display: ChargeDisplay,
): Promise<Charge | null> {
  const payment = "payment" in subject ? subject.payment : paymentId && (await payments.findForBuyer(paymentId));
  if (!payment) return null;
  const details = await charges.find(payment.partnerId, [payment.id]);
  const charge = chargeToWire(payment, details.get(payment.id) ?? null, display);
  return "exception" in subject ? delayed(charge, at) : charge;
}
