// The report of a drill as an auditor reads it.
import { expect, test } from "vitest";
import { failed, type Outcome } from "../../../src/cli/drill/faults/fault.ts";
import { type Drill, isPassed, reportOf } from "../../../src/cli/drill/report.ts";

const PASSED: Outcome = {
  fault: "the leading worker is killed (SIGKILL)",
  figures: [{ name: "another worker leads eip155:1", seconds: 0.84, limitS: 10 }],
  notes: ["worker-1 led, and stands by now."],
  problems: [],
  writes: { acknowledged: 31, refused: {} },
  alerts: ["TurnpikeDown"],
};
const FAILED: Outcome = {
  fault: "the disk of the database is full, and has space again",
  figures: [{ name: "no process is ready", seconds: null, limitS: 60 }],
  notes: [],
  problems: ["no process is ready: not within 60 s"],
  writes: { acknowledged: 7, refused: { "503": 12, "no response": 2 } },
  alerts: null,
};
const DRILL: Drill = {
  startedAt: new Date("2026-11-28T03:00:00Z"),
  tookS: 93.4,
  host: "pay-1",
  chains: ["eip155:1", "eip155:8453"],
  backup: "/backups/turnpike.dump",
  outcomes: [PASSED],
  refusedRequests: new Map([["eth_sendRawTransaction", 3]]),
};

test("it has date, duration, machine, backup, and what the copy wanted to send", () => {
  const report = reportOf(DRILL);
  expect(report).toContain("**Passed** on 2026-11-28T03:00:00.000Z, in 93 s.");
  expect(report).toContain("| Machine | pay-1 |");
  expect(report).toContain("| Chains | eip155:1, eip155:8453 |");
  expect(report).toContain("| Backup | /backups/turnpike.dump |");
  expect(report).toContain("| Requests to nodes that the drill refused | 3 × eth_sendRawTransaction |");
});

test("each fault has a row with its result, refused requests and alerts, and its times beside their limits", () => {
  const report = reportOf({ ...DRILL, outcomes: [PASSED, FAILED] });
  expect(report).toContain("| the leading worker is killed (SIGKILL) | passed | 31 | none | TurnpikeDown |");
  expect(report).toContain("| another worker leads eip155:1 | 0.8 s | 10 s |");
  expect(report).toContain("| **failed** | 7 | 12 × 503, 2 × no response | – |");
  expect(report).toContain("| no process is ready | not in time | 60 s |");
  expect(report).toContain("- **no process is ready: not within 60 s**");
});

test("a fault that could not be taken fails the drill, and the report says why", () => {
  const outcome = failed("the disk of the database is full", new Error("unshare failed: Operation not permitted"));
  const drill = { ...DRILL, outcomes: [PASSED, outcome] };
  expect(isPassed(drill)).toBe(false);
  expect(reportOf(drill)).toContain("| the disk of the database is full | **failed** | – | – | – |");
  expect(reportOf(drill)).toContain("- **unshare failed: Operation not permitted**");
});

test("one fault that ended badly fails the drill", () => {
  expect([isPassed(DRILL), isPassed({ ...DRILL, outcomes: [PASSED, FAILED] })]).toEqual([true, false]);
  expect(reportOf({ ...DRILL, outcomes: [PASSED, FAILED] })).toContain("**Failed** on");
});
