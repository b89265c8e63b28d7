// Projects payments into the read model of the lists. Every change of a payment writes an event, and a trigger a row of
// an outbox, which is deleted here. The row holds only the payment's id; the projection reads the current payment, so
// applying an event twice is harmless.
import type { Database, Queryable } from "../database/database.ts";
import { BITS_OF_BUYERS, smallestBucketOf, sparseBucketsOf, splitBucketsOf } from "./bucket-sql.ts";
import { FIRST, findEnded, pack } from "./packed-bitmaps.ts";
import { type BucketLimits, splitFullBuckets } from "./split-buckets.ts";
import { quarterOf } from "./volume.ts";

/** Maximum events per transaction: half a second of work on a slow machine. */
const EVENTS_MAX = 2_000;

/** Changes, of all partners, that a reader may be behind before it reloads everything. */
export const CHANGES_KEPT = 50_000;

/**
 * Takes events in their order, so that later events never delay events committed before a list was requested. $1 is the
 * newest event to take: events that arrive later belong to the next projection.
 */
const TAKE_EVENTS = `
  delete from unlisted_events
   where event_id = any(array(
     select event_id from unlisted_events where event_id <= $1 order by event_id limit ${EVENTS_MAX}))
  returning event_id, payment_id`;

/** Payments of dropped months never return to the lists, even if one has a late event before it is deleted. */
const IS_KEPT = "p.created_at >= coalesce((select payments_kept_since()), '-infinity')";

/** Records changes for their readers (changes.ts). */
const REPORT_CHANGES = `
  with progress as (
    update listing_progress set changes = changes + cardinality($1::text[]) returning changes
  ), forgotten as (
    delete from listing_changes where upto = any(array(
      select upto from listing_changes where upto <= (select changes - ${CHANGES_KEPT} from progress)
       order by upto limit ${EVENTS_MAX}))
  )
  insert into listing_changes (upto, partner_id, payment_ids)
  select progress.changes, p.partner_id, array_agg(p.id order by changed.no)
    from progress, unnest((select $1::text[])) with ordinality as changed(id, no) join payments p on p.id = changed.id
   where ${IS_KEPT}
   group by 1, 2`;

/**
 * Payments by id, with the columns of their confirmations that the lists need. An unsigned deposit tells no buyer. The
 * planner does not know the length of a subquery's array, so it keeps one plan for all: a new plan took as long as
 * projecting a few events.
 */
const FACTS = `
  select p.id as payment_id, p.partner_id, p.merchant_id, p.status, p.created_at, p.currency, p.amount, p.reference_id,
         coalesce(c.asset, '') as asset,
         c.chain || ':' || coalesce(c.authorizer, case when c.method <> 'deposit' then c.payer end) as account
    from payments p
    left join confirmations c on c.payment_id = p.id and c.partner_id = p.partner_id
   where p.id = any((select $1::text[])::text[]) and ${IS_KEPT}`;

const ADD_NUMBERS = `
  with facts as materialized (${FACTS}), kinds as (
    insert into payment_kinds (partner_id, status, asset, currency)
    select distinct partner_id, status, asset, currency from facts f
     where not exists (select from payment_kinds k
                        where k.partner_id = f.partner_id and k.status = f.status and k.asset = f.asset
                          and k.currency = f.currency)
  ), scopes as (
    insert into listing_scopes (partner_id, merchant_id)
    select partner_id, merchant_id
      from (select partner_id, merchant_id from facts union select partner_id, '' from facts) f
     where not exists (select from listing_scopes s where s.partner_id = f.partner_id and s.merchant_id = f.merchant_id)
  )
  insert into buyers (partner_id, account, no)
  select partner_id, account,
         coalesce((select max(no) from buyers b where b.partner_id = f.partner_id), -1)
           + row_number() over (partition by partner_id order by account)
    from (select distinct partner_id, account from facts where account is not null) f
   where not exists (select from buyers b where b.partner_id = f.partner_id and b.account = f.account)`;

/** The numbers of a row's two scopes: its merchant and its whole partner. A condition would try every merchant. */
const scopesOf = (row: string): string => `cross join lateral (values (${row}.merchant), (${row}.whole)) as scope(no)`;

/**
 * A buyer is never removed from a bitmap or a list, because only final payments are in them. Payments are first added
 * up by merchant and smallest bucket: most that are projected together share both, and each has many larger buckets.
 */
