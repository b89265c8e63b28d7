// Runs seeds of the simulation: `npm run test:simulation -- [--seeds N] [--from N] [--seed N] [--minutes N]`. One seed
// prints its steps. Exits 1 if something happened that must never happen.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres } from "../../src/local/postgres.ts";
import { takeOver } from "./clock.ts";
import { openSimulatedDatabase } from "./database.ts";
import { install, uninstall } from "./scene.ts";
import { type Outcome, simulate } from "./simulate.ts";

const { values: given } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seeds: { type: "string", default: "200" },
    from: { type: "string", default: "1" },
    seed: { type: "string" },
    minutes: { type: "string" },
  },
});
const only = given.seed === undefined ? null : Number(given.seed);
const from = only ?? Number(given.from);
const count = only === null ? Number(given.seeds) : 1;
const untilMs =
  given.minutes === undefined ? Number.POSITIVE_INFINITY : performance.now() + Number(given.minutes) * 60_000;
const print = only === null ? () => {} : (line: string) => console.log(line);

const dir = await mkdtemp(join(tmpdir(), "turnpike-simulation-"));
const postgres = await startPostgres({ dir: join(dir, "postgres"), durable: false, log: () => {} });
takeOver();
const outcomes: Outcome[] = [];
try {
  const database = await openSimulatedDatabase(postgres.databaseUrl);
  const installation = install(database);
  const startedMs = performance.now();
  for (let seed = from; seed < from + count && performance.now() < untilMs; seed++) {
    const outcome = await simulate(installation, seed, print);
    outcomes.push(outcome);
    if (outcome.violation) console.log(`seed ${seed}, step ${outcome.steps}: ${outcome.violation}`);
  }
  report((performance.now() - startedMs) / 1_000);
  await uninstall(installation);
} finally {
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
}
process.exit(outcomes.some(({ violation }) => violation !== null) ? 1 : 0);

function report(seconds: number): void {
  const statuses = new Map<string, number>();
  for (const outcome of outcomes) {
    for (const [status, times] of outcome.statuses) statuses.set(status, (statuses.get(status) ?? 0) + times);
  }
  const violated = outcomes.filter(({ violation }) => violation !== null).map(({ seed }) => seed);
  const shown = [...statuses].map(([status, times]) => `${times} ${status}`).join(", ");
  console.log(`${outcomes.length} seeds in ${seconds.toFixed(1)} s, ${violated.length} with a violation`);
  console.log(`payments: ${shown}`);
  if (violated.length > 0) console.log(`Replay one with: npm run test:simulation -- --seed ${violated[0]}`);
}
