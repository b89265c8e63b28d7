// The command `npm run test:simulation`: runs seeds (`-- --jobs N`: in N processes), replays one (`-- --seed N`), or
// puts known faults back and expects a seed that finds each (`-- --faults`). Exits 1 otherwise.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres } from "../../src/local/postgres/postgres.ts";
import { FAULTS, sessionWith } from "./faults.ts";
import { type Outcome, openSession, type Session } from "./session.ts";

/** A line on progress after this many seeds. */
const TELL_EVERY = 500;

const { values: given } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seeds: { type: "string", default: "200" },
    from: { type: "string", default: "1" },
    minutes: { type: "string", default: "600" },
    jobs: { type: "string", default: "1" },
    seed: { type: "string" },
    faults: { type: "boolean", default: false },
    fault: { type: "string" },
  },
});
if (Number(given.jobs) > 1) process.exit((await runJobs(Number(given.jobs))) ? 0 : 1);
const dir = await mkdtemp(join(tmpdir(), "turnpike-simulation-"));
const postgres = await startPostgres({ dir: join(dir, "postgres"), durable: false, log: () => {} });
let isFine = false;
try {
  if (given.faults || given.fault !== undefined) isFine = await findFaults();
  else if (given.seed === undefined) isFine = await runSeeds();
  else isFine = await replay(Number(given.seed));
} finally {
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
}
process.exit(isFine ? 0 : 1);

/** Each process has its own PostgreSQL and a part of the seeds. */
async function runJobs(jobs: number): Promise<boolean> {
  const each = Math.ceil(Number(given.seeds) / jobs);
  const codes = await Promise.all(
    Array.from({ length: jobs }, (_, job) => {
      const part = ["--from", String(Number(given.from) + job * each), "--seeds", String(each)];
      const options = [...process.argv.slice(1, 3), ...part, "--minutes", given.minutes];
      const child = spawn(process.execPath, options, { stdio: "inherit" });
      return new Promise<number | null>((resolve) => child.once("exit", resolve));
    }),
  );
  return codes.every((code) => code === 0);
}

/** @param each is called after each seed; false ends the run */
async function runTo(
  session: Session,
  count: number,
  each: (outcome: Outcome) => boolean,
  first = Number(given.from),
): Promise<void> {
  const untilMs = performance.now() + Number(given.minutes) * 60_000;
  for (let seed = first; seed < first + count && performance.now() < untilMs; seed++) {
    if (!each(await session.run(seed, () => {}))) return;
  }
}

async function runSeeds(): Promise<boolean> {
  const session = await openSession(postgres.databaseUrl);
  const startedMs = performance.now();
  const violated: number[] = [];
  const statuses = new Map<string, number>();
  let seeds = 0;
  await runTo(session, Number(given.seeds), ({ seed, steps, violation, statuses: ended }) => {
    seeds += 1;
    if (violation) console.log(`seed ${seed}, step ${steps}: ${violation}`);
    if (violation) violated.push(seed);
    if (seeds % TELL_EVERY === 0) console.error(`${seeds} seeds, up to ${seed}`);
    for (const [status, times] of ended) statuses.set(status, (statuses.get(status) ?? 0) + times);
    return true;
  });
  await session.close();
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  console.log(`${seeds} seeds in ${seconds} s, ${violated.length} with a violation`);
  console.log(`payments: ${[...statuses].map(([status, times]) => `${times} ${status}`).join(", ")}`);
  if (violated.length > 0) console.log(`Replay one with: npm run test:simulation -- --seed ${violated[0]}`);
  return violated.length === 0;
}

async function replay(seed: number): Promise<boolean> {
  const session = await openSession(postgres.databaseUrl);
  const { violation } = await session.run(seed, (line) => console.log(line));
  await session.close();
  return violation === null;
}

/** A fault is found by a seed that violates a rule with it, and none without it. */
async function findFaults(): Promise<boolean> {
  const missed: string[] = [];
  for (const fault of FAULTS.filter(({ name }) => given.fault === undefined || name === given.fault)) {
    const startedMs = performance.now();
    const found = await firstViolation(await sessionWith(fault, postgres.databaseUrl), fault.from);
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
    const isHealthy = found === null || (await isFreeOfViolations(found.seed));
    if (!found || !isHealthy) missed.push(fault.name);
    const result = found
      ? `found by seed ${found.seed} after ${seconds} s: ${found.violation}`
      : `not found in ${given.seeds} seeds`;
    console.log(`${fault.name}: ${result}${isHealthy ? "" : " (also without the fault)"}`);
  }
  if (missed.length > 0) console.log(`${missed.length} faults are not found: ${missed.join(", ")}`);
  return missed.length === 0;
}

async function firstViolation(session: Session, from?: number): Promise<Outcome | null> {
  const found: Outcome[] = [];
  const note = (outcome: Outcome): boolean => {
    if (outcome.violation !== null) found.push(outcome);
    return found.length === 0;
  };
  await runTo(session, Number(given.seeds), note, from);
  await session.close();
  return found[0] ?? null;
}

async function isFreeOfViolations(seed: number): Promise<boolean> {
  const session = await openSession(postgres.databaseUrl);
  const { violation } = await session.run(seed, () => {});
  await session.close();
  return violation === null;
}
