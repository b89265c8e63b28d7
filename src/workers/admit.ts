// Starts the worker of a chain once the chain matches its configuration.
import type { Log } from "../operations/ports/log.ts";
import { createLogThrottle } from "../operations/timing/log-throttle.ts";
import { startLoop } from "./loop.ts";

/** Interval of retries for a chain that did not respond at startup. */
const ADMIT_INTERVAL_MS = 2_000;
/** The worker has started. */
const ADMITTED_INTERVAL_MS = 60 * 60_000;

export interface AdmittedChain {
  /** CAIP-2. */
  readonly id: string;
  check(): Promise<readonly { readonly kind: string; readonly message: string }[]>;
}

export function startWhenAdmitted(
  { id, check }: AdmittedChain,
  log: Log,
  start: () => { stop(): Promise<void> },
): { stop(): Promise<void> } {
  let worker: { stop(): Promise<void> } | null = null;
  // A chain may be away for hours, and the kind of its problem may change.
  const throttle = createLogThrottle();
  const admit = startLoop({
    name: `admit ${id}`,
    intervalMs: () => (worker ? ADMITTED_INTERVAL_MS : ADMIT_INTERVAL_MS),
    log,
    run: async () => {
      if (worker) return false;
      const problems = (await check()).filter(({ kind }) => kind !== "warning");
      for (const kind of new Set(problems.map((each) => each.kind))) {
        const ofKind = problems.filter((each) => each.kind === kind);
        const report = (times: number) => {
          for (const { message } of ofKind) log.error({ chain: id, kind, times }, message);
        };
        throttle.warn(id, report, kind);
      }
      if (problems.length > 0) return false;
      throttle.recovered(id, () => log.info({ chain: id }, "the chain matches its configuration: its worker starts"));
      worker = start();
      return false;
    },
  });
  return {
    async stop() {
      await admit.stop();
      await worker?.stop();
    },
  };
}
