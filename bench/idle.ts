// Measures the costs of a waiting server: RPC calls of each chain, CPU and database queries with nothing in flight.
// Then the time from a block to the waiter of a payment in it. `npm run bench:idle -- [--seconds N] [--payments N]
// [--rounds N]`; exits 1 if a target is missed.
import { setTimeout as sleep } from "node:timers/promises";
import { argumentsOf } from "./harness/arguments.ts";
import { printRounds, quantile, rounded } from "./harness/median.ts";
import { report } from "./harness/report.ts";
import { CHAINS, install } from "./idle/installation.ts";
import { payOnce } from "./idle/pay.ts";

const LIMITS = { callsPerS: 0.2, coreShare: 0.01, queriesPerS: 1, medianMs: 50, p99Ms: 150 };
/** A chain counts as busy until half a minute after its last payment. */
const SETTLE_MS = 40_000;

/** The width of a printed statement. */
const COLUMNS = 100;

const given = argumentsOf({ seconds: 120, payments: 20, rounds: 3 });
const { seconds } = given;

interface Round {
  /** Calls per second by method, one map per chain. */
  readonly calls: readonly ReadonlyMap<string, number>[];
  /** Share of a core, of the process. */
  readonly core: number;
  /** Per second, by statement. */
  readonly queries: ReadonlyMap<string, number>;
  /** Milliseconds from a block to the waiter, one list per chain. */
  readonly lateMs: readonly (readonly number[])[];
}

const installation = await install();
const rounds: Round[] = [];
try {
  for (let i = 0; i < given.rounds; i++) rounds.push(await runRound());
} finally {
  await installation.stop();
}

async function runRound(): Promise<Round> {
  const { chains, cpuS, queries } = installation;
  await sleep(SETTLE_MS);
  for (const { proxy } of chains) proxy.reset();
  const [cpuBefore, queriesBefore] = [cpuS(), await queries()];
  await sleep(seconds * 1_000);
  const idle = {
    core: (cpuS() - cpuBefore) / seconds,
    queries: perSecond(await queries(), queriesBefore),
    calls: chains.map(({ proxy }) => perSecond(proxy.counts())),
  };
  const lateMs: number[][] = [];
  for (const chain of chains) {
    const late: number[] = [];
    for (let paid = 0; paid < given.payments; paid++) late.push(await payOnce(installation, chain));
    lateMs.push(late);
  }
  return { ...idle, lateMs };
}

/** Counts per second, the most frequent first. */
function perSecond(counts: ReadonlyMap<string, number>, before: ReadonlyMap<string, number> = new Map()) {
  const grown = [...counts].map(([name, count]): [string, number] => [name, count - (before.get(name) ?? 0)]);
  const sorted = grown.filter(([, count]) => count > 0).toSorted(([, a], [, b]) => b - a);
  return new Map(sorted.map(([name, count]) => [name, count / seconds]));
}

const sum = (calls: ReadonlyMap<string, number> | undefined) => [...(calls?.values() ?? [])].reduce((a, b) => a + b, 0);
const rows: readonly [id: string, what: string, limit: number, figure: (round: Round) => number][] = [
  ...CHAINS.map(({ blockTimeS }, i): (typeof rows)[number] => [
    `idle.calls.${blockTimeS}`,
    `RPC calls per second of an idle chain, blocks of ${blockTimeS} s`,
    LIMITS.callsPerS,
    ({ calls }) => sum(calls[i]),
  ]),
  ["idle.cpu", "CPU of an idle chain, share of a core", LIMITS.coreShare, ({ core }) => core / CHAINS.length],
  ["idle.queries", "database queries per second while idle", LIMITS.queriesPerS, ({ queries }) => sum(queries)],
  ...CHAINS.flatMap(({ blockTimeS }, i): typeof rows => [
    [
      `idle.p50.${blockTimeS}`,
      `block to waiter, blocks of ${blockTimeS} s: median, ms`,
      LIMITS.medianMs,
      ({ lateMs }) => quantile(lateMs[i] ?? [], 0.5),
    ],
    [
      `idle.p99.${blockTimeS}`,
      `block to waiter, blocks of ${blockTimeS} s: p99, ms`,
      LIMITS.p99Ms,
      ({ lateMs }) => quantile(lateMs[i] ?? [], 0.99),
    ],
  ]),
];
console.log(`${CHAINS.length} chains, ${seconds} s with nothing in flight, then ${given.payments} payments one by one`);
printRounds(Object.fromEntries(rows.map(([, what, , figure]) => [what, rounds.map(figure)])));
const listed = (rates: ReadonlyMap<string, number> | undefined, length: number) =>
  [...(rates ?? [])].map(([name, perS]) => `\n  ${rounded(perS, 3)} ${name.slice(0, length)}`).join("");
for (const [i, { blockTimeS }] of CHAINS.entries()) {
  console.log(`calls per second, blocks of ${blockTimeS} s:${listed(rounds.at(-1)?.calls[i], COLUMNS)}`);
}
console.log(`queries per second:${listed(rounds.at(-1)?.queries, COLUMNS)}`);
report(
  rows.map(([id, what, atMost, figure]) => ({ id, what, rounds: rounds.map(figure), target: { atMost } })),
  given,
);
