// Wakes waiters in every process when one process changes something, by PostgreSQL's NOTIFY on the process's session.
import type { ChangeSubscription } from "../../operations/payments/await-status.ts";
import { EVENTS_CHANNEL } from "../database/channels.ts";
import { Listeners } from "../database/listeners.ts";
import type { Session } from "../database/session.ts";
import { PAYMENT_CHANNEL } from "../payments/apply.ts";
import { RELAY_CHANNEL } from "../payments/confirm-payment.ts";

/** Channel that signals changed keys and partners (notify_keys), without saying which. */
const KEYS_CHANNEL = "turnpike_keys";

const CHANNELS = [PAYMENT_CHANNEL, RELAY_CHANNEL, KEYS_CHANNEL, EVENTS_CHANNEL];

/** Topic for changes of any payment. */
const ANY_PAYMENT = `${PAYMENT_CHANNEL}:`;

export interface Changes {
  subscribe(paymentId: string): ChangeSubscription;
  /** Calls `wake` when a chain has something in flight. @returns a function that unsubscribes */
  onRelay(chain: string, wake: () => void): () => void;
  /** Calls `look` when any payment may have changed its status. */
  onPayments(look: () => void): void;
  /** Calls `wake` when there may be events or deliveries for a webhook endpoint. */
  onEvents(wake: () => void): void;
  /** Calls `forget` when the rights of a key may have changed. */
  onKeys(forget: () => void): void;
  /** False while the session is lost and changes go unnoticed. */
  isListening(): boolean;
  /** Wakes every waiter. */
  close(): void;
}

/** @param session not yet open */
export function listenForChanges(session: Session): Changes {
  const listeners = new Listeners();
  /** Topics are payment ids. */
  const ofPayments = new Listeners();
  session.use({
    async opened(connection) {
      await connection.query({ text: CHANNELS.map((channel) => `listen ${channel}`).join("; ") });
    },
    lost: () => listeners.wake(`${KEYS_CHANNEL}:`),
    // Notifications sent while the session was lost never arrive, so every waiter must check again.
    reopened() {
      listeners.wakeAll();
      ofPayments.wakeAll();
    },
    onNotification(channel, payload) {
      if (channel === PAYMENT_CHANNEL) {
        ofPayments.wake(payload);
        listeners.wake(ANY_PAYMENT);
      } else listeners.wake(`${channel}:${payload}`);
    },
  });
  return {
    subscribe: (paymentId) => ofPayments.subscribe(paymentId),
    onRelay(chain, wake) {
      const [topic, listener] = [`${RELAY_CHANNEL}:${chain}`, { wake }];
      listeners.add(topic, listener);
      return () => listeners.remove(topic, listener);
    },
    onPayments: (look) => listeners.add(ANY_PAYMENT, { wake: look }),
    onEvents: (wake) => listeners.add(`${EVENTS_CHANNEL}:`, { wake }),
    onKeys: (forget) => listeners.add(`${KEYS_CHANNEL}:`, { wake: forget }),
    isListening: () => session.isOpen(),
    close() {
      listeners.close();
      ofPayments.close();
    },
  };
}
