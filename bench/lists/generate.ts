// Writes a partner's year of payments in SQL, with merchants and buyers of very different sizes.
import pg from "pg";
import type { Queryable } from "../../src/store/database/database.ts";
import { bucketOf, smallestBucketOf } from "../../src/store/lists/bucket-sql.ts";
import { THRESHOLDS } from "../../src/store/lists/lists.ts";
import { FIRST, findEnded, pack } from "../../src/store/lists/packed-bitmaps.ts";
import { splitFullBuckets } from "../../src/store/lists/split-buckets.ts";
import { quarterOf } from "../../src/store/lists/volume.ts";

export const PARTNER = "prtn_bench";
export const MERCHANTS = 1_000;
export const DAYS = 365;
export const ASSETS = [
  "eip155:8453/erc20:0x0000000000000000000000000000000000000001",
  "eip155:8453/erc20:0x0000000000000000000000000000000000000002",
  "eip155:1/erc20:0x0000000000000000000000000000000000000001",
  "eip155:1/erc20:0x0000000000000000000000000000000000000002",
];
export const merchantId = (number: number): string => `mrch_${number}`;
/** Average payments per buyer. */
const PAYMENTS_PER_BUYER = 10;
const SPLIT_AT_ONCE = 50_000;
const SPAN_OF_MERCHANT_S = 86_400 / 4;
export const TOTALS = ["payment_totals", "fine_totals", "buyer_sets", "packed_buyer_sets"];
const TABLES = ["payments", "confirmations", "transfers", "payment_events", "listed_payments", "listed_references"];

// $1 count, $2 days. Random numbers are hashes of the payment's number, so that all tables agree.
const FACTS = `
  create function chance(number bigint, salt text) returns double precision language sql immutable parallel safe
    return (hashtextextended(salt || number, 7) & 1073741823) / 1073741824.0;
  create unlogged table facts as
  select number, 'pay_' || lpad(to_hex(number), 10, '0') || substr(md5(number::text), 1, 22) as id,
         date_trunc('milliseconds', now() - $2 * interval '1 day' * (1 - number / $1::float8)) as created_at,
         floor(${MERCHANTS} * power(chance(number, 'merchant'), 3))::int as merchant,
         floor(($1 / ${PAYMENTS_PER_BUYER}) * power(chance(number, 'buyer'), 1.5))::int as buyer,
         case when number > $1 * 0.9998 then 'requires_action' when number > $1 * 0.9997 then 'processing'
              else (array['succeeded', 'succeeded', 'succeeded', 'succeeded', 'succeeded', 'succeeded', 'expired',
                          'expired', 'expired', 'cancelled', 'cancelled', 'failed'])
                     [1 + floor(12 * chance(number, 'status'))::int] end as status,
         case when chance(number, 'currency') < 0.7 then 'USD'
              when chance(number, 'currency') < 0.95 then 'EUR' else 'JPY' end as currency,
         (100 * exp(6 * chance(number, 'amount')))::bigint as amount,
         'order-' || lpad(number::text, 9, '0') as reference,
         case when chance(number, 'asset') < 0.7 then 1 when chance(number, 'asset') < 0.9 then 2
              when chance(number, 'asset') < 0.99 then 3 else 4 end as asset
    from generate_series(1, $1::bigint) as number`;

const HAS_BUYER = "status in ('processing', 'succeeded', 'failed')";
const PAYER = "'0x' || lpad(to_hex(buyer), 40, '0')";
const TX_HASH = "sha256(number::text::bytea)";

/** @param payments a query for their `id`, `asset` (CAIP-19), `payer` (address) and `amount` (smallest units) */
export const addConfirmations = (payments: string): string => `
  insert into confirmations (payment_id, partner_id, terms_hash, results_digest, asset, method, pays_out, chain,
                             router, token, payer, amount, destination, fee, fee_receiver, deadline_s, signature,
                             required_depth, relay_state, fee_ppm)
  select id, '${PARTNER}', sha256(id::bytea), sha256(id::bytea), asset, 'eip3009', 'merchant',
         split_part(asset, '/', 1), '0x0000000000000000000000000000000000000009', right(asset, 42),
         payer, amount * 10000, '0x0000000000000000000000000000000000000008', amount * 40,
         '0x0000000000000000000000000000000000000007', 0, decode(repeat('00', 65), 'hex'), 1, 'closed', 4000
    from (${payments}) as p`;

