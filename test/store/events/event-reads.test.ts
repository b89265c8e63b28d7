// Lists and replays of events read only events that they may show, not older events or another partner's.
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { type Database, openDatabase, type Queryable } from "../../../src/store/database/database.ts";
import { createPermits } from "../../../src/store/database/permits.ts";
import { readPage } from "../../../src/store/events/pages.ts";
import { createDeliveryStore, type ReplayFilter } from "../../../src/store/webhooks/deliveries.ts";
import { type FreshDatabase, freshDatabase } from "../../harness/database/postgres.ts";
import { rowsReadBy } from "../database/rows-read.ts";

const DAY_MS = 86_400_000;
const RECENT = 2_000;
const OLD = 20_000;
const OTHERS = 50_000;
/** Number of recent events of a rare type. */
const RARE = 2;
/** Reads that do not depend on the number of events, such as the search for their beginning. */
const FEW = 200;

/** `$1` events of partner `$2`, of `$3` days ago, by transactions from `$4` on that began up to 0.6 s before others. */
const FILL = `
  insert into payment_events (payment_id, partner_id, type, status, tx, created_at)
  select 'pay_' || lpad(($4::integer + n)::text, 32, '0'), $2,
         case when n % $5::integer = 0 then 'refunded' else 'created' end, 'x',
         $4::integer + n, now() - $3::integer * interval '1 day' + (n - n % 7 * 100) * interval '1 ms'
    from generate_series(1, $1::integer) n`;

let database: FreshDatabase;
let db: Database;
beforeAll(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
  db = openDatabase({ url: database.databaseUrl, connectionsMax: 2, onError: () => {} });
  await db.query({ text: "insert into partners (id, name, version) values ('prtn_a', 'A', ''), ('prtn_b', 'B', '')" });
  // The offset exceeds all transaction numbers of the events below.
  await db.query({ text: "update event_clock set tx_offset = 1000000" });
  await db.transaction(async (tx) => {
    await tx.query({ text: "set local session_replication_role = replica" });
    await tx.query({ text: FILL, values: [OLD, "prtn_a", 40, 0, 2] });
    await tx.query({ text: FILL, values: [OTHERS, "prtn_b", 3, OLD, 2] });
    await tx.query({ text: FILL, values: [RECENT, "prtn_a", 2, OLD + OTHERS, RECENT / RARE] });
  });
  await db.query({ text: "vacuum analyze payment_events" });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

beforeEach(async () => {
  await db.query({ text: "delete from webhook_endpoints" });
  await db.query({
    text: `insert into webhook_endpoints (id, partner_id, url, events, key_id, secret, tx)
           values ('whe_1', 'prtn_a', 'https://shop.example/', '{*}', 'a', '', 0)`,
  });
});

const filterOf = (days: number, changes: Partial<ReplayFilter> = {}): ReplayFilter => ({
  fromMs: Date.now() - days * DAY_MS,
  untilMs: null,
  types: null,
  onlyFailed: false,
  ...changes,
});
const permits = createPermits(8);
const replay = (on: Queryable, filter: ReplayFilter) =>
  createDeliveryStore(on, permits).replay("prtn_a", "whe_1", filter);

test("a replay reads the partner's events of its time, and counts only for those that it queues", async () => {
  const rare = filterOf(7, { types: ["payment.refunded"] });
  expect(await rowsReadBy(db, (explained) => replay(explained, rare))).toBeLessThan(RECENT + FEW);
  expect(await rowsReadBy(db, (explained) => replay(explained, filterOf(1)))).toBeLessThan(FEW);
});

test("a replay queues each event of its time once, with the event's id, at any place", async () => {
  expect(await replay(db, filterOf(7, { types: ["payment.refunded"] }))).toBe(RARE);
  expect(await replay(db, filterOf(90))).toBe(RECENT - RARE);
  const { rows } = await db.query<{ ids: bigint; wrong: bigint }>({
    text: `select count(distinct event_id) as ids,
                  count(*) filter (where event_id <> 'evt_' || substr(payment_id, 5) || '_1') as wrong
             from webhook_deliveries`,
  });
  expect(rows).toEqual([{ ids: BigInt(RECENT), wrong: 0n }]);
  await db.query({
    text: "update webhook_deliveries set status = 'failed', next_attempt_at = null where event_id like '%2_1'",
  });
  expect(await replay(db, filterOf(90, { onlyFailed: true }))).toBe(RECENT / 10);
});

const NEWEST = { direction: "desc", after: null, limit: 20 } as const;
const EVERY = { types: null, paymentId: null, merchantId: null, sinceMs: null } as const;

test.each([
  ["newest events", NEWEST, RARE],
  ["oldest events", { ...NEWEST, direction: "asc" }, RARE],
  ["events after one of long ago", { ...NEWEST, direction: "asc", after: { tx: 1n, id: 1n } }, RARE],
] as const)("the %s, if of a rare type, are looked for among those that are kept", async (_, order, count) => {
  const rare = { ...EVERY, types: ["payment.refunded"] } as const;
  const read = await rowsReadBy(db, (explained) => readPage(explained, "prtn_a", rare, order));
  expect(read).toBeLessThan(RECENT + FEW);
  expect(await readPage(db, "prtn_a", rare, order)).toHaveLength(count);
});

test("the newest events are found without reading those before them", async () => {
  expect(await rowsReadBy(db, (explained) => readPage(explained, "prtn_a", EVERY, NEWEST))).toBeLessThan(FEW);
});

test("each event since a time is listed, also if a transaction that began before it got a higher number", async () => {
  const { rows: expected } = await db.query<{ since: Date; count: bigint }>({
    text: `select min(since) as since, count(*) from payment_events, (
             select min(created_at) + interval '1 second' as since from payment_events
              where partner_id = 'prtn_a' and tx > $1) s
            where partner_id = 'prtn_a' and created_at >= since`,
    values: [OLD],
  });
  const [{ since, count } = { since: new Date(), count: 0n }] = expected;
  const page = { direction: "asc", after: null, limit: RECENT } as const;
  expect(BigInt((await readPage(db, "prtn_a", { ...EVERY, sinceMs: since.getTime() }, page)).length)).toBe(count);
});
