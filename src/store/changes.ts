// How a change in one process wakes those who wait for it in every process: PostgreSQL's NOTIFY on one connection.
import pg from "pg";
import type { ChangeSubscription } from "../operations/await-status.ts";
import type { Log } from "../operations/log.ts";
import { PAYMENT_CHANNEL } from "./apply.ts";
import { RELAY_CHANNEL } from "./confirm-payment.ts";
import { Listeners } from "./listeners.ts";

/** Channel on which the database tells of changed keys and partners (migration 0004), without saying which. */
const KEYS_CHANNEL = "turnpike_keys";

/** Topic of whoever wants to know of each payment's. */
const ANY_PAYMENT = `${PAYMENT_CHANNEL}:`;

export interface Changes {
  subscribe(paymentId: string): ChangeSubscription;
  /** Calls `wake` whenever there is something new to relay on a chain (or may be); returns how to stop it. */
  onRelay(chain: string, wake: () => void): () => void;
  /** Calls `look` whenever some payment has moved, or may have. */
  onPayments(look: () => void): void;
  /** Calls `forget` whenever what a key may do has changed, or may have unheard. */
  onKeys(forget: () => void): void;
  /** False while changes go unheard, because the connection is lost. */
  isListening(): boolean;
  /** Answers every waiter at once and closes the connection. */
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
    await next.query(`listen ${PAYMENT_CHANNEL}; listen ${RELAY_CHANNEL}; listen ${KEYS_CHANNEL}`);
    client = next;
  };
  const lost = (which: pg.Client, error: Error): void => {
    if (which !== client || isClosed) return;
    client = null;
    listeners.wake(`${KEYS_CHANNEL}:`);
    log.warn({ err: error }, "the connection that listens for changes was lost; connecting again");
    reconnect();
  };
  const reconnect = (): void => {
    retry = setTimeout(() => {
      connect().then(
        () => listeners.wakeAll(), // what was notified in between is lost, so everybody looks again
        () => reconnect(),
      );
    }, RECONNECT_MS);
  };

  await connect();
  return {
    subscribe: (paymentId) => listeners.subscribe(`${PAYMENT_CHANNEL}:${paymentId}`),
    onRelay: (chain, wake) => listeners.add(`${RELAY_CHANNEL}:${chain}`, wake),
    onPayments: (look) => void listeners.add(ANY_PAYMENT, look),
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
