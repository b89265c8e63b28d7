// A database with several months of payments, of which the present one is the last but two.
import pg from "pg";
import { inject } from "vitest";
import { type FreshDatabase, freshDatabase } from "../harness/postgres.ts";

/** The start of the month that begins this many months after the present one (UTC). */
export function startOfMonth(ahead: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead));
}

/** The name of its partitions, for example 2027_01. */
export const partitionOfMonth = (ahead: number): string =>
  startOfMonth(ahead).toISOString().slice(0, 7).replace("-", "_");

/** Past months with partitions of their own, besides the first one. */
const PAST_MONTHS = 4;

/** Ended payments of another partner in each partition, so that plans read them by their indexes. */
const FILLED_WITH = 2_000;
const FILL = `
  set session_replication_role = replica;
  create temporary table filled as
    select coalesce(lowest_payment_id(nullif(starts_at, '-infinity')), 'pay_000000000') || lpad(no::text, 23, '0') as id
      from payment_months, generate_series(1, ${FILLED_WITH}) as no;
  insert into payments (id, partner_id, merchant_id, reference_id, status, currency, amount, expires_at, payment_key)
  select id, 'prtn_other', 'mrch_other', 'order', 'succeeded', 'USD', 100, now(), sha256(id::bytea) from filled;
  insert into confirmations (payment_id, partner_id, terms_hash, asset, method, pays_out, chain, router, token, payer,
                             amount, destination, fee, fee_receiver, deadline_s, signature, required_depth, relay_state,
                             fee_ppm)
  select id, 'prtn_other', sha256(id::bytea), 'asset', 'eip3009', 'merchant', 'chain', 'router', 'token', 'payer', 1,
         'destination', 0, 'receiver', 0, '', 1, 'closed', 0 from filled;
  insert into payment_events (payment_id, partner_id, type, status)
  select id, 'prtn_other', 'created', 'requires_action' from filled;
  reset session_replication_role`;

/** Only the partitions have statistics, as autovacuum analyzes no partitioned table. */
const ANALYZE = `
  select string_agg(format('vacuum analyze %I', relname), ';' order by relname) as text
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;

export async function partitionedDatabase(): Promise<FreshDatabase> {
  const database = await freshDatabase({ template: inject("templateDatabase") });
  await withClient(database, async (client) => {
    await endFirstMonth(client, PAST_MONTHS);
    await client.query(FILL);
    const { rows } = await client.query<{ text: string }>(ANALYZE);
    for (const statement of rows[0]?.text.split(";") ?? []) await client.query(statement);
  });
  return database;
}

interface Session {
  query(text: string): Promise<unknown>;
}

/**
 * Makes the first month of an empty database end `monthsAgo` months before the present one, which has partitions for
 * each month since then.
 */
export async function endFirstMonth(client: Session, monthsAgo: number): Promise<void> {
  await client.query(`
    do $$
    declare
      month text;
    begin
      for month in select name from payment_months loop
        execute format('drop table payment_events_%1$s, confirmations_%1$s, payments_%1$s', month);
      end loop;
    end $$;
    delete from payment_months;
    insert into payment_months (starts_at, ends_at, name)
    values ('-infinity', (date_trunc('month', now() at time zone 'UTC') - interval '${monthsAgo} months')
                           at time zone 'UTC', 'first');
    create table payments_first (like payments including all);
    create table confirmations_first (like confirmations including all);
    create table payment_events_first (like payment_events including all);
    select attach_payment_month(m) from payment_months m;
    select add_payment_months('3 months')`);
}

/** Ends the month of all present payments with this moment, on a database that others use meanwhile. */
export async function endMonthNow(client: Session): Promise<void> {
  await client.query(`
    do $$
    declare
      month text;
      -- ids sort by 8 ms
      ended timestamptz := to_timestamp((floor(extract(epoch from clock_timestamp()) * 125) + 1) / 125);
      former timestamptz := (select min(ends_at) from payment_months);
    begin
      lock table payments, confirmations, payment_events in access exclusive mode;
      for month in select name from payment_months where former in (starts_at, ends_at) loop
        execute format('alter table payments detach partition payments_%s', month);
        execute format('alter table confirmations detach partition confirmations_%s', month);
        execute format('alter table payment_events detach partition payment_events_%s', month);
      end loop;
      update payment_months set ends_at = ended where ends_at = former;
      update payment_months set starts_at = ended where starts_at = former;
      perform attach_payment_month(m) from payment_months m where ended in (starts_at, ends_at);
    end $$`);
}

async function withClient(database: FreshDatabase, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
