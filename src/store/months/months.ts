// Months of payments. Each has partitions of payments, confirmations and payment_events
// (schema/05_payment_months.sql, docs/decisions/0068). Old months can be dropped, oldest first.
import { lowestPaymentId } from "../../ids.ts";
import { KEPT_AT_LEAST_DAYS, type Month, type MonthStore } from "../../operations/ports/months.ts";
import type { Database, Queryable } from "../database/database.ts";
import { isLockTimeout } from "../database/stored-responses.ts";

/** A month gets its partitions this long before it begins, so that workers may be away for weeks. */
const AHEAD = "3 months";

/** Rows about payments in tables without months. No page or API shows them with a payment. */
const UNSEEN = { listed_payments: "true", listed_references: "true", intents: "true", relay_losses: "true" } as const;

/**
 * Rows that are shown with payments. They are deleted after the payments; otherwise a refunded payment could be
 * refunded again. The transfers of refunds stay, so that none refunds two payments. Transfers and exceptions stay too:
 * they are the books. So do deposit addresses with their deposits and recoveries: the terms recover money
 * that comes later.
 */
const SEEN = {
  buyer_data: "true",
  charges: "true",
  receipt_numbers: "true",
  refunds: "true",
  refund_marks: "true",
  refund_totals: "true",
} as const;

/** Rows deleted per statement. */
const PAGE = 5_000;

const PARTITIONED = ["payment_events", "confirmations", "payments"] as const;

/**
 * Statements that read all months queue behind a waiting lock request, so the request soon gives up. All waits together
 * end before PostgreSQL looks for deadlocks (after 1 s), which could abort a payment's transaction.
 */
const LOCK_TIMEOUT_MS = 200;

/** Partners may read events for this long, and webhooks are retried for less. */
const EVENT_DAYS = 30;

/** Maximum payments shown to the operator that keep a month from being dropped. */
const UNFINISHED_MAX = 10;

export function createMonthStore(db: Database): MonthStore {
  return {
    async add() {
      await db.query({ text: `select add_payment_months('${AHEAD}')` });
    },

    async list() {
      return (await db.query<Month>({ text: LIST })).rows;
    },

    async unfinished({ endsAt }) {
      const { rows } = await db.query<{ payment_id: string }>({ text: UNFINISHED, values: [endsAt] });
      return rows.map(({ payment_id }) => payment_id);
    },

    async drop({ name, endsAt }) {
      const routers = await routersUsed(db, endsAt);
      return db.transaction(async (tx) => {
        // Waits for a running projection, which could otherwise list payments of the dropped month afterwards.
        await tx.query({ text: "select from listing_progress for update" });
        return (await tx.query({ text: DROP, values: [name, endsAt, routers] })).rowCount === 1;
      });
    },

    deletePage: ({ endsAt }) => deleteNextPage(db, UNSEEN, lowestPaymentId(endsAt.getTime())),

    async deleteRest() {
      const { rows } = await db.query<{ id: string | null }>({ text: LOWEST_LEFT });
      return rows[0]?.id ? deleteNextPage(db, { ...UNSEEN, ...SEEN }, rows[0].id) : 0;
    },

    async deletePartitions({ name }) {
      try {
        // This lock ends an autovacuum. A short wait for a weaker lock would not.
        for (const table of PARTITIONED) {
          await db.query({ text: `alter table if exists ${table}_${name} set (autovacuum_enabled = off)` });
        }
        await db.transaction(async (tx) => {
          await tx.query({ text: `set local lock_timeout = ${LOCK_TIMEOUT_MS}` });
          // Locks the tables in the order of most statements. Dropping a foreign key locks merchants.
          await tx.query({ text: "lock table only payments, only confirmations, only payment_events, only merchants" });
          for (const table of PARTITIONED) await tx.query({ text: `drop table if exists ${table}_${name}` });
        });
        return true;
      } catch (error) {
        if (isLockTimeout(error)) return false;
        throw error;
      }
    },
  };
}

const LIST = `
  select name, ends_at as "endsAt", ends_at < now() - interval '${KEPT_AT_LEAST_DAYS} days' as "isOld",
         dropped_at is not null as "isDropped",
         greatest((select reltuples::bigint from pg_class where oid = to_regclass('payments_' || name)), 0) as payments,
         pg_total_relation_size(to_regclass('payments_' || name))
           + pg_total_relation_size(to_regclass('confirmations_' || name))
           + pg_total_relation_size(to_regclass('payment_events_' || name)) as bytes
    from payment_months
   where to_regclass('payments_' || name) is not null
   order by ends_at`;

/**
 * The lists have the status of each payment by time; call this after a projection. Most exceptions stay open
 * permanently, so only recent exceptions count.
 */
