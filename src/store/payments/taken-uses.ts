// The uses of a payment link with a limit. Only money takes a use: a payment that is paid, whose transfer is seen, that
// the relayer is sending, or whose deposit has come. An open payment takes none: it costs a stranger nothing.
import { Semaphore } from "../../concurrency/semaphore.ts";
import { Unavailable } from "../../operations/errors/unavailable.ts";
import { type ClosedReason, type CountedUses, fullReason } from "../../operations/ports/payment-links.ts";
import type { Queryable } from "../database/database.ts";
import { CAME, LACKS_DEPOSIT } from "./deposits-in-time.ts";

/** Money lies on the address of the confirmation `c`. A signed transfer to it may never come. */
const HAS_DEPOSIT = `(${CAME} or c.method = 'deposit' and not (${LACKS_DEPOSIT}))`;

const IS_HELD = `
  p.status = 'processing' and exists (
    select from confirmations c where c.payment_id = p.id and c.partner_id = p.partner_id
       and (${HAS_DEPOSIT}
            or c.signature is not null and c.relay_state in ('queued', 'sent')
            or exists (select from transfers t where t.chain = c.chain and t.terms_hash = c.terms_hash
                          and t.orphaned_at is null)))`;

/**
 * Joins the taken uses `u` of a link `l`; without a limit, only its totals.
 * @param but the id of a payment that is not counted
 */
export const takenUses = (but: string): string => `
  cross join lateral (
    select l.succeeded + count(*) filter (where p.status = 'succeeded') as succeeded,
           count(*) filter (where p.status = 'processing') as held
      from payments p join payment_link_uses o on o.payment_id = p.id and o.partner_id = p.partner_id
     where l.max_uses is not null and p.creator = 'link' and p.creator_id = l.id and p.partner_id = l.partner_id
       and p.status in ('processing', 'succeeded') and p.id <> ${but} and not o.is_over
       and (p.status = 'succeeded' or ${IS_HELD})
  ) u`;

const COUNT = `
  select l.max_uses as "usesMax", u.succeeded, u.held from payment_links l ${takenUses("$3::text")}
   where l.id = $1 and l.partner_id = $2`;

interface CountedRow extends CountedUses {
  readonly usesMax: number | null;
}

/** Why the link has no use left for a payment; null: it has. Lock the link first. @param paymentId "": a new one */
export async function fullReasonOf(
  db: Queryable,
  linkId: string,
  partnerId: string,
  paymentId: string,
): Promise<ClosedReason | null> {
  const values = [linkId, partnerId, paymentId];
  const { rows } = await db.query<CountedRow>({ name: "payment_link_uses_taken", text: COUNT, values });
  const [row] = rows;
  return row ? fullReason(row.usesMax, row) : null;
}

/** Whether the link has a limit of uses. */
export async function hasLimit(db: Queryable, linkId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: "payment_link_has_limit",
    text: "select from payment_links where id = $1 and max_uses is not null",
    values: [linkId],
  });
  return rowCount === 1;
}

/**
 * Work on a link holds a connection while it waits for the link's lock, so a rush on one link gets only one connection.
 * @param linksMax links that are worked on at a time
 * @param tooMany what to tell those who find too many before them
 */
export const newTurns = (linksMax: number, tooMany: string): Semaphore =>
  new Semaphore({
    atOnceMax: linksMax,
    ofOwnerMax: 1,
    ofOwnerWaitingMax: 200,
    waitMs: 10_000,
    tooMany: () => new Unavailable(tooMany, { cause: null, retryAfterS: 5 }),
  });

const LINK_OF_PAYMENT = `
  select l.id, l.partner_id from payments p
    join payment_links l on l.id = p.creator_id and l.partner_id = p.partner_id and l.max_uses is not null
   where p.id = $1 and p.creator = 'link' and p.status <> 'succeeded'
     and not exists (select from confirmations c
                      where c.payment_id = p.id and c.partner_id = p.partner_id and ${HAS_DEPOSIT})`;

/** Why the payment's link has no use left for it; null: it has or took one, or no link with a limit created it. */
export const fullReasonFor = (db: Queryable, paymentId: string): Promise<ClosedReason | null> =>
  reasonOf(db, paymentId, "link_of_payment", LINK_OF_PAYMENT);

/** Like `fullReasonFor`. The link stays locked until the transaction ends, so a free use stays free. */
export const lockLinkOf = (tx: Queryable, paymentId: string): Promise<ClosedReason | null> =>
  reasonOf(tx, paymentId, "lock_link_of_payment", `${LINK_OF_PAYMENT} for no key update of l`);

async function reasonOf(db: Queryable, paymentId: string, name: string, text: string): Promise<ClosedReason | null> {
  const { rows } = await db.query<{ id: string; partner_id: string }>({ name, text, values: [paymentId] });
  const [link] = rows;
  return link ? fullReasonOf(db, link.id, link.partner_id, paymentId) : null;
}
