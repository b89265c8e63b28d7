// Logs a lasting condition without flooding the log: when it begins, at growing intervals while it lasts, and when it
// ends.

export interface LogThrottle {
  /**
   * The condition `key` holds: calls `log` if it has just begun or the interval has passed.
   * @param detail one of a few texts: each has its own intervals, so that none hides another
   */
  warn(key: string, log: (times: number) => void, detail?: string): void;
  /** The condition `key` is over, with all its details: calls `log` if it had been logged. */
  recovered(key: string, log: () => void): void;
}

/** Short at first, for someone who has just started to watch; at most once an hour later. */
const INTERVAL_FIRST_MS = 60_000;
const INTERVAL_MAX_MS = 3_600_000;

interface Condition {
  times: number;
  intervalMs: number;
  nextMs: number;
  lastMs: number;
}

/**
 * @param calmMs how long a condition must not have been seen to be over. 0 suits an observer that sees one thing after
 *   another. Of many requests at once some may fail while others succeed: then each change would be logged.
 */
export function createLogThrottle(nowMs: () => number = () => performance.now(), calmMs = 0): LogThrottle {
  /** Conditions by key, then by detail. */
  const conditions = new Map<string, Map<string, Condition>>();
  return {
    warn(key, log, detail = "") {
      const now = nowMs();
      const details = conditions.get(key) ?? new Map<string, Condition>();
      conditions.set(key, details);
      const condition = details.get(detail);
      if (!condition) {
        const nextMs = now + INTERVAL_FIRST_MS;
        details.set(detail, { times: 1, intervalMs: INTERVAL_FIRST_MS, nextMs, lastMs: now });
        log(1);
        return;
      }
      condition.lastMs = now;
      condition.times += 1;
      if (now < condition.nextMs) return;
      condition.intervalMs = Math.min(2 * condition.intervalMs, INTERVAL_MAX_MS);
      condition.nextMs = now + condition.intervalMs;
      log(condition.times);
    },
    recovered(key, log) {
      const details = conditions.get(key);
      if (!details) return;
      const now = nowMs();
      for (const { lastMs } of details.values()) if (now - lastMs < calmMs) return;
      conditions.delete(key);
      log();
    },
  };
}
