// The database's time that a process keeps between its looks.
import { expect, test } from "vitest";
import { createHeartbeat } from "../../../src/operations/monitoring/heartbeat.ts";
import { createLogThrottle } from "../../../src/operations/timing/log-throttle.ts";

/** When a look has the database's time, and when it returns. */
interface Look {
  readonly readAfterMs: number;
  readonly tookMs: number;
  /** For how long this machine stood still before it, with its steady clock. */
  readonly stoodMs?: number;
}

/** A process, and its looks in this order, five seconds apart. @param wallMs by this machine's clock */
function given(looks: readonly Look[], wallMs: (trueMs: number) => number = (trueMs) => trueMs) {
  let steadyMs = 0;
  let allStoodMs = 0;
  let at = 0;
  const trueMs = () => 1_000_000 + steadyMs + allStoodMs;
  const ignore = () => {};
  const heartbeat = createHeartbeat({
    reports: {
      async look() {
        const { readAfterMs = 0, tookMs = 0, stoodMs = 0 } = looks[at++] ?? {};
        allStoodMs += stoodMs;
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
    wallMs: () => wallMs(trueMs()),
    steadyMs: () => steadyMs,
  });
  return {
    heartbeat,
    /** By how much the process believes a wrong time after its looks. */
    async errorMs(): Promise<number> {
      while (at < looks.length) {
        await heartbeat.beat();
        steadyMs += 5_000;
      }
      return heartbeat.nowMs() - trueMs();
    },
  };
}

const QUICK = { readAfterMs: 10, tookMs: 20 };

test.each([
  ["both ways take 10 ms", [QUICK], 0],
  ["it waits 3 s for a connection: not 1.5 s ahead", [{ readAfterMs: 2_999, tookMs: 3_000 }], 20],
  ["a later one waits 3 s for a connection", [QUICK, { readAfterMs: 2_999, tookMs: 3_000 }], 20],
  ["a later one's answer is read 15 s late: not 15 s behind", [QUICK, { readAfterMs: 10, tookMs: 15_000 }], 0],
])("a look: %s", async (_, looks, errorMsMax) => {
  const { errorMs } = given(looks, () => 0);
  expect(Math.abs(await errorMs())).toBeLessThanOrEqual(errorMsMax);
});

test("an answer that is read late says nothing about this machine's clock", async () => {
  const { heartbeat, errorMs } = given([QUICK, { readAfterMs: 10, tookMs: 15_000 }]);
  await errorMs();
  expect([heartbeat.isClockOff(), heartbeat.skewS()]).toEqual([false, 0]);
});

test("a slow look still corrects a time that cannot be", async () => {
  const stood = { readAfterMs: 10, tookMs: 2_000, stoodMs: 60_000 };
  expect(Math.abs(await given([QUICK, stood]).errorMs())).toBeLessThan(2_000);
});
