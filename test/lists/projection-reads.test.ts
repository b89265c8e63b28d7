// A projection of a few events looks up single rows. It reads neither all changes that are kept for readers nor all
// buckets that have totals.
import { afterAll, beforeAll, expect, test } from "vitest";
import { OWN_PLANS } from "../harness/database/postgres.ts";
import { type Listing, openListing } from "./listing.ts";

const OWNER = { partnerId: "prtn_a", merchantIds: null };
const TABLES = "^(listing_changes|split_spans|fine_spans)$";
/** PostgreSQL reuses the space of deleted changes, so the kept changes lie in any order. */
const FILL = `
  insert into listing_changes (upto, partner_id, payment_ids)
  select no, 'prtn_b', '{}' from generate_series(1, 10000) no order by sha256(no::text::bytea);
  update listing_progress set changes = 50100;
  insert into split_spans (scope, level, span)
  select s.no, 6, span from listing_scopes s, generate_series(1, 1000) span where merchant_id = '';
  insert into fine_spans (scope, level, span)
  select s.no, 6, span from listing_scopes s, generate_series(1, 1000) span where merchant_id <> '';
  analyze listing_changes, split_spans, fine_spans`;

let listing: Listing;
beforeAll(async () => {
  listing = await openListing({ connectionsMax: 1 });
  await listing.books.addPartner("prtn_a", ["mrch_a"]);
});
afterAll(() => listing.close());

test("a projection reads few of many changes and buckets", async () => {
  const { books, lists } = listing;
  await books.createOpen("pay_00first");
  await lists.projectSome();
  await books.sql(FILL);
  const before = await listing.rowsScanned(TABLES);
  for (let run = 0; run <= OWN_PLANS; run++) {
    await books.createOpen(`pay_00${run}`);
    expect(await lists.projectSome()).toBe(true);
  }
  expect(await listing.rowsScanned(TABLES)).toEqual(before);
});

test("changes that no reader may be behind by are deleted", async () => {
  const { books, lists } = listing;
  await lists.changes(OWNER, null);
  const { rows } = await books.sql(
    "select min(upto)::integer as oldest, (select changes::integer from listing_progress) from listing_changes",
  );
  expect(rows[0]).toEqual({ oldest: rows[0].changes - 50_000 + 1, changes: 50_100 + OWN_PLANS + 1 });
});
