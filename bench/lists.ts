// Payment lists with statistics: time per kind of filter, with few and with many payments of one partner, while
// payments arrive. `npm run bench:lists -- [--small N] [--large N] [--samples N] [--warm-up N] [--arriving N] [--dir
// DIR]`: `--arriving` is per second, in the database that is measured; DIR keeps the larger database for reuse, with
// what has arrived.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "../src/local/postgres/postgres.ts";
import { Refusal } from "../src/operations/errors/refusal.ts";
import { listPayments } from "../src/operations/lists/list-payments.ts";
import { migrate } from "../src/store/migrate.ts";
import { openStore, type Store } from "../src/store/store.ts";
import { argumentsOf } from "./harness/arguments.ts";
import { quantile } from "./harness/median.ts";
import { report } from "./harness/report.ts";
import { letArrive } from "./lists/arrivals.ts";
import { generate } from "./lists/generate.ts";
import { QUESTIONS, type Question, SEARCHES_OF_MANY, searchFor } from "./lists/questions.ts";
import { warm } from "./lists/warm.ts";

const given = argumentsOf(
  {
    small: 100_000,
    large: 10_000_000,
    samples: 100,
    /** Requests before the measured ones: ranges lie anywhere in the year, and pages must be in memory. */
    "warm-up": 20,
    arriving: 20,
  },
  ["dir"],
);
/** A quarter of the memory, as the manuals recommend (docs/scaling.md). */
const SHARED_BUFFERS_MB = Math.floor(totalmem() / 2 ** 20 / 4);
const { samples, "warm-up": warmUp, arriving } = given;
/** Requests in a row to one database; then to the other, so that a change in the machine's speed slows both. */
const IN_A_ROW = 50;
const sizes = [given.small, given.large];
const dir = given.dir ?? (await mkdtemp(join(tmpdir(), "turnpike-bench-lists-")));
const postgres = await startPostgres({ dir, log: () => {}, sharedBuffersMb: SHARED_BUFFERS_MB });
if (postgres.tookOver) throw new Error(`stop the PostgreSQL of ${dir}: another run left it, with other settings`);
try {
  const urls: string[] = [];
  for (const size of sizes) urls.push(await databaseOf(size));
  for (const url of urls) await warm(url);
  const stores = urls.map(open);
  const folding = urls.map(open);
  // Payments arrive only where lists are measured: a provider runs one database.
  let measured = 0;
  const arrivals = folding.map((store, i) => letArrive(urls[i] ?? "", store, arriving, () => i === measured));
  const comparing = compare(stores, (index) => {
    measured = index;
  });
  await Promise.race([comparing, ...arrivals.map(({ failure }) => failure)]);
  const arrived = await Promise.all(arrivals.map((each) => each.stop()));
  console.log(`${arrived.join(" and ")} payments arrived meanwhile`);
  await Promise.all([...stores, ...folding].map((store) => store.close()));
} finally {
  await postgres.stop();
  if (!given.dir) await rm(dir, { recursive: true, force: true });
}

function open(url: string): Store {
  return openStore({ url, connectionsMax: 2, onError: () => {} });
}

/** @returns its URL */
async function databaseOf(size: number): Promise<string> {
  const url = new URL(postgres.databaseUrl);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const name = `lists_${size}`;
  // Created anew: payments of an earlier run are a large part of the smallest database, and all of them are of today.
  if (size === Math.min(...sizes)) await client.query(`drop database if exists ${name}`);
  const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
  if (rowCount === 0) await client.query(`create database ${name}`);
  await client.end();
  url.pathname = `/${name}`;
  await migrate(url.href);
  if (rowCount === 0) {
    const beganMs = performance.now();
    await generate(url.href, size);
    console.log(`${size} payments written in ${Math.round((performance.now() - beganMs) / 1_000)} s`);
  }
  return url.href;
}

async function compare(stores: readonly Store[], measuring: (index: number) => void): Promise<void> {
  const rows: Record<string, Record<string, number>> = {};
  for (const [name, question] of Object.entries(QUESTIONS)) {
    const times: number[][] = stores.map(() => []);
    for (let from = -warmUp; from < samples; from += from < 0 ? warmUp : IN_A_ROW) {
      const to = from < 0 ? 0 : Math.min(from + IN_A_ROW, samples);
      for (const [index, store] of stores.entries()) {
        measuring(index);
        for (let i = from; i < to; i++) {
          const ms = await measure(store, question(sizes[index] ?? 0));
          if (i >= 0) times[index]?.push(ms);
        }
      }
    }
    const [small = [], large = []] = times;
    rows[name] = {
      "small p50": quantile(small, 0.5),
      "small p99": quantile(small, 0.99),
      "large p50": quantile(large, 0.5),
      "large p99": quantile(large, 0.99),
      "p50 ratio": round(quantile(large, 0.5) / quantile(small, 0.5)),
    };
  }
  const [small = 0, large = 0] = sizes;
  const worst = (name: string) => Math.max(...Object.values(rows).map((row) => row[name] ?? Number.NaN));
  console.log(
    `ms for a page with its statistics, ${sizes.join(" and ")} payments and ${arriving} new ones per second, ` +
      `${samples} requests each`,
  );
  console.table(rows);
  report(
    [
      {
        id: "lists.p99",
        what: `the slowest list with its statistics among ${large} payments, ${arriving} more per second: p99, ms`,
        rounds: [worst("large p99")],
        target: { atMost: 50 },
      },
      {
        id: "lists.growth",
        what: `the list that grows most, from ${small} to ${large} payments: p50, times`,
        rounds: [worst("p50 ratio")],
        target: { atMost: 2 },
      },
    ],
    given,
  );
  for (const [index, store] of stores.entries()) {
    for (const reference of SEARCHES_OF_MANY) {
      console.log(`a search for ${reference} among ${sizes[index]}: ${await outcomeOf(store, reference)}`);
    }
  }
}

/** The time it takes, and the number of matches or the reason for a refusal. */
async function outcomeOf(store: Store, reference: string): Promise<string> {
  const { filter, order, limit } = searchFor(reference);
  const beganMs = performance.now();
  const took = () => `${round(performance.now() - beganMs)} ms`;
  try {
    const { statistics } = await listPayments(store, filter, order, null, limit);
    return `${statistics.payments} match, ${took()}`;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return `refused (${error.message}), ${took()}`;
  }
}

async function measure(store: Store, { filter, order, limit, isDeep }: Question): Promise<number> {
  const after = isDeep ? (await store.lists.page(filter, order, null, limit)).end : null;
  const beganMs = performance.now();
  await listPayments(store, filter, order, after, limit);
  return round(performance.now() - beganMs);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
