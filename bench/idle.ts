// What a waiting server costs: RPC calls of each chain, CPU and database queries with nothing in flight. Then the time
// from a block to the waiter of a payment in it. `npm run bench:idle -- [--seconds N] [--payments N] [--rounds N]`;
// exits 1 if a target is missed.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { CHAINS, install } from "./idle/installation.ts";
import { payOnce } from "./idle/pay.ts";

const LIMITS = { callsPerS: 0.2, coreShare: 0.01, queriesPerS: 1, medianMs: 50, p99Ms: 150 };
/** A chain counts as busy until half a minute after its last payment. */
const SETTLE_MS = 40_000;

/** Of a printed statement. */
const COLUMNS = 100;

const { values: given } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seconds: { type: "string", default: "120" },
    payments: { type: "string", default: "20" },
    rounds: { type: "string", default: "3" },
  },
});
const seconds = Number(given.seconds);

interface Round {
  /** By chain: calls per second by method. */
  readonly calls: readonly ReadonlyMap<string, number>[];
  /** Share of a core, of the process. */
  readonly core: number;
  /** Per second, by statement. */
  readonly queries: ReadonlyMap<string, number>;
  /** By chain: milliseconds from a block to the waiter, ascending. */
  readonly lateMs: readonly (readonly number[])[];
}

const installation = await install();
const rounds: Round[] = [];
try {
  for (let i = 0; i < Number(given.rounds); i++) rounds.push(await runRound());
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
    for (let paid = 0; paid < Number(given.payments); paid++) late.push(await payOnce(installation, chain));
    lateMs.push(late.toSorted((a, b) => a - b));
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
const quantile = (sorted: readonly number[] | undefined, part: number) =>
  sorted?.[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? Number.NaN;
const rows: [name: string, limit: number, figure: (round: Round) => number][] = [
  ...CHAINS.map(({ blockTimeS }, i): (typeof rows)[number] => [
    `RPC calls per second, blocks of ${blockTimeS} s`,
    LIMITS.callsPerS,
    ({ calls }) => sum(calls[i]),
  ]),
  ["CPU, share of a core per chain", LIMITS.coreShare, ({ core }) => core / CHAINS.length],
  ["database queries per second", LIMITS.queriesPerS, ({ queries }) => sum(queries)],
  ...CHAINS.flatMap(({ blockTimeS }, i): typeof rows => [
    [
      `block to waiter, blocks of ${blockTimeS} s: median, ms`,
      LIMITS.medianMs,
      ({ lateMs }) => quantile(lateMs[i], 0.5),
    ],
    [`block to waiter, blocks of ${blockTimeS} s: p99, ms`, LIMITS.p99Ms, ({ lateMs }) => quantile(lateMs[i], 0.99)],
  ]),
];
const shown = (value: number) => Number(value.toPrecision(3));
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
console.log(`${CHAINS.length} chains, ${seconds} s with nothing in flight, then ${given.payments} payments one by one`);
console.table(
  Object.fromEntries(
    rows.map(([name, limit, figure]) => [
      name,
      {
        limit,
        median: shown(median(rounds.map(figure))),
        "÷ limit": shown(median(rounds.map(figure)) / limit),
        ...Object.fromEntries(rounds.map((round, i) => [`round ${i + 1}`, shown(figure(round))])),
      },
    ]),
  ),
);
const listed = (rates: ReadonlyMap<string, number> | undefined, length: number) =>
  [...(rates ?? [])].map(([name, perS]) => `\n  ${shown(perS)} ${name.slice(0, length)}`).join("");
for (const [i, { blockTimeS }] of CHAINS.entries()) {
  console.log(`calls per second, blocks of ${blockTimeS} s:${listed(rounds.at(-1)?.calls[i], COLUMNS)}`);
}
console.log(`queries per second:${listed(rounds.at(-1)?.queries, COLUMNS)}`);
const broken = rows.filter(([, limit, figure]) => median(rounds.map(figure)) > limit);
for (const [name, limit] of broken) console.error(`MISSED: ${name} is above ${limit}`);
if (broken.length > 0) process.exitCode = 1;
