// Finds a partner's payments that changed since a reader's last read: each payment once, in the order of the projection
// (project.ts).
import type { ChangesPlace, PartnerChanges } from "../../operations/payments/await-changes.ts";
import type { PaymentOwner } from "../../payment/lists/list.ts";
import type { Queryable } from "../database/database.ts";
import { CHANGES_KEPT } from "./project.ts";

/** Maximum payments per read. A reader with more changes reloads everything anyway. */
const PAYMENTS_MAX = 200;
const READ_PLACE = "select changes from listing_progress";

const READ_CHANGES = `
  with own as (
    select u.payment_id, c.upto, u.no
      from listing_changes c cross join unnest(c.payment_ids) with ordinality as u(payment_id, no)
     where c.upto > $2 and c.upto <= $3 and c.partner_id = $1
  ), newest as (
    select distinct on (payment_id) payment_id, upto, no from own
     where $4::text[] is null or exists (
             select from payments p where p.id = payment_id and p.partner_id = $1 and p.merchant_id = any($4))
     order by payment_id, upto desc
  )
  select payment_id from newest order by upto desc, no desc limit ${PAYMENTS_MAX}`;

/** @param since null: the reader starts here, so nothing has changed */
export async function readChanges(
  db: Queryable,
  { partnerId, merchantIds }: PaymentOwner,
  since: ChangesPlace | null,
): Promise<PartnerChanges> {
  const { rows } = await db.query<{ changes: bigint }>({ name: "changes_place", text: READ_PLACE });
  const [place] = rows;
  if (!place) throw new Error("listing_progress has no row");
  const now = { last: place.changes };
  if (!since) return { place: now, paymentIds: [], isComplete: true };
  const { rows: changed } = await db.query<{ payment_id: string }>({
    name: "partner_changes",
    text: READ_CHANGES,
    values: [partnerId, since.last, now.last, merchantIds],
  });
  // A reader may be ahead of a restored database.
  const isBehind = now.last >= since.last && now.last - since.last <= CHANGES_KEPT;
  const isComplete = isBehind && changed.length < PAYMENTS_MAX;
  return { place: now, paymentIds: changed.map(({ payment_id }) => payment_id), isComplete };
}
