// Wires the delivery of webhooks together.
import type { Logger } from "pino";
import { eventToWire } from "./contract/events.ts";
import type { UrlRules } from "./events/endpoint-url.ts";
import { shownAssets } from "./http/shown-asset.ts";
import type { PaymentChain } from "./operations/ports/payment-chain.ts";
import { type Gate, publicGate } from "./outbound/fetch-public.ts";
import { localGate, openPostChannel } from "./outbound/post-public.ts";
import { isPublicAddress } from "./outbound/public-address.ts";
import type { Config } from "./settings/config.ts";
import { crashAt } from "./settings/crash-point.ts";
import type { Changes } from "./store/changes.ts";
import type { Store } from "./store/store.ts";
import { startWebhookWorker } from "./workers/webhooks.ts";

/** Where endpoints may be, and the network that leads there. */
export interface WebhookPlaces extends UrlRules {
  readonly gate: Gate;
}

export const PUBLIC_PLACES: WebhookPlaces = { allowsLocal: false, isPublic: isPublicAddress, gate: publicGate() };

/** For development: also this machine. */
export const LOCAL_PLACES: WebhookPlaces = { allowsLocal: true, isPublic: isPublicAddress, gate: localGate() };

const LIMITS = { bytesMax: 4_096, timeoutMs: 15_000, connectionsMax: 4 } as const;

interface WebhookOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly webhookPlaces?: WebhookPlaces;
}

export function startWebhooks(
  { config, log, webhookPlaces = PUBLIC_PLACES }: WebhookOptions,
  chains: readonly PaymentChain[],
  { store, changes }: { readonly store: Store; readonly changes: Changes },
): { stop(): Promise<void> } {
  const display = {
    find: shownAssets(new Map(chains.map((chain) => [chain.id, chain]))),
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
  };
  return startWebhookWorker({
    queue: store.openDeliveryQueue(),
    keys: config.buyerDataKeys,
    openChannel: (url) => openPostChannel(url, LIMITS, webhookPlaces.gate),
    render: (event) => JSON.stringify(eventToWire(event, display)),
    onEvents: (wake) => changes.onEvents(wake),
    log,
    reached: crashAt(config.crashPoint),
    nowMs: () => Date.now(),
    random: () => Math.random(),
  });
}
