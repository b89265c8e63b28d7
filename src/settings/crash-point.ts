// Crash points for tests: the process kills itself there, as with kill -9. It must recover from each of these crashes.

/** Points in the course of a payment. */
export const PAYMENT_CRASH_POINTS = [
  "confirm.stored",
  "relay.built",
  "relay.stored",
  "relay.sent",
  "watch.read",
  "watch.credited",
] as const;
/** Points in the course of a transfer that a program signed for a partner's own server. */
export const TRANSFER_CRASH_POINTS = ["x402.created", ...PAYMENT_CRASH_POINTS] as const;
/** Points in the course of a payment by a deposit. */
export const DEPOSIT_CRASH_POINTS = [
  "watch.read",
  "watch.screened",
  "relay.built",
  "relay.stored",
  "relay.sent",
  "watch.credited",
] as const;
/** Points in the course of a recovery from a deposit address. */
export const RECOVERY_CRASH_POINTS = ["relay.built", "relay.stored", "relay.sent", "watch.read"] as const;
/** Points in the delivery of a webhook. */
export const WEBHOOK_CRASH_POINTS = ["webhook.read", "webhook.sent", "webhook.recorded"] as const;

export const CRASH_POINTS = [...TRANSFER_CRASH_POINTS, "watch.screened", ...WEBHOOK_CRASH_POINTS] as const;

export type CrashPoint = (typeof CRASH_POINTS)[number];

/** @returns a function that kills this process at the chosen point; without one it does nothing */
export function crashAt(chosen: CrashPoint | null): (point: CrashPoint) => void {
  if (!chosen) return () => {};
  return (point) => {
    if (point === chosen) process.kill(process.pid, "SIGKILL");
  };
}
