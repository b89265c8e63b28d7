// Lists and statistics equal a recount of all payments: every filter and order, while payments are created, changed and
// folded, with totals for large merchants and none for small ones.
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { PaymentFilter, PaymentOrder, PaymentPosition } from "../../src/payment/list.ts";
import { PAYMENT_STATUSES } from "../../src/payment/payment.ts";
import { readSought } from "../../src/payment/sought.ts";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { createListStore } from "../../src/store/listing/lists.ts";
import { type FreshDatabase, freshDatabase } from "../harness/postgres.ts";
import { randomFrom } from "../harness/random.ts";
import { Books, type Entry } from "./books.ts";
import { isSought, matches, ordered, statisticsOf, volumeOf } from "./recount.ts";

const SEED = Number(process.env.SEED ?? 20_260_218);
const PAYMENTS = 3_000;
const FILTERS = 400;
/** Covers every query plan: merchants with and without totals, few matches and many. */
const THRESHOLDS = { spanPaymentsMax: 60, sortedMax: 60, scannedMax: 60, foundMax: 100_000 };
const DAY_MS = 86_400_000;
const FIRST_MS = Date.UTC(2026, 0, 1);
const DAYS = 200;

const PARTNERS = ["prtn_a", "prtn_b"];
const MERCHANTS = ["mrch_large", "mrch_middle", "mrch_small", "mrch_tiny"];
const CURRENCIES = ["USD", "JPY", "KWD"];
const address = (number: number): string => `0x${number.toString().padStart(40, "0")}`;
const ASSETS = [`eip155:1/erc20:${address(1)}`, `eip155:1/erc20:${address(2)}`, `eip155:8453/erc20:${address(1)}`];
const REFERENCES = ["Order 12", "order-77/B", "INV_1%", "inv\\x", "Übung", "a.b", "axb", "ORDER 12"];
const SEARCHES = ["order", "ORDER 1", "inv_", "1%", "v\\x", "ÜBUNG", "a.b", "nothing", "12"];

const random = randomFrom(SEED);
const below = (count: number): number => Math.floor(random() * count);
const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
const some = <Value>(values: readonly Value[]): Value[] | null =>
  random() < 0.5 ? null : [...new Set([oneOf(values), oneOf(values)])];

let database: FreshDatabase;
let db: Database;
let lists: ReturnType<typeof createListStore>;
let books: Books;

beforeAll(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
  db = openDatabase({ url: database.databaseUrl, connectionsMax: 4, onError: () => {} });
  lists = createListStore(db, 8, THRESHOLDS);
  books = await Books.open(database.databaseUrl);
  for (const partner of PARTNERS) {
    await books.addPartner(
      partner,
      MERCHANTS.map((merchant) => `${merchant}_${partner}`),
    );
    // Numbers the next buyers on both sides of a boundary between two bitmap rows.
    await books.sql("insert into buyers (partner_id, account, no) values ($1, 'eip155:1:0xNobody', 8150)", [partner]);
  }
});
afterAll(async () => {
  await books.close();
  await db.close();
  await database.drop();
});

/** Many in a quarter of an hour; the others collide: few distinct milliseconds, and day boundaries. */
const randomMs = (): number => (random() < 0.15 ? FIRST_MS + 77 * DAY_MS + below(1_000_000) : randomDayMs());

const randomDayMs = (): number =>
  FIRST_MS + below(DAYS) * DAY_MS + (random() < 0.3 ? 0 : below(40) * 2_160_000) + below(2) - below(2);

function newEntry(index: number): Entry {
  const partnerId = oneOf([...PARTNERS, "prtn_a", "prtn_a"]);
  const merchant = MERCHANTS[Math.min(Math.floor(-Math.log2(1 - random()) / 1.5), MERCHANTS.length - 1)];
  return {
    id: `pay_00${below(36 ** 4).toString(36)}_${index}`,
    partnerId,
    merchantId: `${merchant}_${partnerId}`,
    reference: oneOf(REFERENCES) + (random() < 0.2 ? ` ${index}` : ""),
    currency: oneOf(CURRENCIES),
    amount: BigInt(1 + below(30)) * 10n ** BigInt(below(5)),
    createdMs: randomMs(),
    status: "requires_action",
    asset: null,
    buyer: null,
  };
}

/** Moves an open payment by one allowed transition. */
async function moveOn(entry: Entry): Promise<void> {
  if (entry.status === "processing") return books.move(entry, oneOf(["succeeded", "succeeded", "failed"]));
  if (entry.status !== "requires_action") return;
  const kind = random();
  if (kind < 0.15) return books.move(entry, "expired");
  if (kind < 0.25) return books.move(entry, "cancelled");
  if (kind < 0.3) return books.move(entry, "failed");
  const asset = oneOf(ASSETS);
  await books.move(entry, "processing", { asset, buyer: `${asset.split("/")[0]}:${address(below(120))}` });
}

const randomTime = (): number | null => (random() < 0.45 ? null : randomMs() + below(3) - 1);

const randomFilter = (partnerId: string): PaymentFilter => ({
  partnerId,
  merchantIds: some([...MERCHANTS.map((merchant) => `${merchant}_${partnerId}`), "mrch_unknown", "mrch_large_prtn_b"]),
  statuses: some(PAYMENT_STATUSES),
  assets: random() < 0.7 ? null : some([...ASSETS, "eip155:5/erc20:0x1"]),
  networks: random() < 0.7 ? null : some(["eip155:1", "eip155:8453", "eip155:5"]),
  reference: random() < 0.7 ? null : oneOf(SEARCHES),
  fromMs: randomTime(),
  toMs: randomTime(),
});