const LOAD = [
  `insert into partners (id, name, version) values ('${PARTNER}', 'Bench', '2026-02-18')`,
  `insert into merchants (id, partner_id, name)
   select 'mrch_' || n, '${PARTNER}', 'Merchant ' || n from generate_series(0, ${MERCHANTS - 1}) n`,
  `insert into payments (id, partner_id, merchant_id, reference_id, status, currency, amount, created_at, expires_at,
                         payment_key, cancelled_reason)
   select id, '${PARTNER}', 'mrch_' || merchant, reference, status, currency, amount, created_at,
          created_at + interval '400 days', sha256(id::bytea), case status when 'cancelled' then 'cancelled_by_user' end
     from facts`,
  addConfirmations(
    `select id, a.asset, ${PAYER} as payer, amount
       from facts join unnest($1::text[]) with ordinality a(asset, no) on a.no = facts.asset where ${HAS_BUYER}`,
  ),
  `insert into transfers (chain, tx_hash, log_index, block_number, block_hash, payment_key, terms_hash, asset, token,
                          payer, amount, destination, fee, fee_receiver, method, deadline_s, state, payment_id,
                          partner_id, block_time_s)
   select split_part(a.asset, '/', 1), ${TX_HASH}, 0, number, ${TX_HASH}, sha256(id::bytea), sha256(id::bytea),
          a.asset, right(a.asset, 42), ${PAYER}, amount * 10000, '0x0000000000000000000000000000000000000008',
          amount * 40, '0x0000000000000000000000000000000000000007', 'eip3009', 0, 'credited', id, '${PARTNER}', 0
     from facts join unnest($1::text[]) with ordinality a(asset, no) on a.no = facts.asset where status = 'succeeded'`,
  `insert into payment_events (payment_id, partner_id, type, status, created_at)
   select id, '${PARTNER}', 'paid', status, created_at from facts where status = 'succeeded'`,
  `insert into payment_kinds (partner_id, status, asset, currency)
   select distinct '${PARTNER}', status, case when ${HAS_BUYER} then a.asset else '' end, currency
     from facts join unnest($1::text[]) with ordinality a(asset, no) on a.no = facts.asset`,
  `insert into listing_scopes (partner_id, merchant_id, payments)
   select '${PARTNER}', case grouping(merchant) when 1 then '' else 'mrch_' || merchant end, count(*)
     from facts group by grouping sets ((merchant), ())`,
  `insert into buyers (partner_id, account, no)
   select '${PARTNER}', account, row_number() over (order by account) - 1
     from (select distinct split_part(a.asset, '/', 1) || ':' || ${PAYER} as account
             from facts join unnest($1::text[]) with ordinality a(asset, no) on a.no = facts.asset
            where ${HAS_BUYER}) b`,
  `insert into listed_payments (payment_id, partner_id, kind, merchant, created_at, currency, amount, standard, buyer)
   select f.id, '${PARTNER}', k.no, s.no, f.created_at, f.currency, f.amount, standard_units(f.amount, f.currency), b.no
     from (select facts.*, a.asset as caip19, ${HAS_BUYER} as has_buyer,
                  split_part(a.asset, '/', 1) || ':' || ${PAYER} as account
             from facts join unnest($1::text[]) with ordinality a(asset, no) on a.no = facts.asset) f
     join payment_kinds k on k.partner_id = '${PARTNER}' and k.status = f.status and k.currency = f.currency
                         and k.asset = case when f.has_buyer then f.caip19 else '' end
     join listing_scopes s on s.partner_id = '${PARTNER}' and s.merchant_id = 'mrch_' || f.merchant
     left join buyers b on f.has_buyer and b.partner_id = '${PARTNER}' and b.account = f.account
    order by f.number`,
  `insert into listed_references (payment_id, partner_id, reference) select id, '${PARTNER}', reference from facts`,
  `insert into payment_volume (scope, quarter, currency, created, succeeded, revenue)
   select scope.no, ${quarterOf("l.created_at")}, l.currency, count(*), count(*) filter (where k.status = 'succeeded'),
          coalesce(sum(l.amount) filter (where k.status = 'succeeded'), 0)
     from listed_payments l
     join payment_kinds k on k.no = l.kind
     join listing_scopes whole on whole.partner_id = l.partner_id and whole.merchant_id = ''
    cross join lateral (values (l.merchant), (whole.no)) as scope(no)
    group by 1, 2, 3`,
];

/** Fills a migrated, empty database. */
export async function generate(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const db: Queryable = { query: (config) => client.query(config) };
  try {
    await client.query(
      `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '512MB';
       set maintenance_work_mem = '1GB'`,
    );
    const indexes = await dropIndexes(client);
    for (const statement of FACTS.split(";")) await client.query(withValues(statement, [count, DAYS]));
    await client.query("analyze facts");
    for (const statement of LOAD) await client.query(statement, statement.includes("$1") ? [ASSETS] : []);
    for (const index of indexes) await client.query(index);
    await client.query("drop table facts");
    await client.query("vacuum analyze");
    await client.query("begin");
    const ids = await oneOfEachBucket(client);
    for (let from = 0; from < ids.length; from += SPLIT_AT_ONCE) {
      await splitFullBuckets(db, ids.slice(from, from + SPLIT_AT_ONCE), THRESHOLDS);
    }
    await client.query("commit");
    for (let span = await findEnded(db, FIRST); span; span = await findEnded(db, span)) await pack(db, span);
    // All sets of the year were there at once, which leaves a gap for each packed one.
    await client.query("vacuum full buyer_sets");
    for (const table of ["split_spans", "fine_spans", ...TOTALS]) await client.query(`vacuum analyze ${table}`);
    await client.query("checkpoint");
  } finally {
    await client.end();
  }
}

/** Payments in all buckets of all scopes. In shorter ones than this, no merchant has enough payments for totals. */
async function oneOfEachBucket(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select min(payment_id) as id from listed_payments group by merchant, ${bucketOf("created_at", SPAN_OF_MERCHANT_S)}
      union
     select min(payment_id) from listed_payments group by ${smallestBucketOf("created_at")}`,
  );
  return rows.map(({ id }) => id);
}

/** Drops the indexes, which are built faster at the end. @returns the statements that create them again */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes
      where tablename = any($1) and indexname not in (select conname from pg_constraint)`,
    [TABLES],
  );
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
  // A partitioned table's index is described without those of its partitions.
  return rows.map(({ indexdef }) => indexdef.replace(" ON ONLY ", " ON "));
}

/** DDL statements take no parameters. */
const withValues = (statement: string, values: readonly number[]): string =>
  statement.replace(/\$(\d)/g, (_, number: string) => String(values[Number(number) - 1]));
