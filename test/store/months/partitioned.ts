// A database with several months of payments. Two months follow the current one.
import pg from "pg";
import { inject } from "vitest";
import { type FreshDatabase, freshDatabase } from "../../harness/database/postgres.ts";
import { endFirstMonth } from "./ended-months.ts";

/** Number of past months with separate partitions, without the first month. */
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

/** Analyzes only the partitions, like autovacuum. */
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

async function withClient(database: FreshDatabase, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: database.databaseUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
