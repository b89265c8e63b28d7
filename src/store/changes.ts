// Wakes waiters in every process when one process changes something, by PostgreSQL's NOTIFY on the process's session.
import type { ChangeSubscription } from "../operations/await-status.ts";
import { PAYMENT_CHANNEL } from "./apply.ts";
import { RELAY_CHANNEL } from "./confirm-payment.ts";
import { Listeners } from "./listeners.ts";
import type { Session } from "./session.ts";

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
  session.use({
    async opened(connection) {
      await connection.query({ text: `listen ${PAYMENT_CHANNEL}; listen ${RELAY_CHANNEL}; listen ${KEYS_CHANNEL}` });
    },
    lost: () => listeners.wake(`${KEYS_CHANNEL}:`),
    // Notifications in between are lost, so every waiter must check again.
    reopened: () => listeners.wakeAll(),
    onNotification(channel, payload) {
      listeners.wake(`${channel}:${payload}`);
      if (channel === PAYMENT_CHANNEL) listeners.wake(ANY_PAYMENT);
    },
  });
  return {
    subscribe: (paymentId) => listeners.subscribe(`${PAYMENT_CHANNEL}:${paymentId}`),
    onRelay: (chain, wake) => listeners.add(`${RELAY_CHANNEL}:${chain}`, wake),
    onPayments: (look) => void listeners.add(ANY_PAYMENT, look),
    onKeys: (forget) => void listeners.add(`${KEYS_CHANNEL}:`, forget),
    isListening: () => session.isOpen(),
    close: () => listeners.close(),
  };
}
