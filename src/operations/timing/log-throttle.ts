// Logs a lasting condition without flooding the log: when it begins, at growing intervals while it lasts, and when it
// ends.

export interface LogThrottle {
  /** The condition `key` holds: calls `log` if it has just begun or the interval has passed. */
  warn(key: string, log: (times: number) => void): void;
  /** The condition `key` is over: calls `log` if it had been logged. */
  recovered(key: string, log: () => void): void;
}

/** Short at first, for someone who has just started to watch; at most once an hour later. */
const INTERVAL_FIRST_MS = 60_000;
const INTERVAL_MAX_MS = 3_600_000;

interface Condition {
  times: number;
  intervalMs: number;
  nextMs: number;
}

export function createLogThrottle(nowMs: () => number = () => performance.now()): LogThrottle {
  const conditions = new Map<string, Condition>();
  return {
    warn(key, log) {
      const now = nowMs();
      const condition = conditions.get(key);
      if (!condition) {
        conditions.set(key, { times: 1, intervalMs: INTERVAL_FIRST_MS, nextMs: now + INTERVAL_FIRST_MS });
        log(1);
        return;
      }
      condition.times += 1;
      if (now < condition.nextMs) return;
      condition.intervalMs = Math.min(2 * condition.intervalMs, INTERVAL_MAX_MS);
      condition.nextMs = now + condition.intervalMs;
      log(condition.times);
    },
    recovered(key, log) {
      if (conditions.delete(key)) log();
    },
  };
}
