// A chain that is away or wrong when its worker starts is checked again and again, and reported at growing intervals.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type AdmittedChain, startWhenAdmitted } from "../../src/workers/admit.ts";

const HOUR_MS = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Problems = Awaited<ReturnType<AdmittedChain["check"]>>;

const SILENT: Problems = [{ kind: "unreachable", message: "no RPC URL responds" }];
const WRONG: Problems = [
  { kind: "wrong", message: "no code at the router" },
  { kind: "wrong", message: "USDC has other decimals" },
  { kind: "warning", message: "rpc 2 of 2 does not respond" },
];

/** The admission of chains whose problems the test sets. */
function admission() {
  const lines: string[] = [];
  const say = (level: string) => (fields: object, message: string) =>
    void lines.push(`${level} ${(fields as { chain: string }).chain}: ${message}`);
  const log = { info: say("info"), warn: say("warn"), error: say("error") };
  const problems = new Map<string, Problems>();
  let checks = 0;
  const started: string[] = [];
  const start = (id: string) =>
    startWhenAdmitted(
      {
        id,
        async check() {
          checks += 1;
          return problems.get(id) ?? [];
        },
      },
      log,
      () => {
        started.push(id);
        return { stop: async () => {} };
      },
    );
  return { lines, problems, started, start, checks: () => checks };
}

test("a chain that is away for an hour is checked every 2 s and reported six times, apart from another one", async () => {
  const { lines, problems, started, start, checks } = admission();
  problems.set("first", SILENT).set("second", SILENT);
  const workers = [start("first"), start("second")];
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(checks()).toBeGreaterThan(3_000);
  for (const chain of ["first", "second"]) {
    const line = `error ${chain}: no RPC URL responds`;
    expect(lines.filter((each) => each === line)).toHaveLength(6); // after 0, 1, 3, 7, 15 and 31 minutes
  }
  expect(started).toEqual([]);
  problems.clear();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(started).toEqual(["first", "second"]);
  expect(lines.slice(-2)).toEqual(
    started.map((chain) => `info ${chain}: the chain matches its configuration: its worker starts`),
  );
  for (const worker of workers) await worker.stop();
});

test("a problem of another kind is reported at once, with all problems of its kind", async () => {
  const { lines, problems, start } = admission();
  problems.set("a chain", SILENT);
  const worker = start("a chain");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(lines).toEqual(["error a chain: no RPC URL responds"]);
  problems.set("a chain", WRONG);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(lines.slice(1)).toEqual(["error a chain: no code at the router", "error a chain: USDC has other decimals"]);
  await worker.stop();
});

test("a chain without problems, or with warnings, is followed without a line", async () => {
  const { lines, problems, started, start } = admission();
  problems.set("a chain", WRONG.slice(2));
  const worker = start("a chain");
  await vi.advanceTimersByTimeAsync(0);
  expect([started, lines]).toEqual([["a chain"], []]);
  await worker.stop();
});
