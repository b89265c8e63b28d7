// Whether this process can do its work now. The result is kept for a second, so that probes cost nothing.
import type { Readiness, ReadReadiness } from "../operations/ports/monitoring/readiness.ts";
import { withTimeout } from "../operations/timing/with-timeout.ts";

/** @returns null, or the problem */
export type ReadinessCheck = () => string | null | Promise<string | null>;

export const CHECK_TIMEOUT_MS = 2_000;
const KEPT_MS = 1_000;

/** @param isStopping turns the result at once */
export function createReadiness(
  checks: Readonly<Record<string, ReadinessCheck>>,
  isStopping: () => boolean,
  nowMs: () => number = () => performance.now(),
): ReadReadiness {
  let read: Promise<readonly (readonly [string, string])[]> | null = null;
  let readAtMs = Number.NEGATIVE_INFINITY;

  function results() {
    if (read && nowMs() - readAtMs < KEPT_MS) return read;
    readAtMs = nowMs();
    read = Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await resultOf(check)] as const));
    return read;
  }
  return async (): Promise<Readiness> => {
    const found = await results();
    const all = [...found, ["stopping", isStopping() ? "stopping" : "ok"] as const];
    return { isReady: all.every(([, result]) => result === "ok"), checks: Object.fromEntries(all) };
  };
}

/** Errors may contain addresses, and the probe is public. */
async function resultOf(check: ReadinessCheck): Promise<string> {
  try {
    const problem = await withTimeout(Promise.resolve(check()), CHECK_TIMEOUT_MS, () => "does not respond in time");
    return problem ?? "ok";
  } catch {
    return "does not respond";
  }
}
