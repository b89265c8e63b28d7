// Lists during concurrent writes: no payment is skipped or shown twice, all committed payments are listed, and late
// commits are included.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Refusal } from "../../src/operations/errors/refusal.ts";
import {
  type PaymentFilter,
  type PaymentPage,
  type PaymentPosition,
  UNFILTERED,
} from "../../src/payment/lists/list.ts";
import type { Database } from "../../src/store/database/database.ts";
import { createListStore } from "../../src/store/lists/lists.ts";
import { Books, type Entry } from "./books.ts";
import { type Listing, openListing } from "./listing.ts";

const PARTNER = "prtn_a";
const MERCHANT = "mrch_a";
const THRESHOLDS = {
  wholePaymentsMax: 15,
  sparsePaymentsMax: 40,
  sortedMax: 40,
  scannedMax: 40,
  foundMax: 100_000,
  scannedMerchantsMax: 10,
};

let listing: Listing;
let db: Database;
let lists: Listing["lists"];
let books: Books;

beforeAll(async () => {
  listing = await openListing({ connectionsMax: 8, thresholds: THRESHOLDS });
  ({ db, lists, books } = listing);
  await books.addPartner(PARTNER, [MERCHANT]);
});
afterAll(() => listing.close());

const filter: PaymentFilter = {
  ...UNFILTERED,
  partnerId: PARTNER,
  merchantIds: [MERCHANT],
};
const OWNER = { partnerId: PARTNER, merchantIds: null };
const NEWEST = { by: "date", direction: "desc" } as const;

let created = 0;
/** An entry like the service's: created now, with one of a few amounts. */
function newEntry(reference: string): Entry {
  created += 1;
  return {
    id: `pay_00${created}`,
    partnerId: PARTNER,
    merchantId: MERCHANT,
    reference,
    currency: "USD",
    amount: BigInt(1 + (created % 7)),
    createdMs: Date.now(),
    status: "requires_action",
    asset: null,
    buyer: null,
  };
}

const listed = async (reference: string): Promise<string[]> => {
  const { payments } = await lists.page({ ...filter, reference }, NEWEST, null, 200);
  return payments.map(({ id }) => id);
};

test.each([
  { by: "date", direction: "desc" },
  { by: "date", direction: "asc" },
  { by: "amount", direction: "desc" },
  { by: "amount", direction: "asc" },
] as const)(
  "paging $by $direction shows each existing payment exactly once while others are created and changed",
  async (order) => {
    for (let i = 0; i < 120; i++) await books.create(newEntry("indexScanned"));
    const there = books.entries.map(({ id }) => id);
    const seen: string[] = [];
    let after: PaymentPosition | null = null;
    do {
      // In ascending order new payments are appended: fewer than a page per round, or paging would never end.
      const reading: Promise<PaymentPage> = lists.page(filter, order, after, 20);
      await writeSome();
      const page = await reading;
      seen.push(...page.payments.map(({ id }) => id));
      after = page.end;
    } while (after);
    expect(new Set(seen).size).toBe(seen.length);
    expect(there.filter((id) => !seen.includes(id))).toEqual([]);
  },
);

async function writeSome(): Promise<void> {
  for (let i = 0; i < 5; i++) {
    await books.create(newEntry("written concurrently"));
    const open = books.entries.find(({ status }) => status === "requires_action");
    if (open) await books.move(open, "expired");
  }
}

test("many concurrent lists each show everything committed before they started", async () => {
  const asked: Promise<readonly [id: string, found: string[]]>[] = [];
  for (let i = 0; i < 20; i++) {
    const entry = newEntry(`asked for ${i} of 20`);
    await books.create(entry);
    asked.push(listed(entry.reference).then((found) => [entry.id, found]));
  }
  for (const [id, found] of await Promise.all(asked)) expect(found).toEqual([id]);
});

test("an event that commits late, with a number below projected ones, is listed from then on", async () => {
  const late = await Books.open(listing.databaseUrl);
  const [slow, quick] = [newEntry("late or not"), newEntry("late or not")];
  await late.sql("begin");
  await late.create(slow);
  await books.create(quick);
  expect(await listed("late or not")).toEqual([quick.id]);
  expect(await listed("late or not")).toEqual([quick.id]);
  await late.sql("commit");
  expect((await listed("late or not")).toSorted()).toEqual([slow.id, quick.id].toSorted());
  await late.close();
});

test("a rollback leaves no trace and is not waited for", async () => {
  const undone = await Books.open(listing.databaseUrl);
  const [never, quick] = [newEntry("undone or not"), newEntry("undone or not")];
  await undone.sql("begin");
  await undone.create(never);
  await books.create(quick);
  expect(await listed("undone or not")).toEqual([quick.id]);
  await undone.sql("rollback");
  expect(await listed("undone or not")).toEqual([quick.id]);
  expect(await books.countUnlisted()).toBe(0);
  await undone.close();
});

test.each([
  ["by 10^9", 10n ** 9n],
  ["to another node's numbers, by 2^48", 2n ** 48n],
])("event numbers jump %s: nothing stalls, and what commits late is listed", async (_, by) => {
  const late = await Books.open(listing.databaseUrl);
  const [slow, quick] = [newEntry(`jumped ${by}`), newEntry(`jumped ${by}`)];
  const { place } = await lists.changes(OWNER, null);
  await late.sql("begin");
  await late.create(slow);
  await books.sql("select setval('event_numbers', nextval('event_numbers') + $1)", [by]);
  await books.create(quick);
  expect(await listed(quick.reference)).toEqual([quick.id]);
  for (let projections = 0; projections < 5; projections++) await lists.projectSome();
  await late.sql("commit");
  expect((await listed(quick.reference)).toSorted()).toEqual([slow.id, quick.id].toSorted());
  expect(await lists.changes(OWNER, place)).toMatchObject({ paymentIds: [slow.id, quick.id], isComplete: true });
  await late.close();
});