const UNNARROWED = { merchantIds: null, statuses: null, assets: null, networks: null, fromMs: null, toMs: null };

const randomOrder = (): PaymentOrder => ({ by: oneOf(["date", "amount"]), direction: oneOf(["asc", "desc"]) });

/** Reads all pages of a filter, each with statistics of all matches. */
async function walk(filter: PaymentFilter, order: PaymentOrder, limit: number, pagesMax: number): Promise<void> {
  const expected = ordered(
    books.entries.filter((entry) => matches(entry, filter)),
    order,
  );
  let after: PaymentPosition | null = null;
  const seen: string[] = [];
  for (let page = 0; page < pagesMax; page++) {
    const { payments, end, statistics } = await lists.page(filter, order, after, limit);
    expect({
      ...statistics,
      revenue: Object.fromEntries(statistics.revenue),
      currencies: Object.fromEntries(statistics.currencies),
    }).toEqual(statisticsOf(expected));
    seen.push(...payments.map(({ id }) => id));
    expect(end === null).toBe(seen.length === expected.length);
    after = end;
    if (!end) break;
  }
  expect(seen).toEqual(expected.slice(0, seen.length).map(({ id }) => id));
  expect(seen.length).toBe(Math.min(expected.length, pagesMax * limit));
}

/** Buckets of all lengths, bounded by quarters of an hour. */
async function checkVolume(): Promise<void> {
  const partnerId = oneOf(PARTNERS);
  const some = MERCHANTS.filter(() => random() < 0.5).map((name) => `${name}_${partnerId}`);
  const merchantIds = random() < 0.5 ? null : some;
  const quarter = () => Math.floor(randomMs() / 900_000) * 900;
  const bounds = [...new Set([quarter(), quarter(), quarter(), quarter(), quarter()])].sort((a, b) => a - b);
  const own = books.entries.filter(
    (entry) => entry.partnerId === partnerId && (merchantIds?.includes(entry.merchantId) ?? true),
  );
  expect(await lists.volume({ partnerId, merchantIds }, bounds)).toEqual(volumeOf(own, bounds));
}

async function checkFilters(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const [filter, order] = [randomFilter(oneOf(PARTNERS)), randomOrder()];
    const limit = oneOf([1, 7, 50, 200]);
    try {
      await walk(filter, order, limit, 3);
    } catch (error) {
      throw new Error(`seed ${SEED}, filter ${i}: ${JSON.stringify({ filter, order, limit })}`, { cause: error });
    }
  }
}

describe(`seed ${SEED}`, () => {
  test("lists equal a recount while payments are created, changed and folded at any moment", {
    timeout: 120_000,
  }, async () => {
    for (let i = 0; i < PAYMENTS; i++) {
      await books.create(newEntry(i));
      if (random() < 0.6) await moveOn(oneOf(books.entries.slice(-300)));
      if (random() < 0.6) await moveOn(oneOf(books.entries.slice(-300)));
      if (random() < 0.02) await lists.catchUpSome();
      if (i % 50 === 49) await checkVolume();
      if (i % 200 === 199) await checkFilters(Math.ceil((FILTERS * 200) / PAYMENTS / 2));
    }
    await checkFilters(FILTERS / 2);
  });

  test("both kinds of scopes and payments of every status occurred", async () => {
    const { rows } = await books.sql(
      `select count(distinct scope)::int as s, (select count(*)::int from listing_scopes) as n, max(level) as level
         from split_spans`,
    );
    expect(rows[0].s).toBeGreaterThan(2);
    expect(rows[0].level).toBe(6); // a split span of every length
    expect(rows[0].n).toBeGreaterThan(rows[0].s);
    expect(new Set(books.entries.map(({ status }) => status)).size).toBe(PAYMENT_STATUSES.length);
    const { rows: chunks } = await books.sql("select distinct chunk from buyer_sets order by chunk");
    expect(chunks).toEqual([{ chunk: 0 }, { chunk: 1 }]);
  });

  test("every page of a whole partner, in every order", async () => {
    const filter = { ...randomFilter("prtn_a"), merchantIds: null, statuses: null, assets: null, networks: null };
    for (const by of ["date", "amount"] as const) {
      for (const direction of ["asc", "desc"] as const) {
        await walk({ ...filter, reference: null, fromMs: null, toMs: null }, { by, direction }, 97, 100);
      }
    }
  });

  test("a search finds by buyer, amount and reference, within every filter and page by page", async () => {
    const texts = [address(7), `eip155:1:${address(11)}`, "12", "7.00", "9 USD", "0.5 KWD"];
    for (const text of [...texts, ...SEARCHES]) {
      const sought = readSought(text);
      if (!sought) continue; // too short
      for (const narrowed of [randomFilter("prtn_a"), { ...randomFilter("prtn_a"), ...UNNARROWED }]) {
        const filter = { ...narrowed, reference: null };
        const expected = ordered(
          books.entries.filter((entry) => matches(entry, filter) && isSought(entry, sought)),
          { by: "date", direction: "desc" },
        );
        let after: PaymentPosition | null = null;
        const seen: string[] = [];
        do {
          const page: Awaited<ReturnType<typeof lists.find>> = await lists.find(filter, sought, after, 50);
          expect(page.omits).toEqual([]);
          seen.push(...page.payments.map(({ id }) => id));
          after = page.end;
        } while (after);
        expect(seen, text).toEqual(expected.map(({ id }) => id));
      }
    }
  });
});
