// Follows the payment's status: one held request after the other (long-poll), until it is final.
import type { GatewayClient } from "../../client/index.ts";
import type { Live, LiveStatus } from "./context.ts";

const HELD_MS = 30_000;
const FIRST_BACKOFF_MS = 1_000;
const BACKOFF_MS_MAX = 30_000;

export function followStatus(gateway: Pick<GatewayClient, "status">, paymentId: string, first: LiveStatus): Live {
  const listeners = new Set<(status: LiveStatus) => void>();
  let current = first;
  const tell = (status: LiveStatus): void => {
    if (current.isFinal || status.status === current.status) return;
    current = status;
    for (const listener of listeners) listener(status);
  };
  void poll();
  return {
    get current() {
      return current;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell,
  };

  async function poll(): Promise<void> {
    let failures = 0;
    while (!current.isFinal) {
      try {
        tell(await gateway.status(paymentId, { maxPollMs: HELD_MS }));
        failures = 0;
      } catch {
        // Nothing is known, so nothing changes; the next look is later.
        failures += 1;
        await waited(Math.min(FIRST_BACKOFF_MS * 2 ** failures, BACKOFF_MS_MAX));
      }
    }
  }
}

const waited = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
