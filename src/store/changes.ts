// Wakes waiters in every process when one process changes something, by PostgreSQL's NOTIFY on one connection.
import pg from "pg";
import type { ChangeSubscription } from "../operations/await-status.ts";
import type { Log } from "../operations/log.ts";
import { PAYMENT_CHANNEL } from "./apply.ts";
import { EVENTS_CHANNEL } from "./channels.ts";
import { RELAY_CHANNEL } from "./confirm-payment.ts";
import { Listeners } from "./listeners.ts";

/** Channel that signals changed keys and partners (migration 0004), without saying which. */
const KEYS_CHANNEL = "turnpike_keys";

/** Topic for changes of any payment. */
const ANY_PAYMENT = `${PAYMENT_CHANNEL}:`;

export interface Changes {
  subscribe(paymentId: string): ChangeSubscription;
  /** Calls `wake` when something is in flight on a chain. @returns a function that unsubscribes */
  onRelay(chain: string, wake: () => void): () => void;
  /** Calls `look` when any payment may have moved. */
  onPayments(look: () => void): void;
  /** Calls `wake` when there may be events or deliveries for a webhook endpoint. */
  onEvents(wake: () => void): void;
  /** Calls `forget` when the rights of a key may have changed. */
  onKeys(forget: () => void): void;
  /** False while the connection is lost and changes go unnoticed. */
  isListening(): boolean;
  /** Wakes every waiter and closes the connection. */
  close(): Promise<void>;
}

const RECONNECT_MS = 500;

export async function listenForChanges(databaseUrl: string, log: Log): Promise<Changes> {
  const listeners = new Listeners();
  let client: pg.Client | null = null;
  let isClosed = false;
  let retry: NodeJS.Timeout | null = null;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: databaseUrl, application_name: "turnpike listen", keepAlive: true });
    next.on("notification", ({ channel, payload }) => {
      listeners.wake(`${channel}:${payload}`);
      if (channel === PAYMENT_CHANNEL) listeners.wake(ANY_PAYMENT);
    });
    next.on("error", (error) => lost(next, error));
    next.on("end", () => lost(next, new Error("the connection ended")));
    await next.connect();
    await next.query(
      `listen ${PAYMENT_CHANNEL}; listen ${RELAY_CHANNEL}; listen ${KEYS_CHANNEL}; listen ${EVENTS_CHANNEL}`,
    );
    client = next;
  };
  const lost = (which: pg.Client, error: Error): void => {
    if (which !== client || isClosed) return;
    client = null;
    listeners.wake(`${KEYS_CHANNEL}:`);
    log.warn({ err: error }, "the connection that listens for changes was lost; reconnecting");
    reconnect();
  };
  const reconnect = (): void => {
    retry = setTimeout(() => {
      connect().then(
        () => listeners.wakeAll(), // notifications in between are lost, so every waiter must check again
        () => reconnect(),
      );
    }, RECONNECT_MS);
  };

  await connect();
  return {
    subscribe: (paymentId) => listeners.subscribe(`${PAYMENT_CHANNEL}:${paymentId}`),
    onRelay: (chain, wake) => listeners.add(`${RELAY_CHANNEL}:${chain}`, wake),
    onPayments: (look) => void listeners.add(ANY_PAYMENT, look),
    onEvents: (wake) => void listeners.add(`${EVENTS_CHANNEL}:`, wake),
    onKeys: (forget) => void listeners.add(`${KEYS_CHANNEL}:`, forget),
    isListening: () => client !== null,
    async close() {
      isClosed = true;
      if (retry) clearTimeout(retry);
      listeners.close();
      await client?.end();
    },
  };
}
