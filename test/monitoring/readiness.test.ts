import { expect, test, vi } from "vitest";
import { createReadiness } from "../../src/monitoring/readiness.ts";

function readinessWith(check: () => string | null | Promise<string | null>) {
  const state = { nowMs: 0, isStopping: false };
  const spied = vi.fn(check);
  const read = createReadiness(
    { database: spied },
    () => state.isStopping,
    () => state.nowMs,
  );
  return { read, state, checks: spied };
}

test("a process is ready when every check passes", async () => {
  const { read } = readinessWith(() => null);
  expect(await read()).toEqual({ isReady: true, checks: { database: "ok", stopping: "ok" } });
});

test("a problem is named, and an error is not, because anybody may read it", async () => {
  expect(await readinessWith(() => "the schema lacks migrations").read()).toEqual({
    isReady: false,
    checks: { database: "the schema lacks migrations", stopping: "ok" },
  });
  const failing = readinessWith(() => Promise.reject(new Error("connect ECONNREFUSED 10.0.0.7:5432")));
  expect(await failing.read()).toEqual({
    isReady: false,
    checks: { database: "does not respond", stopping: "ok" },
  });
});

test("a check that hangs is a problem", async () => {
  vi.useFakeTimers();
  try {
    const result = readinessWith(() => new Promise(() => {})).read();
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await result).checks.database).toBe("does not respond in time");
  } finally {
    vi.useRealTimers();
  }
});

test("checks run at most once a second, and stopping shows at once", async () => {
  const { read, state, checks } = readinessWith(() => null);
  await Promise.all([read(), read()]);
  state.nowMs = 999;
  state.isStopping = true;
  expect(await read()).toEqual({ isReady: false, checks: { database: "ok", stopping: "stopping" } });
  expect(checks).toHaveBeenCalledTimes(1);
  state.nowMs = 1_000;
  await read();
  expect(checks).toHaveBeenCalledTimes(2);
});