const WRITE = `
  with facts as materialized (${FACTS}), changed as materialized (
    select f.payment_id, f.partner_id, k.no as kind, k.status, s.no as merchant, whole.no as whole, f.created_at,
           ${smallestBucketOf("f.created_at")} as smallest, f.currency, f.amount, b.no as buyer,
           lower(f.reference_id collate "C") as reference, old.kind as old_kind,
           (k.status = 'succeeded')::integer - coalesce((select o.status = 'succeeded' from payment_kinds o
                                                          where o.no = old.kind), false)::integer as newly_succeeded
      from facts f
      join payment_kinds k on k.partner_id = f.partner_id and k.status = f.status and k.asset = f.asset
                          and k.currency = f.currency
      join listing_scopes s on s.partner_id = f.partner_id and s.merchant_id = f.merchant_id
      join listing_scopes whole on whole.partner_id = f.partner_id and whole.merchant_id = ''
      left join buyers b on b.partner_id = f.partner_id and b.account = f.account
      left join listed_payments old on old.payment_id = f.payment_id and old.partner_id = f.partner_id
     where old.kind is distinct from k.no and (f.account is null or b.no is not null)
  ), written as (
    insert into listed_payments (payment_id, partner_id, kind, merchant, created_at, currency, amount, standard, buyer)
    select payment_id, partner_id, kind, merchant, created_at, currency, amount, standard_units(amount, currency), buyer
      from changed
    on conflict (payment_id, partner_id) do update set kind = excluded.kind, buyer = excluded.buyer
  ), referred as (
    insert into listed_references (payment_id, partner_id, reference)
    select payment_id, partner_id, reference from changed where old_kind is null
  ), counted as (
    update listing_scopes s set payments = s.payments + new.payments
      from (select scope.no, count(*) as payments from changed c ${scopesOf("c")} where old_kind is null group by 1) new
     where s.no = new.no
  ), charted as (
    insert into payment_volume as v (scope, quarter, currency, created, succeeded, revenue)
    select scope.no, ${quarterOf("c.created_at")}, c.currency, count(*) filter (where old_kind is null),
           sum(newly_succeeded), sum(newly_succeeded * amount)
      from changed c ${scopesOf("c")}
     where old_kind is null or newly_succeeded <> 0
     group by 1, 2, 3
    on conflict (scope, quarter, currency)
    do update set created = v.created + excluded.created, succeeded = v.succeeded + excluded.succeeded,
                  revenue = v.revenue + excluded.revenue
  ), moves as materialized (
    select merchant, whole, kind, currency, smallest, sum(payments) as payments, sum(amount) as amount,
           coalesce(string_agg(int4send(buyer), ''), '') as buyers
      from (select merchant, whole, kind, currency, smallest, 1 as payments, amount,
                   case when status in ('succeeded', 'failed') then buyer end as buyer
              from changed
             union all
            select merchant, whole, old_kind, currency, smallest, -1, -amount, null
              from changed where old_kind is not null) each_move
     group by 1, 2, 3, 4, 5
  ), sparse as (
    insert into fine_totals as t (scope, level, span, kind, currency, payments, amount, buyers)
    select scope.no, buckets.level, buckets.span, m.kind, m.currency, sum(m.payments), sum(m.amount),
           string_agg(m.buyers, '')
      from moves m ${scopesOf("m")} cross join lateral ${sparseBucketsOf("scope.no", "m.smallest")}
     group by 1, 2, 3, 4, 5
    on conflict (scope, level, span, kind, currency)
    do update set payments = t.payments + excluded.payments, amount = t.amount + excluded.amount,
                  buyers = t.buyers || excluded.buyers
  ), totalled as (
    insert into payment_totals as t (scope, level, span, kind, currency, payments, amount)
    select scope.no, buckets.level, buckets.span, m.kind, m.currency, sum(m.payments), sum(m.amount)
      from moves m ${scopesOf("m")} cross join lateral ${splitBucketsOf("scope.no", "m.smallest")}
     group by 1, 2, 3, 4, 5
    on conflict (scope, level, span, kind, currency)
    do update set payments = t.payments + excluded.payments, amount = t.amount + excluded.amount
  ), buying as materialized (
    select merchant, whole, kind, smallest, buyer / 8192 as chunk, ${BITS_OF_BUYERS} as bits
      from changed where buyer is not null and status in ('succeeded', 'failed')
     group by 1, 2, 3, 4, 5
  ), bought as (
    insert into buyer_sets as b (scope, level, span, kind, chunk, bits)
    select scope.no, buckets.level, buckets.span, kinds.no, m.chunk, bit_or(m.bits)
      from buying m ${scopesOf("m")} cross join lateral ${splitBucketsOf("scope.no", "m.smallest")}
     cross join lateral (values (m.kind), (0)) as kinds(no)
     group by 1, 2, 3, 4, 5
    on conflict (scope, level, span, kind, chunk)
    do update set bits = b.bits | excluded.bits where b.bits | excluded.bits <> b.bits
  )
  select payment_id from changed where old_kind is null`;