test("concurrent projections count each event once", async () => {
  const before = (await lists.page(filter, NEWEST, null, 1)).statistics.payments;
  for (let i = 0; i < 300; i++) await books.create(newEntry("projected twice"));
  await Promise.all(Array.from({ length: 6 }, () => lists.projectSome()));
  expect((await lists.page(filter, NEWEST, null, 1)).statistics.payments).toBe(before + 300n);
});

/** Creates this many payments, each with its event. */
const createMany = (count: number, name: string) =>
  books.sql(
    `with payment as (
       insert into payments (id, partner_id, merchant_id, reference_id, currency, amount, expires_at, payment_key)
       select 'pay_00' || $4 || '_' || n, $1, $2, 'many', 'USD', 1, now() + interval '1 day', sha256(n::text::bytea)
         from generate_series(1, $3::int) n returning id
     )
     insert into payment_events (payment_id, partner_id, type, status)
     select id, $1, 'created', 'requires_action' from payment`,
    [PARTNER, MERCHANT, count, name],
  );

/** The database with a hook before each projection, and the number of projections. */
function watched(beforeProjection: (projections: number) => Promise<unknown>): {
  readonly db: Database;
  projections(): number;
} {
  let projections = 0;
  const transaction: Database["transaction"] = async (work) => {
    projections += 1;
    await beforeProjection(projections);
    return db.transaction(work);
  };
  return { db: { ...db, transaction }, projections: () => projections };
}

function gate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

test("a list does not wait for payments created after it started, at any rate", async () => {
  const { db: flooded, projections } = watched((projection) =>
    projection < 12 ? createMany(2_000, `flood_${projection}`) : Promise.resolve(),
  );
  await createMany(100, "before");
  await createListStore(flooded, 8, THRESHOLDS).page(filter, NEWEST, null, 1);
  expect(projections()).toBeLessThan(12);
});

test("concurrent lists share their projections", async () => {
  const { db: counted, projections } = watched(() => Promise.resolve());
  const shared = createListStore(counted, 8, THRESHOLDS);
  await createMany(10, "shared");
  await Promise.all(Array.from({ length: 40 }, () => shared.page(filter, NEWEST, null, 1)));
  expect(projections()).toBeLessThanOrEqual(2);
});

test("a list projects everything, however much there is", async () => {
  const before = (await lists.page(filter, NEWEST, null, 1)).statistics.payments;
  await createMany(4_500, "many");
  expect((await lists.page(filter, NEWEST, null, 1)).statistics.payments).toBe(before + 4_500n);
});

test.each([
  ["lists", null, 200],
  ["searches", "shop", 21],
])("a partner's %s beyond the limit are refused at once, and another partner's are read", async (_, search, most) => {
  const { opened, open } = gate();
  const snapshot: Database["snapshot"] = async (work) => {
    await opened;
    return db.snapshot(work);
  };
  const slow = createListStore({ ...db, snapshot }, 8, THRESHOLDS);
  const merchants = (partnerId: string) =>
    slow.merchants(partnerId, { ids: null, status: null, search }, null, 20).then(
      () => "read",
      (error: Refusal) => error.code,
    );
  const flood = Array.from({ length: 300 }, () => merchants(PARTNER));
  const refused = flood.slice(most); // before any of the others reads
  expect(await Promise.all(refused)).toEqual(refused.map(() => "rate_limited"));
  const other = merchants("prtn_b");
  open();
  expect(await other).toBe("read");
  expect(await Promise.all(flood.slice(0, most))).toEqual(Array(most).fill("read"));
});

test("lists that wait for the projection count towards the limit", async () => {
  const { opened, open } = gate();
  await createMany(1, "unprojected");
  const slow = createListStore(watched(() => opened).db, 8, THRESHOLDS);
  const flood = Array.from({ length: 201 }, () => slow.page(filter, NEWEST, null, 1));
  await expect(flood.at(-1)).rejects.toMatchObject({ code: "rate_limited" });
  open();
  await Promise.all(flood.slice(0, -1));
});

test("a partner's merchant searches run one at a time, and the lists of another partner beside them", async () => {
  let running = 0;
  let most = 0;
  const snapshot: Database["snapshot"] = (work) =>
    db.snapshot(async (tx) => {
      running += 1;
      most = Math.max(most, running);
      const result = await work(tx);
      running -= 1;
      return result;
    });
  const watched = createListStore({ ...db, snapshot }, 8, THRESHOLDS);
  const merchants = (partnerId: string, search: string | null) =>
    watched.merchants(partnerId, { ids: null, status: null, search }, null, 20);
  const pages = await Promise.all(Array.from({ length: 20 }, () => merchants(PARTNER, MERCHANT)));
  expect(pages.map(({ totalCount }) => totalCount)).toEqual(Array(20).fill(1));
  expect(most).toBe(1);
  most = 0;
  await Promise.all(
    ["prtn_b", "prtn_c", "prtn_d"].flatMap((id) => Array.from({ length: 5 }, () => merchants(id, null))),
  );
  expect(most).toBeLessThanOrEqual(4); // half of the connections
});
