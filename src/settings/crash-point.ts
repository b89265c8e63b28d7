// Named places where a test ends the process as kill -9 would: after each step whose loss the design must survive.

export const CRASH_POINTS = [
  "confirm.stored",
  "relay.built",
  "relay.stored",
  "relay.sent",
  "watch.read",
  "watch.credited",
] as const;

export type CrashPoint = (typeof CRASH_POINTS)[number];

/** A function that ends this process at the chosen point; with none chosen it does nothing. */
export function crashAt(chosen: CrashPoint | null): (reached: CrashPoint) => void {
  if (!chosen) return () => {};
  return (reached) => {
    if (reached === chosen) process.kill(process.pid, "SIGKILL");
  };
}
