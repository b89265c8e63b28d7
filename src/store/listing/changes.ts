// Finds a partner's payments that changed since a reader's last read, each once. Events are numbered when written but
// visible only after commit, so lower numbers may appear later; a reader's place includes the missing ones (fold.ts).
import type { ChangesPlace, PartnerChanges } from "../../operations/await-changes.ts";
import type { PaymentOwner } from "../../payment/list.ts";
import type { Queryable } from "../database.ts";

/** Maximum payments per read. A reader with more changes reloads everything anyway. */
const PAYMENTS_MAX = 200;
/** Maximum events, of all partners, to search after a long absence. */
const EVENTS_MAX = 50_000;
/** Maximum missing numbers to remember; each transaction in progress causes a few. */
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
  select payment_id from own
   where id <> all($5) and ($6::text[] is null or exists (
           select from payments p where p.id = payment_id and p.partner_id = $1 and p.merchant_id = any($6)))
   group by payment_id order by max(id) desc limit ${PAYMENTS_MAX}`;

/** @param since null: the reader starts here, so nothing has changed */
export async function readChanges(
  db: Queryable,
  { partnerId, merchantIds }: PaymentOwner,
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
    values: [partnerId, since.last, since.holes, now.last, now.holes, merchantIds],
  });
  const isComplete = now.last - since.last <= EVENTS_MAX && changed.length < PAYMENTS_MAX;
  return { place: now, paymentIds: changed.map(({ payment_id }) => payment_id), isComplete };
}
