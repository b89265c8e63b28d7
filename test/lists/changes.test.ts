// Each change is reported once, even if transactions commit in a different order than they draw their numbers.

import { afterAll, beforeAll, expect, test } from "vitest";
import { Books } from "./books.ts";
import { type Listing, openListing } from "./listing.ts";

const PARTNER = "prtn_a";
const OWNER = { partnerId: PARTNER, merchantIds: null };
let listing: Listing;
let lists: Listing["lists"];
let books: Books;

beforeAll(async () => {
  listing = await openListing();
  ({ lists, books } = listing);
  await books.addPartner(PARTNER, ["mrch_a"]);
});
afterAll(() => listing.close());

test("a late commit is reported once it commits, and a rollback is not waited for", async () => {
  const slow = await Books.open(listing.databaseUrl);
  const failing = await Books.open(listing.databaseUrl);
  const begin = await lists.changes(OWNER, null);
  await slow.sql("begin");
  await slow.createOpen("pay_00slow");
  await failing.sql("begin");
  await failing.createOpen("pay_00failing");
  await books.createOpen("pay_00quick");
  const first = await lists.changes(OWNER, begin.place);
  expect(first.paymentIds).toEqual(["pay_00quick"]);
  expect((await lists.changes(OWNER, first.place)).paymentIds).toEqual([]);
  await failing.sql("rollback");
  await slow.sql("commit");
  const second = await lists.changes(OWNER, first.place);
  expect(second.paymentIds).toEqual(["pay_00slow"]);
  await books.createOpen("pay_00next");
  const third = await lists.changes(OWNER, second.place);
  expect(third.paymentIds).toEqual(["pay_00next"]);
  expect((await lists.changes(OWNER, third.place)).paymentIds).toEqual([]);
  await slow.close();
  await failing.close();
});

test("with too many changes, the newest are reported, and that there are more", async () => {
  const { place } = await lists.changes(OWNER, null);
  for (let number = 0; number < 205; number++) await books.createOpen(`pay_00${number}`);
  const { paymentIds, isComplete } = await lists.changes(OWNER, place);
  expect([paymentIds.length, paymentIds[0], isComplete]).toEqual([200, "pay_00204", false]);
});

test("after a very long absence, the reader learns that there may be more", async () => {
  const { place } = await lists.changes(OWNER, null);
  await books.sql("update listing_progress set changes = changes + 60000");
  await books.createOpen("pay_00after");
  expect(await lists.changes(OWNER, place)).toMatchObject({ paymentIds: ["pay_00after"], isComplete: false });
});
