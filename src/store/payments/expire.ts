// Expires payments. A due payment waits until each chain that it may have been paid on is followed past its expiry,
// because an unread block may have paid it in time.

import type { Queryable } from "../database/database.ts";
import { apply, type Moved } from "./apply.ts";
import { IS_IN_TIME } from "./deposits-in-time.ts";

/** A configured chain. */
export interface PayableChain {
  /** CAIP-2. */
  readonly id: string;
  /** Whether it receives money for merchants without a destination there. */
  readonly hasTreasury: boolean;
  /** Whether live payments, and test payments, can be paid on it. */
  readonly takesLive: boolean;
  readonly takesTest: boolean;
}

/** Payments past their expiry that wait for a chain. */
export interface AwaitedChain {
  readonly chain: string;
  readonly payments: number;
  /** Time of the newest ingested block in Unix seconds; null: never followed. */
  readonly followedToS: number | null;
}

/** Payments expired per sweep; the next sweep takes the rest. */
const EXPIRE_MAX = 1_000;
/** Due payments checked per sweep: the bound keeps sweeps fast when many payments wait for a chain. */
const CHECKED_MAX = 5_000;
/** Waiting payments are counted up to this number. */
const REPORTED_MAX = 10_000;

/**
 * Parameters $1 to $4 are `valuesOf` the chains. A `select` hides them from the planner, which then keeps one plan:
 * planning for all months takes longer than running.
 */
export const FOLLOWED = `
  followed as materialized (
    select f.chain, f.has_treasury, f.takes_live, f.takes_test, newest.time_s as to_s, newest.number
      from unnest((select $1::text[]), (select $2::boolean[]), (select $3::boolean[]), (select $4::boolean[]))
             as f(chain, has_treasury, takes_live, takes_test)
      left join lateral (
        select b.time_s, b.number from chain_blocks b where b.chain = f.chain order by b.number desc limit 1
      ) newest on true
  )`;

/**
 * The chain `f` is not followed up to the expiry of `p` yet, and it takes payments of this mode and the merchant
 * receives money there, a buyer holds a transaction for it, or `p` has a deposit address there.
 */
const IS_BEHIND = `
  coalesce(f.to_s, 0) < extract(epoch from p.expires_at)
  and (case when p.partner_id = live_partner(p.partner_id) then f.takes_live else f.takes_test end
       and (f.has_treasury
            or exists (select from crypto_settlements s
                        where s.merchant_id = p.merchant_id and s.partner_id = p.partner_id
                          and s.asset like f.chain || '/%'))
       or exists (select from intents i where i.payment_id = p.id and i.chain = f.chain)
       or exists (select from deposit_addresses a where a.payment_id = p.id and a.chain = f.chain))`;

/** A deposit in time is not at its depth yet, or its sender is not screened. */
const HAS_UNCONFIRMED_DEPOSIT = `
  exists (select from deposits d join deposit_addresses a on a.terms_hash = d.terms_hash
           where d.payment_id = p.id and d.chain = f.chain and ${IS_IN_TIME}
             and (d.is_refused is null or d.block_number > f.number - (a.required_depth - 1)))`;

/** What lies on an address was not compared with the books after the expiry: a node may leave out a deposit. */
const IS_UNCOMPARED = `
  exists (select from deposit_addresses a
           where a.payment_id = p.id and a.chain = f.chain and a.compared_to < p.expires_at)`;

/** `p` waits for the chain `f`, which may show that it was paid in time. */
export const WAITS = `((${IS_BEHIND}) or ${HAS_UNCONFIRMED_DEPOSIT} or ${IS_UNCOMPARED})`;

const WAITS_FOR_NONE = `not exists (select from followed f where ${WAITS})`;

// `offset 0` makes PostgreSQL start from the ids, not from all open payments.
const DUE_AMONG = `
  with ${FOLLOWED}
  select p.id
    from unnest($5::text[]) as asked(id)
   cross join lateral (
     select id, partner_id, merchant_id, status, expires_at from payments where id = asked.id offset 0) p
   where p.status = 'requires_action' and p.expires_at <= now() and ${WAITS_FOR_NONE}`;

