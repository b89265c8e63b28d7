// Runs work in a loop, one run at a time. It pauses until the interval ends or it is woken, and longer after each
// failure. Stopping waits for the current run.
import type { Log } from "../operations/ports/log.ts";
import { createLogThrottle } from "../operations/timing/log-throttle.ts";

export interface Loop {
  /** Runs now, or right after the current run. */
  wake(): void;
  stop(): Promise<void>;
}

export interface LoopOptions {
  readonly name: string;
  /** Pause after a run; a function is evaluated after each run. */
  readonly intervalMs: number | (() => number);
  /** One run; resolves to true if the next run can follow at once. */
  readonly run: () => Promise<boolean>;
  readonly log: Log;
}

const PAUSE_MAX_MS = 10_000;

export function startLoop({ name, intervalMs, run, log }: LoopOptions): Loop {
  let isStopped = false;
  let isWoken = false;
  let endRest: (() => void) | null = null;
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endRest = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isStopped || isWoken) endRest();
    });

  // A chain or database that is down for hours fails every run.
  const throttle = createLogThrottle();

  const loop = async (): Promise<void> => {
    for (let failures = 0; !isStopped; ) {
      isWoken = false;
      let hasMore = false;
      try {
        hasMore = await run();
        failures = 0;
        throttle.recovered(name, () => log.info({ loop: name }, "runs again"));
      } catch (error) {
        failures += 1;
        const fields = { loop: name, failures, err: error };
        throttle.warn(name, () => log.warn(fields, "a run failed and will be retried"));
      }
      const pauseMs = typeof intervalMs === "number" ? intervalMs : intervalMs();
      if (!hasMore) await rest(failures === 0 ? pauseMs : Math.min(pauseMs * 2 ** failures, PAUSE_MAX_MS));
    }
  };
  const ended = loop();
  return {
    wake() {
      isWoken = true;
      endRest?.();
    },
    async stop() {
      isStopped = true;
      endRest?.();
      await ended;
    },
  };
}
