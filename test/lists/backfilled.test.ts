// The migrations of sparse totals: the buckets of an earlier listing get theirs one by one, while payments are created
// and projected, and lists equal a recount at any moment.
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compareLists } from "./compare.ts";
import { type Listing, openListing } from "./listing.ts";
import { addPartners, LOW_THRESHOLDS, randomPastPayments } from "./random-payments.ts";

const SEED = Number(process.env.SEED ?? 20_260_218);
const PAYMENTS = 400;

/** Undoes migrations 0054 and 0058. */
const FORMER_SCHEMA = `
  drop trigger listed_payments_inserted on listed_payments;
  drop trigger listed_payments_updated on listed_payments;
  drop table fine_spans, fine_totals, unrefined_spans;
  drop function fine_spans_of, add_fine_totals, move_fine_totals;`;
const [FINE_TOTALS = "", BUYER_LISTS = ""] = await Promise.all(
  ["0054_fine_totals.sql", "0058_buyer_lists.sql"].map(async (file) => {
    const migration = await readFile(new URL(`../../src/store/migrations/${file}`, import.meta.url), "utf8");
    return migration.replaceAll(">= 500", `>= ${LOW_THRESHOLDS.wholePaymentsMax}`);
  }),
);

const payments = randomPastPayments(SEED);

let listing: Listing;
beforeAll(async () => {
  listing = await openListing({ thresholds: LOW_THRESHOLDS });
  await addPartners(listing.books);
});
afterAll(() => listing.close());

let created = 0;

test.each([
  ["without fine totals", FORMER_SCHEMA + FINE_TOTALS + BUYER_LISTS],
  ["whose fine totals are made anew", BUYER_LISTS],
])("a listing %s is refined while it is read and written", { timeout: 60_000 }, async (_, migration) => {
  const { lists, books } = listing;
  const compare = compareLists(lists, () => books.entries, payments);
  const { moveOn, newEntry, oneOf } = payments;
  for (let i = 0; i < PAYMENTS; i++) {
    await books.create(newEntry(created++));
    await moveOn(books, oneOf(books.entries));
  }
  while (await lists.projectSome());
  await books.sql(migration);
  expect(await countOf("unrefined_spans")).toBeGreaterThan(20);
  expect(await countOf("fine_totals")).toBe(0);
  await compare.filters(10);

  while (await lists.backfillSome()) {
    await books.create(newEntry(created++));
    for (let moves = 0; moves < 3; moves++) await moveOn(books, oneOf(books.entries));
    await compare.filters(2);
  }
  expect(await countOf("unrefined_spans")).toBe(0);
  const { rows: levels } = await books.sql("select distinct level from fine_totals order by level");
  expect(levels.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  const { rows: undivided } = await books.sql(
    `select scope, level, span from fine_totals t
      where level < 7 and not exists (
              select from fine_spans f where (f.scope, f.level, f.span) = (t.scope, t.level, t.span))
      group by 1, 2, 3 having sum(payments) >= ${LOW_THRESHOLDS.wholePaymentsMax}`,
  );
  expect(undivided).toEqual([]);
  await compare.filters(50);
});

async function countOf(table: string): Promise<number> {
  const { rows } = await listing.books.sql(`select count(*)::integer as count from ${table}`);
  return rows[0].count;
}
