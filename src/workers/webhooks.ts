// Delivers webhooks: finds the endpoints with something to deliver, and serves each in its own session.

import type { DeliveryQueue } from "../operations/ports/delivery.ts";
import { type DeliverWebhooksPorts, EndpointSession } from "../operations/webhooks/deliver-webhooks.ts";
import { type Loop, startLoop } from "./loop.ts";

export interface WebhookWorkerPorts extends DeliverWebhooksPorts {
  readonly queue: DeliveryQueue;
  /** Calls `wake` when there may be events or deliveries. */
  onEvents(wake: () => void): void;
}

/** Endpoints served at a time by this process, with few more of partners that have few. */
const SESSIONS_MAX = 256;
/** Finds events whose notification was lost, and the endpoints of a process that died. */
const IDLE_INTERVAL_MS = 20_000;
/** Minimum pause between searches: a burst of notifications causes one. */
const PAUSE_MS = 10;
/** Pause while a running transaction holds events back; it doubles up to a second. */
const HELD_BACK_MS = 5;
const HELD_BACK_MAX_MS = 1_000;
/** A quarter of a lease. */
const RENEW_INTERVAL_MS = 5_000;

export function startWebhookWorker(ports: WebhookWorkerPorts): { stop(): Promise<void> } {
  const { queue, log } = ports;
  const sessions = new Map<string, EndpointSession>();
  /** Sessions that end; each stays until its lease is released. */
  const endings = new Set<Promise<void>>();
  let nextMs = IDLE_INTERVAL_MS;
  let heldBackMs = HELD_BACK_MS;
  let isStopped = false;

  const serve = (endpointId: string): void => {
    const session = new EndpointSession(ports, endpointId);
    sessions.set(endpointId, session);
    if (isStopped) session.stop(); // taken while the worker stopped: only its lease is released
    const ending = session
      .run()
      .catch((error: unknown) =>
        log.warn({ endpoint: endpointId, err: error }, "the delivery of webhooks was interrupted"),
      )
      // First: a released endpoint may be taken again before the response to its release arrives.
      .then(() => sessions.delete(endpointId))
      .then(() => queue.release(endpointId))
      .catch((error: unknown) =>
        log.warn({ endpoint: endpointId, err: error }, "could not release a webhook endpoint's lease"),
      )
      .finally(() => {
        endings.delete(ending);
        if (!isStopped) find.wake();
      });
    endings.add(ending);
  };

  const find: Loop = startLoop({
    name: "webhooks",
    intervalMs: () => nextMs,
    log,
    run: async () => {
      const taken = await queue.take(Math.max(0, SESSIONS_MAX - sessions.size));
      for (const id of taken.endpointIds) if (!sessions.has(id)) serve(id);
      heldBackMs = taken.isHeldBack ? Math.min(heldBackMs * 2, HELD_BACK_MAX_MS) : HELD_BACK_MS;
      const dueMs = Math.max(taken.nextDueMs ?? IDLE_INTERVAL_MS, PAUSE_MS);
      nextMs = Math.min(dueMs, taken.isHeldBack ? heldBackMs : IDLE_INTERVAL_MS, IDLE_INTERVAL_MS);
      return false;
    },
  });
  const renew = startLoop({
    name: "webhook leases",
    intervalMs: RENEW_INTERVAL_MS,
    log,
    run: async () => {
      if (sessions.size > 0) await queue.renew([...sessions.keys()]);
      return false;
    },
  });
  ports.onEvents(() => {
    for (const session of sessions.values()) session.wake();
    find.wake();
  });
  return {
    async stop() {
      isStopped = true;
      for (const session of sessions.values()) session.stop();
      await find.stop();
      await Promise.all(endings);
      await renew.stop();
    },
  };
}
