// Which of a partner's payments have changed since a reader last asked, each change told once.
//
// Events are numbered when they are written and seen when their transaction ends, so a number may appear below others that were
// told before. The fold keeps book of that (fold.ts): a reader's place is the newest event that was folded then, and the
// numbers below it that were missing.
import type { ChangesPlace, PartnerChanges } from "../../operations/await-changes.ts";
import type { Queryable } from "../database.ts";

/** Payments that are named at once: who is told of more reads everything again anyway. */
const PAYMENTS_MAX = 200;
/** Events, of all partners, that are looked through for those of a reader who was away for long. */
const EVENTS_MAX = 50_000;
/** Missing numbers that are remembered: some for each transaction that is under way. */
const HOLES_MAX = 100;

const READ_PLACE = `
  select last_event, array(select event_id from listing_holes order by event_id desc limit ${HOLES_MAX}) as holes
    from listing_progress`;

const READ_CHANGES = `
  with own as (
    select id, payment_id from payment_events
     where id > greatest($2, $4 - ${EVENTS_MAX}) and id <= $4 and partner_id = $1
    union all
    select id, payment_id from payment_events where id = any($3) and partner_id = $1
  )
  select payment_id from own where id <> all($5) group by payment_id order by max(id) desc limit ${PAYMENTS_MAX}`;

/** @param since null: nothing has changed, and the reader begins here */
export async function readChanges(
  db: Queryable,
  partnerId: string,
  since: ChangesPlace | null,
): Promise<PartnerChanges> {
  const { rows } = await db.query<{ last_event: bigint; holes: bigint[] }>({ name: "changes_place", text: READ_PLACE });
  const [place] = rows;
  if (!place) throw new Error("the listing has no progress");
  const now = { last: place.last_event, holes: place.holes };
  if (!since) return { place: now, paymentIds: [], isComplete: true };
  const { rows: changed } = await db.query<{ payment_id: string }>({
    name: "partner_changes",
    text: READ_CHANGES,
    values: [partnerId, since.last, since.holes, now.last, now.holes],
  });
  const isComplete = now.last - since.last <= EVENTS_MAX && changed.length < PAYMENTS_MAX;
  return { place: now, paymentIds: changed.map(({ payment_id }) => payment_id), isComplete };
}
