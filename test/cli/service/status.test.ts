// The screen of turnpike status, from made-up facts and of a running service.
import { expect, onTestFinished, test } from "vitest";
import { type Facts, screenOf } from "../../../src/cli/service/status-screen.ts";
import { entryOf } from "../../harness/server/process.ts";
import { startServer } from "../../harness/server/server.ts";
import { chainsFileOf, json, turnpike } from "../turnpike.ts";

const DAY_S = 86_400;
const QUIET: Facts = {
  at: new Date("2026-11-28T17:00:00Z"),
  chains: [
    {
      chain: "eip155:8453",
      name: "Base",
      leader: "pay1 4711",
      headAgeS: 2,
      report: { canRelay: true, ageS: 1, awayS: null },
      queues: [],
      final: { payments: 3, medianS: 4, p95S: 9 },
      relayers: [{ relayer: "0xRELAYER", balance: 34e17, batchCost: 1e15, spentPerDay: 1e17, unminedS: null }],
      deposits: { watched: 0, unrecovered: 0, oldestS: null, refused: 0 },
    },
  ],
  exceptions: new Map(),
  monthsAheadS: 90 * DAY_S,
  webhooks: { pending: 0, oldestDueS: 0, failing: 0, disabled: 0 },
  mail: { waiting: 0, oldestS: 0, givenUp: 0 },
  processes: [{ id: "1", host: "pay1", pid: 4711, role: "worker", settings: {}, version: "1.2.3" }],
  tasks: [{ task: "backup", host: "pay1", ageS: 7_300, tookMs: 61_000, exitCode: 0, successAgeS: 7_300, overdueS: 0 }],
};
const [BASE] = QUIET.chains;
if (!BASE) throw new Error("there is a chain");

test("a quiet service", () => {
  expect(screenOf(QUIET).join("\n")).toBe(`Turnpike, 2026-11-28 17:00:00Z

Chains
  chain  leader     newest block  queued  sent  set aside  95 % final within
  Base   pay1 4711  2 s ago       -       -     -          9 s

Relayers
  chain  relayer    coin   lasts  oldest batch
  Base   0xRELAYER  3.400  34 d   -

Webhooks: 0 wait; endpoints: 0 failing, 0 disabled
Exceptions: none open

Processes
  host  role    process  version
  pay1  worker  4711     1.2.3

Tasks
  task    host  result  finished  took  last success
  backup  pay1  ok      2 h ago   61 s  2 h ago`);
});

const trouble: readonly (readonly [what: string, facts: Partial<Facts>, line: RegExp])[] = [
  ["no leader", { chains: [{ ...BASE, leader: null }] }, /Base +NONE/],
  [
    "nodes that are away",
    { chains: [{ ...BASE, report: { canRelay: false, ageS: 1, awayS: 130 } }] },
    /NODES AWAY for 2 min/,
  ],
  ["a chain that was never followed", { chains: [{ ...BASE, headAgeS: null }] }, /Base +pay1 4711 +never/],
  [
    "payments that wait",
    { chains: [{ ...BASE, queues: [{ state: "queued", payments: 3, oldestS: 400, overdue: 1 }] }] },
    /3, the oldest for 6 min, 1 OVERDUE/,
  ],
  [
    "payments that are set aside",
    { chains: [{ ...BASE, queues: [{ state: "quarantined", payments: 2, oldestS: 9, overdue: 0 }] }] },
    /2 quarantined/,
  ],
  [
    "a relayer without coin",
    {
      chains: [{ ...BASE, relayers: [{ relayer: "0x1", balance: 1, batchCost: 1e15, spentPerDay: 0, unminedS: 700 }] }],
    },
    /EMPTY +spends nothing +unmined for 11 min/,
  ],
  [
    "a relayer that pays for a batch, but not for a full one",
    {
      chains: [
        { ...BASE, relayers: [{ relayer: "0x1", balance: 5e14, batchCost: 1e15, spentPerDay: 0, unminedS: null }] },
      ],
    },
    /0x1 +0\.0005000 LOW +spends nothing/,
  ],
  [
    "webhooks that are late",
    { webhooks: { pending: 7, oldestDueS: 300, failing: 1, disabled: 2 } },
    /7 wait, the oldest LATE by 5 min; endpoints: 1 failing, 2 disabled/,
  ],
  ["exceptions", { exceptions: new Map([["late", 2]]) }, /Exceptions: 2 late open/],
  ["no task", { tasks: [] }, /^Tasks: none$/m],
];

test.each(trouble)("%s", (_, facts, line) => {
  expect(screenOf({ ...QUIET, ...facts }).join("\n")).toMatch(line);
});

test("a running service, as a screen and as JSON", { timeout: 60_000 }, async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const { environment, chains } = server.installation;
  const settings = { ...environment, CHAINS_FILE: await chainsFileOf(...chains.map(entryOf)) };
  const facts = await json<Facts>(["status"], settings);
  expect(facts.chains[0]).toMatchObject({ chain: server.caip2, leader: expect.stringContaining(` ${process.pid}`) });
  expect(facts.processes).toEqual([expect.objectContaining({ role: "all", version: expect.any(String) })]);
  const { code, stdout } = await turnpike(["status"], settings);
  expect([code, stdout]).toEqual([0, expect.stringContaining("\nProcesses\n")]);
});

test.each([
  [["--watch"], "turnpike: --watch needs a terminal\n"],
  [["--watch", "--json"], "turnpike: --watch cannot be combined with --json\n"],
])("%j is refused without a terminal", async (flags, stderr) => {
  expect(await turnpike(["status", ...flags], {})).toMatchObject({ code: 1, stderr });
});
