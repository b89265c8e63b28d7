// A projection that waits for several events, like the worker's: lists project the events they need themselves.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Listing, openListing } from "./listing.ts";

const OWNER = { partnerId: "prtn_a", merchantIds: null };

let listing: Listing;
beforeAll(async () => {
  listing = await openListing({ connectionsMax: 1 });
  await listing.books.addPartner("prtn_a", ["mrch_a"]);
});
afterAll(() => listing.close());

test("fewer events wait, until there are enough or a list is read", async () => {
  const { books, lists } = listing;
  const { place } = await lists.changes(OWNER, null);
  await books.createOpen("pay_001");
  expect(await lists.projectSome(2)).toBe(false);
  expect(await books.countUnlisted()).toBe(1);
  await books.createOpen("pay_002");
  await books.createOpen("pay_003");
  expect(await lists.projectSome(2)).toBe(true);
  expect(await books.countUnlisted()).toBe(0);
  await books.createOpen("pay_004");
  expect(await lists.projectSome(2)).toBe(false);
  expect((await lists.changes(OWNER, place)).paymentIds).toEqual(["pay_004", "pay_003", "pay_002", "pay_001"]);
  expect(await books.countUnlisted()).toBe(0);
});
