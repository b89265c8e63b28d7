// PostgreSQL keeps a plan that it made while the lists were empty. Lists must still look up payments afterwards,
// instead of reading all payments.
import { afterAll, beforeAll, expect, test } from "vitest";
import { UNFILTERED } from "../../src/payment/lists/list.ts";
import { OWN_PLANS } from "../harness/database/postgres.ts";
import { type Listing, openListing } from "./listing.ts";

/** The table of status assets (payment_kinds) is small, and may be scanned. */
const TABLES = "^(listed|payments|payment_(?!kinds)|confirmations|transfers|refunds|merchants|fine_totals|buyer_sets)";
const NEWEST = { by: "date", direction: "desc" } as const;

let created = 0;
const newId = (): string => `pay_00${created++}`;

let listing: Listing;
beforeAll(async () => {
  listing = await openListing({ connectionsMax: 1 }); // this connection keeps the plans
  await listing.books.addPartner("prtn_a", ["mrch_a"]);
});
afterAll(() => listing.close());

test.each([
  ["of a partner", null],
  ["of a merchant", ["mrch_a"]],
])("a list %s reads no table as a whole", async (_, merchantIds) => {
  const { books, lists, rowsScanned } = listing;
  const filter = { ...UNFILTERED, partnerId: "prtn_a", merchantIds };
  await books.createOpen(newId());
  for (let run = 0; run <= OWN_PLANS; run++) await lists.page(filter, NEWEST, null, 50);
  for (let number = 0; number < 200; number++) await books.createOpen(newId());
  while (await lists.projectSome());
  const before = await rowsScanned(TABLES);
  const { statistics } = await lists.page(filter, NEWEST, null, 50);
  expect(statistics.payments).toBeGreaterThan(200n);
  expect(await rowsScanned(TABLES)).toEqual(before);
});
