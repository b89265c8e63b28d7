// kill -9 of PostgreSQL right after a fold, whose commit does not wait for the disk: the fold is lost as a whole, and
// the next one does the same again.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalPostgres, startPostgres } from "../../src/local/postgres.ts";
import { clusterFiles } from "../../src/local/postgres-cluster.ts";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { createListStore } from "../../src/store/listing/lists.ts";
import { migrate } from "../../src/store/migrate.ts";
import { copyCluster } from "../harness/cluster.ts";
import { Books } from "../lists/books.ts";
import { compareLists } from "../lists/compare.ts";
import { addPartners, DAY_MS, randomPayments } from "../lists/random-payments.ts";

const SEED = 20_261_126;
/** Totals of every sort, with few payments. */
const THRESHOLDS = { wholePaymentsMax: 15, finePaymentsMax: 60, sortedMax: 60, scannedMax: 60, foundMax: 100_000 };
const FIRST_MS = Date.UTC(2026, 0, 1);

const payments = randomPayments(SEED, { firstMs: FIRST_MS, days: 200, busyMs: FIRST_MS + 77 * DAY_MS });

let dir: string;
let postgres: LocalPostgres;
let db: Database;
let books: Books;
let lists: ReturnType<typeof createListStore>;
beforeAll(async () => {
  dir = join(await mkdtemp(join(tmpdir(), "turnpike-test-lost-fold-")), "postgres");
  copyCluster(dir);
  postgres = await start();
  await migrate(postgres.databaseUrl);
  await connect();
  await addPartners(books);
});
afterAll(async () => {
  await disconnect();
  await postgres.stop();
  await rm(join(dir, ".."), { recursive: true, force: true });
});

const start = (): Promise<LocalPostgres> => startPostgres({ dir, durable: true, log: () => {} });

async function connect(): Promise<void> {
  db = openDatabase({ url: postgres.databaseUrl, connectionsMax: 2, onError: () => {} });
  lists = createListStore(db, 8, THRESHOLDS);
  const entries = books?.entries ?? [];
  books = await Books.open(postgres.databaseUrl);
  books.entries.push(...entries);
}

async function disconnect(): Promise<void> {
  await books.close();
  await db.close();
}

/** Payments that are created, and some that move on. */
async function take(count: number): Promise<void> {
  const { moveOn, newEntry, oneOf } = payments;
  for (let i = 0; i < count; i++) {
    await books.create(newEntry(books.entries.length));
    await moveOn(books, oneOf(books.entries));
  }
}

const unlisted = async (): Promise<number> => (await books.sql("select from unlisted_events")).rows.length;

/** The process that writes commits to the disk for which nobody waits. */
async function walWriter(): Promise<number> {
  const { rows } = await books.sql("select pid from pg_stat_activity where backend_type = 'walwriter'");
  return rows[0].pid;
}

test("what it took from the outbox is there again, and lists equal a recount", async () => {
  await take(300);
  while (await lists.catchUpSome());
  await take(100);
  const waiting = await unlisted();
  expect(waiting).toBeGreaterThan(100);

  const writer = await walWriter();
  process.kill(writer, "SIGSTOP");
  while (await lists.catchUpSome());
  expect(await unlisted()).toBe(0);
  await disconnect();
  const [postmaster] = (await readFile(clusterFiles(dir).pidFile, "utf8")).split("\n");
  process.kill(Number(postmaster), "SIGKILL");
  process.kill(writer, "SIGKILL");
  await postgres.stop(); // releases the directory
  postgres = await start();
  await connect();

  expect(await unlisted()).toBe(waiting);
  const compare = compareLists(lists, () => books.entries, payments);
  await compare.wholePartner("prtn_a");
  expect(await unlisted()).toBe(0);
  await take(50);
  await compare.filters(40);
  await compare.volume();
});