// The page after the position ($5, $6), in order of expiry.
const DUE_PAGE = `
  with ${FOLLOWED}, page as materialized (
    select id, partner_id, merchant_id, expires_at from payments
     where status = 'requires_action' and expires_at <= now() and (expires_at, id) > ($5::timestamptz, $6)
     order by expires_at, id limit ${CHECKED_MAX}
  ), free as (
    select p.id from page p where ${WAITS_FOR_NONE} order by p.expires_at limit ${EXPIRE_MAX}
  ), last as (
    select id, expires_at from page order by expires_at desc, id desc limit 1
  )
  select (select coalesce(array_agg(id), '{}') from free) as due, (select count(*)::integer from page) as checked,
         (select id from last) as last_id, (select expires_at from last) as last_expires_at`;

const AWAITED = `
  with ${FOLLOWED}, due as materialized (
    select id, partner_id, merchant_id, expires_at from payments
     where status = 'requires_action' and expires_at <= now() - $5 * interval '1 second'
     order by expires_at limit ${REPORTED_MAX}
  )
  select f.chain, f.to_s, count(*)::integer as payments
    from followed f join due p on ${IS_BEHIND}
   group by f.chain, f.to_s order by f.chain`;

export const valuesOf = (chains: readonly PayableChain[]) => [
  chains.map(({ id }) => id),
  chains.map(({ hasTreasury }) => hasTreasury),
  chains.map(({ takesLive }) => takesLive),
  chains.map(({ takesTest }) => takesTest),
];

/** Expires the given payments that are due and wait for no chain. @returns the expired payments */
export async function expire(
  db: Queryable,
  chains: readonly PayableChain[],
  paymentIds: readonly string[],
): Promise<readonly Moved[]> {
  const values = [...valuesOf(chains), paymentIds];
  const { rows } = await db.query<{ id: string }>({ name: "payments_due_among", text: DUE_AMONG, values });
  return expireAll(
    db,
    rows.map(({ id }) => id),
  );
}

interface DuePage {
  readonly due: readonly string[];
  readonly checked: number;
  readonly last_id: string | null;
  readonly last_expires_at: Date | null;
}

interface Position {
  readonly expiresAt: Date | string;
  readonly id: string;
}

const START: Position = { expiresAt: "-infinity", id: "" };

/** @returns a function that expires the payments that are due and wait for no chain, a page per call */
export function createSweep(
  db: Queryable,
  chains: readonly PayableChain[],
): () => Promise<{ readonly hasMore: boolean }> {
  let after = START;
  return async () => {
    const values = [...valuesOf(chains), after.expiresAt, after.id];
    const { rows } = await db.query<DuePage>({ name: "payments_due", text: DUE_PAGE, values });
    const [page] = rows;
    if (!page) return { hasMore: false };
    await expireAll(db, page.due);
    const hasMore = page.due.length === EXPIRE_MAX;
    const isLastPage = page.checked < CHECKED_MAX;
    if (isLastPage) after = START;
    else if (!hasMore && page.last_id && page.last_expires_at) {
      after = { expiresAt: page.last_expires_at, id: page.last_id };
    }
    return { hasMore };
  };
}

const expireAll = async (db: Queryable, ids: readonly string[]): Promise<readonly Moved[]> => {
  if (ids.length === 0) return [];
  const items = ids.map((paymentId) => ({ paymentId }));
  return apply(db, { type: "expired" }, items);
};

/** The chains for which payments have waited longer than `sinceS` seconds past their expiry, the first 10 000. */
export async function awaitedChains(
  db: Queryable,
  chains: readonly PayableChain[],
  sinceS: number,
): Promise<readonly AwaitedChain[]> {
  const { rows } = await db.query<{ chain: string; to_s: bigint | null; payments: number }>({
    name: "awaited_chains",
    text: AWAITED,
    values: [...valuesOf(chains), sinceS],
  });
  return rows.map(({ chain, payments, to_s }) => ({
    chain,
    payments,
    followedToS: to_s === null ? null : Number(to_s),
  }));
}
