// kill -9 of PostgreSQL right after a fold, whose commit does not wait for the disk: the fold is lost as a whole, and
// the next one does the same again.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalPostgres, startPostgres } from "../../../src/local/postgres/postgres.ts";
import { migrate } from "../../../src/store/migrate.ts";
import { copyCluster, killServer } from "../../harness/database/cluster.ts";
import { compareLists } from "../../lists/compare.ts";
import { type Listing, openListing } from "../../lists/listing.ts";
import { addPartners, LOW_THRESHOLDS, randomPastPayments } from "../../lists/random-payments.ts";

const payments = randomPastPayments(20_261_126);

let dir: string;
let postgres: LocalPostgres;
let listing: Listing;
beforeAll(async () => {
  dir = join(await mkdtemp(join(tmpdir(), "turnpike-test-lost-fold-")), "postgres");
  copyCluster(dir);
  postgres = await start();
  await migrate(postgres.databaseUrl);
  listing = await open();
  await addPartners(listing.books);
});
afterAll(async () => {
  await listing.close();
  await postgres.stop();
  await rm(join(dir, ".."), { recursive: true, force: true });
});

const start = (): Promise<LocalPostgres> => startPostgres({ dir, durable: true, log: () => {} });

const open = (): Promise<Listing> =>
  openListing({
    thresholds: LOW_THRESHOLDS,
    database: { databaseUrl: postgres.databaseUrl, drop: async () => {} },
  });

/** Payments that are created, and some that move on. */
async function take(count: number): Promise<void> {
  const { books } = listing;
  const { moveOn, newEntry, oneOf } = payments;
  for (let i = 0; i < count; i++) {
    await books.create(newEntry(books.entries.length));
    await moveOn(books, oneOf(books.entries));
  }
}

/** The process that writes asynchronous commits to the disk. */
async function walWriter(): Promise<number> {
  const { rows } = await listing.books.sql("select pid from pg_stat_activity where backend_type = 'walwriter'");
  return rows[0].pid;
}

test("what it took from the outbox is there again, and lists equal a recount", async () => {
  await take(300);
  while (await listing.lists.projectSome());
  await take(100);
  const waiting = await listing.books.countUnlisted();
  expect(waiting).toBeGreaterThan(100);

  const writer = await walWriter();
  process.kill(writer, "SIGSTOP");
  while (await listing.lists.projectSome());
  expect(await listing.books.countUnlisted()).toBe(0);
  const { entries } = listing.books;
  await listing.close();
  killServer(dir);
  process.kill(writer, "SIGKILL");
  await postgres.stop(); // releases the directory
  postgres = await start();
  listing = await open();
  listing.books.entries.push(...entries);

  expect(await listing.books.countUnlisted()).toBe(waiting);
  const compare = compareLists(listing.lists, () => listing.books.entries, payments);
  await compare.wholePartner("prtn_a");
  expect(await listing.books.countUnlisted()).toBe(0);
  await take(50);
  await compare.filters(40);
  await compare.volume();
});
