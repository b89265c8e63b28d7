// Reads whether anything waits for the workers, in one query.
import type { PendingWork } from "../../operations/ports/pending-work.ts";
import type { Queryable } from "../database/database.ts";
import { FOLLOWED, type PayableChain, valuesOf, WAITS } from "../payments/expire.ts";

/** A wallet usually sends a transaction within this time. Later transactions are found too, but with a delay. */
const HANDED_OUT_MIN = 15;
/** A transfer that is undecided for longer waits for an operator, because no second source shows it. */
const UNDECIDED_S = 3_600;
/** Due payments checked: the bound keeps the query fast when many payments wait for a dead chain. */
const DUE_MAX = 1_000;

/** Rows of an open payment. `offset 0` makes PostgreSQL stop at the first, instead of joining all of them each time. */
const hasOpen = (rows: string): string => `exists (
    select from (select payment_id, partner_id from ${rows} offset 0) r
     cross join lateral (
       select from payments p
        where p.id = r.payment_id and p.partner_id = r.partner_id and p.status = 'requires_action' offset 0) p)`;

const IN_FLIGHT = `
  exists (select from confirmations c
           where c.chain = f.chain and c.relay_state <> 'closed' and c.search_after <= now())
  or exists (select from relay_batches b where b.chain = f.chain and b.mined_in is null)
  or exists (select from transfers t where t.chain = f.chain and t.state = 'seen'
                and t.block_time_s > extract(epoch from now()) - ${UNDECIDED_S})
  or exists (select from deposits d where d.chain = f.chain and not d.is_judged and d.orphaned_at is null
                and d.block_time_s > extract(epoch from now()) - ${UNDECIDED_S})
  or exists (select from unrecovered u where u.chain = f.chain and u.amount >= u.minimum and not u.is_quarantined
                and u.since > now() - interval '${UNDECIDED_S} s' and u.recover_after <= now())
  or ${hasOpen(`intents i where i.chain = f.chain and i.created_at > now() - interval '${HANDED_OUT_MIN} min'`)}
  or ${hasOpen("deposit_addresses a where a.chain = f.chain and a.deadline_s > extract(epoch from now())")}`;

const PENDING = `
  with ${FOLLOWED}, due as materialized (
    select id, partner_id, merchant_id, expires_at from payments
     where status = 'requires_action' and expires_at <= now() order by expires_at limit ${DUE_MAX}
  )
  select array(select f.chain from followed f where ${IN_FLIGHT}) as in_flight,
         array(select f.chain from followed f where exists (select from due p where ${WAITS})) as awaited,
         (select greatest(extract(epoch from expires_at - now()) * 1000, 0)::double precision
            from payments where status = 'requires_action' order by expires_at limit 1) as next_expiry_ms,
         exists (select from unlisted_events) as has_unlisted`;

interface PendingRow {
  readonly in_flight: readonly string[];
  readonly awaited: readonly string[];
  readonly next_expiry_ms: number | null;
  readonly has_unlisted: boolean;
}

export async function readPendingWork(db: Queryable, chains: readonly PayableChain[]): Promise<PendingWork> {
  const { rows } = await db.query<PendingRow>({ name: "pending_work", text: PENDING, values: valuesOf(chains) });
  const [row] = rows;
  if (!row) throw new Error("the database returned no row");
  return {
    inFlight: row.in_flight,
    awaited: row.awaited,
    nextExpiryMs: row.next_expiry_ms,
    hasUnlisted: row.has_unlisted,
  };
}