const UNFINISHED = `
  select payment_id from (
    (select l.payment_id
       from payment_kinds k
      cross join lateral (select payment_id from listed_payments
                           where kind = k.no and created_at < $1 order by created_at limit ${UNFINISHED_MAX}) l
      where k.status in ('requires_action', 'processing'))
    union
    (select payment_id from unlisted_events where payment_id < lowest_payment_id($1) limit ${UNFINISHED_MAX})
    union
    (select payment_id from confirmations
      where relay_state <> 'closed' and payment_id < lowest_payment_id($1) limit ${UNFINISHED_MAX})
    union
    (select payment_id from transfers
      where state = 'seen' and payment_id < lowest_payment_id($1) limit ${UNFINISHED_MAX})
    union
    (select payment_id from transfers
      where state = 'parked' and payment_id < lowest_payment_id($1) limit ${UNFINISHED_MAX})
    union
    (select payment_id from deposits
      where not is_closed and orphaned_at is null and payment_id < lowest_payment_id($1) limit ${UNFINISHED_MAX})
    union
    (select payment_id from unrecovered where payment_id < lowest_payment_id($1) limit ${UNFINISHED_MAX})
    union
    (select payment_id from refund_marks
      where created_at > now() - interval '${EVENT_DAYS} days' and payment_id < lowest_payment_id($1)
      limit ${UNFINISHED_MAX})
    union
    (select payment_id from refunds
      where (updated_at > now() - interval '${EVENT_DAYS} days'
             or status in ('requires_address', 'requires_action', 'processing'))
        and payment_id < lowest_payment_id($1) limit ${UNFINISHED_MAX})
    union
    (select payment_id from exceptions
      where resolved_at > now() - interval '${EVENT_DAYS} days' and payment_id < lowest_payment_id($1)
      limit ${UNFINISHED_MAX})
    union
    (select payment_id from exceptions
      where resolved_at is null and created_at > now() - interval '${KEPT_AT_LEAST_DAYS} days'
        and payment_id < lowest_payment_id($1) limit ${UNFINISHED_MAX})
  ) as found limit ${UNFINISHED_MAX}`;

/** The newest event, by each partner's newest transaction. */
const LAST_EVENT = `
  select max(e.created_at) from partners p cross join lateral (
    select created_at from payment_events where partner_id = p.id and payment_id < lowest_payment_id($2)
     order by tx desc, id desc limit 1) e`;

/** The routers stay known, because reconcile reads their old blocks, and so do the months whose books lose entries. */
const DROP = `
  update payment_months set dropped_at = now(), routers = $3, last_event_at = (${LAST_EVENT})
   where name = $1 and not exists (select from unlisted_events where payment_id < lowest_payment_id($2))
     and dropped_at is null and ends_at < now() - interval '${KEPT_AT_LEAST_DAYS} days'
     and ends_at = (select min(ends_at) from payment_months where dropped_at is null)`;

const ROUTERS = `
  select max(payment_id) as last, array_agg(distinct chain || ':' || router) as routers
    from (select payment_id, chain, router from confirmations
           where payment_id > $1 and payment_id < lowest_payment_id($2) order by payment_id limit ${10 * PAGE}) page`;

/** Reads pages, because a month may have too many confirmations for one statement. @returns CAIP-10 */
async function routersUsed(db: Queryable, endsAt: Date): Promise<readonly string[]> {
  const routers = new Set<string>();
  for (let after = ""; ; ) {
    const { rows } = await db.query<{ last: string | null; routers: string[] }>({
      text: ROUTERS,
      values: [after, endsAt],
    });
    const [page] = rows;
    if (!page?.last) return [...routers].toSorted();
    for (const router of page.routers) routers.add(router);
    after = page.last;
  }
}

/** Payments with lower ids are in dropped months. */
const LOWEST_LEFT = `
  select lowest_payment_id(max(ends_at)) as id from payment_months
   where dropped_at is not null and to_regclass('payments_' || name) is null`;

/** Deletes at most a page, from the first table with rows below this id. @returns the number of deleted rows */
async function deleteNextPage(db: Database, tables: Readonly<Record<string, string>>, below: string): Promise<number> {
  for (const [table, condition] of Object.entries(tables)) {
    const deleted = await deletePageOf(db, table, condition, below);
    if (deleted > 0) return deleted;
  }
  return db.transaction((tx) => foldUses(tx, below));
}

/** Skips rows that another process deletes at the same time. The order makes PostgreSQL use an index. */
async function deletePageOf(db: Queryable, table: string, condition: string, below: string): Promise<number> {
  const { rowCount } = await db.query({
    text: `delete from ${table} where ctid = any(array(
             select ctid from ${table} where payment_id < $1 and ${condition}
              order by payment_id limit ${PAGE} for update skip locked))`,
    values: [below],
  });
  return rowCount ?? 0;
}

const USES = `
  select payment_id, link_id, partner_id from payment_link_uses where payment_id < $1
   order by payment_id limit ${PAGE}`;

/** Concurrent commands take turns, so none counts uses that another one is adding to the totals. */
const TAKE_TURNS = "select from payment_months where dropped_at is not null order by ends_at for update";

/** A creation on a link locks the link first as well (payment-links/uses.ts). */
const LOCK_LINKS = `
  select from payment_links where (id, partner_id) in (select link_id, partner_id from (${USES}) u)
   order by id for no key update`;

const FOLD_USES = `
  with deleted as (
    delete from payment_link_uses u using (${USES}) page
     where u.payment_id = page.payment_id and u.partner_id = page.partner_id
    returning u.payment_id, u.partner_id, u.link_id, u.is_over
  ), ended as (
    select d.link_id, d.partner_id, count(*) as succeeded, sum(p.amount) as paid
      from deleted d join payments p on p.id = d.payment_id and p.partner_id = d.partner_id
     where not d.is_over and p.status = 'succeeded' group by d.link_id, d.partner_id
  ), folded as (
    update payment_links l set succeeded = l.succeeded + ended.succeeded, paid = l.paid + ended.paid
      from ended where l.id = ended.link_id and l.partner_id = ended.partner_id
  )
  select count(*)::integer as deleted from deleted`;

/** Adds deleted uses to the totals of their links; otherwise a link for one payment could be paid again. */
async function foldUses(tx: Queryable, below: string): Promise<number> {
  await tx.query({ text: TAKE_TURNS });
  await tx.query({ text: LOCK_LINKS, values: [below] });
  const { rows } = await tx.query<{ deleted: number }>({ text: FOLD_USES, values: [below] });
  return rows[0]?.deleted ?? 0;
}
