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

/** Points in the sending of a message. */
export const MAIL_CRASH_POINTS = ["mail.sending", "mail.sent"] as const;
/** Points in the acts of a demo buyer. */
export const REHEARSAL_CRASH_POINTS = ["rehearse.stored", "rehearse.sent"] as const;

export const CRASH_POINTS = [
  ...PAYMENT_CRASH_POINTS,
  "watch.screened",
  ...WEBHOOK_CRASH_POINTS,
  ...MAIL_CRASH_POINTS,
  ...REHEARSAL_CRASH_POINTS,
] as const;

export type CrashPoint = (typeof CRASH_POINTS)[number];

/** @returns a function that kills this process at the chosen point; without one it does nothing */
export function crashAt(chosen: CrashPoint | null): (point: CrashPoint) => void {
  if (!chosen) return () => {};
  return (point) => {
    if (point === chosen) process.kill(process.pid, "SIGKILL");
  };
}
