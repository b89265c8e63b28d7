// Crash points for tests: the process kills itself there, as with kill -9. It must recover from each of these crashes.

export const CRASH_POINTS = [
  "confirm.stored",
  "relay.built",
  "relay.stored",
  "relay.sent",
  "watch.read",
  "watch.credited",
] as const;

export type CrashPoint = (typeof CRASH_POINTS)[number];

/** @returns a function that kills this process at the chosen point; without one it does nothing */
export function crashAt(chosen: CrashPoint | null): (reached: CrashPoint) => void {
  if (!chosen) return () => {};
  return (reached) => {
    if (reached === chosen) process.kill(process.pid, "SIGKILL");
  };
}
