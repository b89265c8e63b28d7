// The database's time that a process keeps between its looks.
import { expect, test } from "vitest";
import { createHeartbeat } from "../../../src/operations/monitoring/heartbeat.ts";
import { createLogThrottle } from "../../../src/operations/timing/log-throttle.ts";

/** A process whose clock is wrong, and whose look has the database's time at `readAfterMs` and returns at `tookMs`. */
async function timeAfterLook(readAfterMs: number, tookMs: number): Promise<{ believedMs: number; trueMs: number }> {
  let steadyMs = 0;
  const trueMs = () => 1_000_000 + steadyMs;
  const ignore = () => {};
  const heartbeat = createHeartbeat({
    reports: {
      async look() {
        steadyMs += readAfterMs;
        const nowMs = trueMs();
        steadyMs += tookMs - readAfterMs;
        return { nowMs, processes: [] };
      },
      write: async () => null,
      leave: async () => {},
    },
    report: { id: "a", host: "host", pid: 1, role: "api", version: "1", settings: {} },
    log: { info: ignore, warn: ignore, error: ignore },
    throttle: createLogThrottle(() => steadyMs),
    wallMs: () => 0,
    steadyMs: () => steadyMs,
  });
  await heartbeat.beat();
  steadyMs += 5_000;
  return { believedMs: heartbeat.nowMs(), trueMs: trueMs() };
}

test.each([
  ["both ways take 10 ms", 10, 20, 0],
  ["it waits 3 s for a connection: not 1.5 s ahead", 2_999, 3_000, 20],
])("a look: %s", async (_, readAfterMs, tookMs, errorMsMax) => {
  const { believedMs, trueMs } = await timeAfterLook(readAfterMs, tookMs);
  expect(Math.abs(believedMs - trueMs)).toBeLessThanOrEqual(errorMsMax);
});
