// Expires payments. A due payment waits while a chain that it may have been paid on is followed less far than its
// expiry, because a block not read yet may have paid it in time.
import { apply, type Moved } from "./apply.ts";
import type { Queryable } from "./database.ts";

/** A configured chain. */
export interface PayableChain {
  /** CAIP-2. */
  readonly id: string;
  /** Whether it receives money for merchants without a destination there. */
  readonly hasTreasury: boolean;
}

/** Payments past their expiry that wait for a chain. */
export interface AwaitedChain {
  readonly chain: string;
  readonly payments: number;
  /** Unix seconds: the time of the newest block taken in; null: never followed. */
  readonly followedToS: number | null;
}

/** Payments expired per sweep; the next sweep takes the rest. */
const EXPIRE_MAX = 1_000;

const FOLLOWED = `
  followed as materialized (
    select f.chain, f.has_treasury,
           (select b.time_s from chain_blocks b where b.chain = f.chain order by b.number desc limit 1) as to_s
      from unnest($1::text[], $2::boolean[]) as f(chain, has_treasury)
  )`;

/**
 * `p` waits for the chain `f`: it is followed less far than the expiry, and its merchant receives money there or a
 * buyer of the payment holds a transaction for it.
 */
const WAITS = `
  coalesce(f.to_s, 0) < extract(epoch from p.expires_at)
  and (f.has_treasury
       or exists (select from crypto_settlements s where s.merchant_id = p.merchant_id and s.partner_id = p.partner_id
                     and s.asset like f.chain || '/%')
       or exists (select from intents i where i.payment_id = p.id and i.chain = f.chain))`;

const due = (condition: string): string => `
  with ${FOLLOWED}
  select p.id from payments p
   where p.status = 'requires_action' and p.expires_at <= now() and ${condition}
     and not exists (select from followed f where ${WAITS})
   order by p.expires_at limit ${EXPIRE_MAX}`;

const DUE = due("true");
const DUE_AMONG = due("p.id = any($3)");

const AWAITED = `
  with ${FOLLOWED}
  select f.chain, f.to_s, count(*)::integer as payments
    from followed f join payments p on ${WAITS}
   where p.status = 'requires_action' and p.expires_at <= now() - $3 * interval '1 second'
   group by f.chain, f.to_s order by f.chain`;

const valuesOf = (chains: readonly PayableChain[]) => [
  chains.map(({ id }) => id),
  chains.map(({ hasTreasury }) => hasTreasury),
];

/** Expires those of these payments that are due and wait for no chain. @returns the expired ones */
export async function expire(
  db: Queryable,
  chains: readonly PayableChain[],
  paymentIds: readonly string[],
): Promise<readonly Moved[]> {
  const values = [...valuesOf(chains), paymentIds];
  const { rows } = await db.query<{ id: string }>({ name: "payments_due_among", text: DUE_AMONG, values });
  return expireAll(db, rows);
}

/** Expires every payment that is due and waits for no chain, at most a page. */
export async function expireDue(
  db: Queryable,
  chains: readonly PayableChain[],
): Promise<{ readonly hasMore: boolean }> {
  const { rows } = await db.query<{ id: string }>({ name: "payments_due", text: DUE, values: valuesOf(chains) });
  await expireAll(db, rows);
  return { hasMore: rows.length === EXPIRE_MAX };
}

const expireAll = async (db: Queryable, rows: readonly { readonly id: string }[]): Promise<readonly Moved[]> =>
  rows.length === 0
    ? []
    : apply(
        db,
        { type: "expired" },
        rows.map(({ id }) => ({ paymentId: id })),
      );

/** The chains for which payments have waited longer than `sinceS` seconds past their expiry. */
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
