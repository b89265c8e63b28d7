// Knows whether anything waits for the workers, from one query for all of them. Chains without a payment in flight are
// read now and then; a notification or the query speeds them up.
import type { Log } from "../operations/ports/log.ts";
import type { PendingWork } from "../operations/ports/pending-work.ts";
import { startLoop } from "./loop.ts";

export interface Activity {
  /** Whether something is in flight on the chain (CAIP-2), or was a moment ago. */
  isBusy(chain: string): boolean;
  /** Whether a payment is past its expiry. */
  hasDue(): boolean;
  /** Something is in flight on the chain. */
  touch(chain: string): void;
  /** Calls `wake` when an idle chain becomes busy. */
  onBusy(chain: string, wake: () => void): void;
  /** Calls `wake` when a payment is due to expire. */
  onDue(wake: () => void): void;
  /** Calls `wake` when the lists lack events. */
  onUnlisted(wake: () => void): void;
  stop(): Promise<void>;
}

/** Payments come in groups, and a reorg removes recent ones. A worker also starts as busy. */
const LINGER_MS = 30_000;
const BUSY_INTERVAL_MS = 1_000;
const IDLE_INTERVAL_MS = 10_000;

const NOTHING: PendingWork = { inFlight: [], awaited: [], nextExpiryMs: null, hasUnlisted: false };

export function startActivity(
  { read, log }: { readonly read: () => Promise<PendingWork>; readonly log: Log },
  nowMs: () => number = () => performance.now(),
): Activity {
  const startedMs = nowMs();
  const touchedMs = new Map<string, number>();
  const wakes = { busy: new Map<string, () => void>(), due: () => {}, unlisted: () => {} };
  let pending = NOTHING;

  const hasDue = (): boolean => pending.nextExpiryMs !== null && pending.nextExpiryMs <= 0;
  const isBusy = (chain: string): boolean =>
    nowMs() - (touchedMs.get(chain) ?? startedMs) < LINGER_MS || pending.awaited.includes(chain);

  function update(next: PendingWork): void {
    const idle = [...wakes.busy].filter(([chain]) => !isBusy(chain));
    pending = next;
    for (const chain of next.inFlight) touchedMs.set(chain, nowMs());
    for (const [chain, wake] of idle) if (isBusy(chain)) wake();
    if (hasDue()) wakes.due();
    if (next.hasUnlisted) wakes.unlisted();
  }

  const loop = startLoop({
    name: "activity",
    intervalMs() {
      const isAnyBusy = hasDue() || [...wakes.busy.keys()].some(isBusy);
      return Math.min(
        isAnyBusy ? BUSY_INTERVAL_MS : IDLE_INTERVAL_MS,
        pending.nextExpiryMs || Number.POSITIVE_INFINITY,
      );
    },
    log,
    run: async () => {
      update(await read());
      return false;
    },
  });
  return {
    isBusy,
    hasDue,
    touch(chain) {
      const wasBusy = isBusy(chain);
      touchedMs.set(chain, nowMs());
      if (!wasBusy) wakes.busy.get(chain)?.();
    },
    onBusy: (chain, wake) => void wakes.busy.set(chain, wake),
    onDue(wake) {
      wakes.due = wake;
    },
    onUnlisted(wake) {
      wakes.unlisted = wake;
    },
    stop: () => loop.stop(),
  };
}