/**
 * Only one process writes the read model at a time. Others wait for its commit, which therefore does not wait for the
 * disk. If the server fails before the rows are on disk, the outbox still has its rows, and they are projected again.
 */
async function lock(tx: Queryable): Promise<void> {
  await tx.query({
    name: "listing_lock",
    text: "select set_config('synchronous_commit', 'off', true) from listing_progress for update",
  });
}

/**
 * Projects the oldest events up to `newest`.
 * @returns the newest projected event; null if none was left
 */
const projectBatch = (db: Database, limits: BucketLimits, newest: bigint): Promise<bigint | null> =>
  db.transaction(async (tx) => {
    await lock(tx);
    const { rows } = await tx.query<{ event_id: bigint; payment_id: string }>({
      name: "take_events",
      text: TAKE_EVENTS,
      values: [newest],
    });
    const events = rows.sort((a, b) => (a.event_id < b.event_id ? -1 : 1));
    // A payment with several events counts as changed by its last event.
    const paymentIds = [...new Set(events.map(({ payment_id }) => payment_id).reverse())].reverse();
    await write(tx, paymentIds, limits);
    return events.at(-1)?.event_id ?? null;
  });

async function write(tx: Queryable, paymentIds: readonly string[], limits: BucketLimits): Promise<void> {
  if (paymentIds.length === 0) return;
  await tx.query({ name: "listing_numbers", text: ADD_NUMBERS, values: [paymentIds] });
  const { rows: added } = await tx.query<{ payment_id: string }>({
    name: "listing_write",
    text: WRITE,
    values: [paymentIds],
  });
  if (added.length > 0) {
    await splitFullBuckets(
      tx,
      added.map(({ payment_id }) => payment_id),
      limits,
    );
  }
  await tx.query({ name: "report_changes", text: REPORT_CHANGES, values: [paymentIds] });
}

/** Projects everything committed before the call, without waiting for later events. */
export async function projectPending(db: Database, limits: BucketLimits): Promise<void> {
  const newest = await newestPending(db);
  if (newest === null) return;
  for (;;) {
    const newestProjected = await projectBatch(db, limits, newest);
    if (newestProjected === null || newestProjected >= newest) return;
  }
}

/** Projects one batch. @returns false, with nothing projected, if fewer than `atLeast` events wait */
export async function projectSome(db: Database, limits: BucketLimits, atLeast: number): Promise<boolean> {
  const newest = await newestPending(db, atLeast);
  if (newest === null) return false;
  await projectBatch(db, limits, newest);
  return true;
}

/** Interval between searches for ended buckets. */
const PACK_INTERVAL_MS = 10 * 60_000;

/** @returns a function that packs some bitmaps of one ended bucket per call, and returns false if there was none */
export function createPacking(db: Database): () => Promise<boolean> {
  let from = FIRST;
  let nextAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() < nextAtMs) return false;
    const ended = await findEnded(db, from);
    from = ended ?? FIRST;
    if (!ended) {
      nextAtMs = performance.now() + PACK_INTERVAL_MS;
      return false;
    }
    await db.transaction(async (tx) => {
      await lock(tx);
      await pack(tx, ended);
    });
    return true;
  };
}

/** The newest pending event; null if fewer than `atLeast` are pending. */
async function newestPending(db: Database, atLeast = 1): Promise<bigint | null> {
  const { rows } = await db.query<{ newest: bigint | null; lacking: bigint }>({
    name: "newest_unlisted",
    text: `select max(event_id) as newest, count(*) as lacking
             from (select event_id from unlisted_events order by event_id desc limit $1) newest_events`,
    values: [atLeast],
  });
  const [row] = rows;
  return row && row.lacking >= atLeast ? row.newest : null;
}
