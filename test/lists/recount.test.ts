// Lists and statistics equal a recount of all payments: every filter and order, while payments are created, changed and
// projected, with totals for large merchants and none for small ones.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PAYMENT_STATUSES } from "../../src/payment/payment.ts";
import type { Database } from "../../src/store/database/database.ts";
import { createListStore } from "../../src/store/lists/lists.ts";
import type { Books } from "./books.ts";
import { compareLists } from "./compare.ts";
import { type Listing, openListing } from "./listing.ts";
import { addPartners, LOW_THRESHOLDS, randomPastPayments } from "./random-payments.ts";

const SEED = Number(process.env.SEED ?? 20_260_218);
const PAYMENTS = 3_000;
const FILTERS = 400;

const payments = randomPastPayments(SEED);

let listing: Listing;
let db: Database;
let lists: Listing["lists"];
let books: Books;
let compare: ReturnType<typeof compareLists>;

beforeAll(async () => {
  listing = await openListing({ thresholds: LOW_THRESHOLDS });
  ({ db, lists, books } = listing);
  compare = compareLists(lists, () => books.entries, payments);
  await addPartners(books);
});
afterAll(() => listing.close());

/** Packs like a process that has just started: it searches for ended buckets from the first one on. */
const packSome = () => createListStore(db, 8, LOW_THRESHOLDS).packSome();

describe(`seed ${SEED}`, () => {
  test("lists equal a recount while payments are created, changed and projected at any moment", {
    timeout: 400_000,
  }, async () => {
    const { moveOn, newEntry, oneOf, random } = payments;
    for (let i = 0; i < PAYMENTS; i++) {
      await books.create(newEntry(i));
      if (random() < 0.6) await moveOn(books, oneOf(books.entries.slice(-300)));
      if (random() < 0.6) await moveOn(books, oneOf(books.entries.slice(-300)));
      if (random() < 0.02) await lists.projectSome();
      if (random() < 0.05) await packSome();
      if (i % 50 === 49) await compare.volume();
      if (i % 200 === 199) await compare.filters(Math.ceil((FILTERS * 200) / PAYMENTS / 2));
    }
    await compare.filters(FILTERS / 2);
  });

  test("bitmaps of ended buckets are packed in reading order, and late payments are added to them", async () => {
    const { moveOn, oneOf } = payments;
    for (const _round of [1, 2]) {
      while (await packSome());
      const { rows: left } = await books.sql("select from only buyer_sets where level > 0");
      expect(left).toEqual([]);
      for (let i = 0; i < 50; i++) await moveOn(books, oneOf(books.entries));
      await compare.filters(20);
    }
    const { rows: late } = await books.sql(
      "select from only buyer_sets join packed_buyer_sets using (scope, level, span, kind, chunk)",
    );
    expect(late.length).toBeGreaterThan(0);
  });

  test("all kinds of scopes and payments of every status occurred", async () => {
    const { rows } = await books.sql(
      `select count(distinct scope)::int as s, (select count(*)::int from listing_scopes) as n, max(level) as level
         from split_spans`,
    );
    expect(rows[0].s).toBeGreaterThan(2);
    expect(rows[0].level).toBe(6); // buckets of every length were split
    expect(rows[0].n).toBeGreaterThan(rows[0].s);
    expect(new Set(books.entries.map(({ status }) => status)).size).toBe(PAYMENT_STATUSES.length);
    const { rows: sparse } = await books.sql("select distinct level from fine_totals order by level");
    expect(sparse.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const { rows: unsplit } = await books.sql(
      `select t.scope, t.level, t.span
         from (select scope, level, span, payments from payment_totals
               union all select scope, level, span, payments from fine_totals) t
        where t.level between 1 and 6
          and not exists (select from split_spans d where (d.scope, d.level, d.span) = (t.scope, t.level, t.span))
          and not exists (select from fine_spans d where (d.scope, d.level, d.span) = (t.scope, t.level, t.span))
        group by 1, 2, 3 having sum(payments) >= ${LOW_THRESHOLDS.wholePaymentsMax}`,
    );
    expect(unsplit).toEqual([]);
    const { rows: chunks } = await books.sql("select distinct chunk from buyer_sets order by chunk");
    expect(chunks).toEqual([{ chunk: 0 }, { chunk: 1 }]);
  });

  test("every page of a whole partner, in every order", () => compare.wholePartner("prtn_a"));

  test("a search finds by buyer, amount and reference, within every filter and page by page", () => compare.searches());
});
