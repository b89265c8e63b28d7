// Every statement of the hot path, with few and with many payments: its plans, and its time.
// `npm run bench:growth -- [--small N] [--large N] [--rate N] [--seconds N] [--rounds N] [--dir DIR]`; DIR keeps the
// databases for reuse. Ten million payments with a hundred million events take 46 GB and half an hour.
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deployLocal } from "../src/local/tokens/deploy.ts";
import { startChain } from "../test/harness/chain/chain.ts";
import { nameOf, openDatabases, type Postgres } from "./growth/database.ts";
import type { FilledChain } from "./growth/fill.ts";
import { type Load, run } from "./growth/load.ts";
import { openLoad, partitionsOf } from "./growth/prepare.ts";
import { addStatements, type Executed, figuresOf, shapesOf } from "./growth/statements.ts";
import { argumentsOf } from "./harness/arguments.ts";
import { rounded } from "./harness/median.ts";

const given = argumentsOf({ small: 100_000, large: 10_000_000, rate: 20, seconds: 30, rounds: 3 }, ["dir"]);
const { rate, seconds } = given;
const WARM_UP_S = 10;
/** Fewer runs say nothing about p99. */
const RUNS_MIN = 30;
const sizes = [given.small, given.large];

const dir = given.dir ?? (await mkdtemp(join(tmpdir(), "turnpike-bench-growth-")));
const postgres = await openDatabases(dir, sizes, await localChain());
try {
  const loads: Load[] = [];
  for (const size of sizes) loads.push(await openLoad(postgres.urlOf(size)));
  const measured = await measure(postgres, loads);
  print(measured);
  for (const { installation } of loads) await installation.stop();
} finally {
  await postgres.stop();
  if (!given.dir) await rm(dir, { recursive: true, force: true });
}

/** Its addresses are the same on each local chain. */
async function localChain(): Promise<FilledChain> {
  const node = await startChain();
  const { router, usdc } = await deployLocal(node);
  await node.stop();
  return { caip2: "eip155:31337", router, token: usdc };
}

/** Alternates, so that other load on the machine slows both. @returns the statements of each load, by name */
async function measure(
  { urlOf, logFile }: Postgres,
  loads: readonly Load[],
): Promise<readonly ReadonlyMap<string, Executed>[]> {
  const measured = loads.map(() => new Map<string, Executed>());
  for (const load of loads) await run(load, rate, WARM_UP_S);
  for (let round = 1; round <= given.rounds; round++) {
    for (const [index, load] of loads.entries()) {
      const { size: start } = await stat(logFile);
      const { payments, failures } = await run(load, rate, seconds);
      const { size: end } = await stat(logFile);
      const size = sizes[index] ?? 0;
      const of = { database: nameOf(size), partitions: await partitionsOf(urlOf(size)) };
      await addStatements(measured[index] ?? new Map(), logFile, { start, end }, of);
      console.log(
        `round ${round}, among ${sizes[index]}: ${payments} payments, ${rounded((end - start) / 1e6)} MB of log`,
      );
      for (const [message, times] of failures) console.log(`  failed ${times} times: ${message}`);
    }
  }
  return measured;
}

function print([small = new Map(), large = new Map()]: readonly ReadonlyMap<string, Executed>[]): void {
  const rows: Record<string, Record<string, number | string>> = {};
  const different: string[] = [];
  for (const [name, of] of [...large].toSorted()) {
    const before = small.get(name);
    if (!before || Math.min(of.times.length, before.times.length) < RUNS_MIN) continue;
    const [few, many] = [figuresOf(before), figuresOf(of)];
    const [planFew, planMany] = [shapesOf(before), shapesOf(of)];
    const isSame = planFew.includes(planMany[0] ?? "") || planMany.includes(planFew[0] ?? "");
    if (!isSame)
      different.push(`${name}\n  few:  ${planFew.join("\n        ")}\n  many: ${planMany.join("\n        ")}`);
    rows[name] = {
      runs: many.runs,
      plan: planFew.length * planMany.length === 0 ? "?" : isSame ? "same" : "differs",
      "p50 few": rounded(few.p50, 3),
      "p99 few": rounded(few.p99, 3),
      "p50 many": rounded(many.p50, 3),
      "p99 many": rounded(many.p99, 3),
      "p99 ratio": rounded(many.p99 / few.p99, 2),
      "blocks few": few.blocks,
      "blocks many": many.blocks,
    };
  }
  console.log(`ms of each statement, planning included, with ${sizes.join(" and ")} payments, ${rate} payments/s`);
  console.table(rows);
  for (const text of different) console.log(`The plan differs: ${text}`);
}
