// Months of payments: each has its partitions before it begins, and a payment's id decides its month.
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { lowestPaymentId, newPaymentId } from "../../../src/ids.ts";
import { migrate } from "../../../src/store/migrate.ts";
import { type FreshDatabase, freshDatabase } from "../../harness/database/postgres.ts";
import { endFirstMonth, partitionOfMonth, startOfMonth } from "./ended-months.ts";

let database: FreshDatabase;
let client: pg.Client;
beforeEach(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
  client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
  await client.query("set timezone = 'Pacific/Auckland'"); // the session's time zone does not matter
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

interface Month {
  readonly name: string;
  readonly ends_at: Date;
}
const months = async (): Promise<Month[]> =>
  (await client.query<Month>("select name, ends_at from payment_months order by ends_at")).rows;

const PARTITIONS = `
  select inhparent::regclass::text as table, inhrelid::regclass::text as name
    from pg_inherits where inhparent = any('{payments, confirmations, payment_events}'::regclass[]) order by 2`;

test("a new database has months in UTC until three months from now, each with three partitions", async () => {
  const [first, ...others] = await months();
  expect(first).toEqual({ name: "first", ends_at: startOfMonth(2) });
  expect(others).toEqual(
    [2, 3].map((count) => ({
      name: partitionOfMonth(count),
      ends_at: startOfMonth(count + 1),
    })),
  );
  const { rows } = await client.query<{ table: string; name: string }>(PARTITIONS);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    (await months())
      .flatMap(({ name }) => [`payments_${name}`, `confirmations_${name}`, `payment_events_${name}`])
      .toSorted(),
  );
});

test("several processes add a month once, and not before it is due", async () => {
  const before = await months();
  await client.query("select add_payment_months('3 months')");
  expect(await months()).toEqual(before);
  const others = await Promise.all(
    [1, 2, 3].map(async () => {
      const other = new pg.Client({ connectionString: database.databaseUrl });
      await other.connect();
      return other;
    }),
  );
  await Promise.all([client, ...others].map((each) => each.query("select add_payment_months('14 months')")));
  await Promise.all(others.map((other) => other.end()));
  expect((await months()).map(({ ends_at }) => ends_at)).toEqual(
    Array.from({ length: 14 }, (_, index) => startOfMonth(index + 2)),
  );
});

test("adding a month does not block payments", async () => {
  const writer = new pg.Client({ connectionString: database.databaseUrl });
  await writer.connect();
  await writer.query(`begin; set local session_replication_role = replica; ${insertOf(newPaymentId(null))}`);
  await client.query("set lock_timeout = '1s'; select add_payment_months('5 months')");
  await writer.query(`${insertOf(newPaymentId(null))}; commit`);
  await writer.end();
  expect((await months()).at(-1)?.ends_at).toEqual(startOfMonth(6));
});

test("SQL and src/ids.ts agree on the first id of any month", async () => {
  const starts = Array.from({ length: 400 }, (_, index) => new Date(Date.UTC(2024, index)));
  const { rows } = await client.query<{ lowest: string }>(
    "select lowest_payment_id(at) as lowest from unnest($1::timestamptz[]) as at",
    [starts],
  );
  const lowest = starts.map((start) => lowestPaymentId(start.getTime()));
  expect(rows.map((row) => row.lowest.padEnd(lowest[0]?.length ?? 0, "0"))).toEqual(lowest);
});

test("a payment is in the month in which its id was made, to the millisecond", async () => {
  await endFirstMonth(client, 2);
  const start = startOfMonth(-1).getTime();
  const ids = [-1, 0].map((ms) => newPaymentId(null, start + ms));
  await client.query(`set session_replication_role = replica; ${ids.map(insertOf).join(";")}`);
  const { rows } = await client.query<{ month: string }>("select tableoid::regclass::text as month from payments");
  expect(rows.map(({ month }) => month).toSorted()).toEqual(
    [-2, -1].map((count) => `payments_${partitionOfMonth(count)}`),
  );
});

test("an event is in the month of its payment, where nothing can change it", async () => {
  await client.query(`set session_replication_role = replica; ${insertOf(newPaymentId(null))}`);
  await client.query(`reset session_replication_role; ${EVENT}`);
  const { rows } = await client.query("select tableoid::regclass::text as month from payment_events");
  expect(rows).toEqual([{ month: "payment_events_first" }]);
  for (const table of ["payment_events", "payment_events_first"]) {
    await expect(client.query(`delete from ${table}`)).rejects.toThrow("append-only");
  }
});

test("a confirmation needs a payment of its month", async () => {
  const id = newPaymentId(null);
  await client.query(`set session_replication_role = replica; ${insertOf(id)}; reset session_replication_role`);
  const confirm = (paymentId: string) =>
    client.query(
      `insert into confirmations (payment_id, partner_id, terms_hash, asset, method, pays_out, chain, router, token,
         payer, amount, destination, fee, fee_receiver, deadline_s, signature, required_depth, relay_state, fee_ppm)
       values ($1, 'prtn_a', sha256(''), 'asset', 'eip3009', 'merchant', 'chain', 'router', 'token', 'payer', 1,
         'destination', 0, 'receiver', 0, '', 1, 'closed', 0)`,
      [paymentId],
    );
  await confirm(id);
  await expect(confirm(newPaymentId(null))).rejects.toThrow("foreign key");
  await expect(confirm(newPaymentId(null, startOfMonth(2).getTime()))).rejects.toThrow("foreign key");
});

test("a database whose collation sorts ids otherwise is refused, with the remedy", async () => {
  const name = "test_czech";
  await client.query(`create database ${name} template template0 locale_provider icu icu_locale 'cs-CZ'`);
  const url = new URL(database.databaseUrl);
  url.pathname = `/${name}`;
  await expect(migrate(url.href)).rejects.toMatchObject({
    message: "this database's collation does not sort ids like ASCII",
    hint: expect.stringContaining("LC_COLLATE"),
  });
  await client.query(`drop database ${name}`);
});

const insertOf = (id: string): string =>
  `insert into payments (id, partner_id, merchant_id, reference_id, currency, amount, expires_at, payment_key)
   values ('${id}', 'prtn_a', 'mrch_a', 'order', 'USD', 1, now(), sha256('${id}'))`;
const EVENT = `
  insert into payment_events (payment_id, partner_id, type, status) select id, partner_id, 'x', status from payments`;
