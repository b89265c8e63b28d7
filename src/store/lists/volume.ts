// Created and paid volume over time, from sums per quarter of an hour.
import type { PaymentOwner } from "../../payment/lists/list.ts";
import type { VolumeBucket } from "../../payment/lists/volume.ts";
import type { Queryable } from "../database/database.ts";

/** A quarter of an hour: in every time zone, hours begin on a UTC quarter. */
const QUARTER_S = 900;

/** SQL for the number of the quarter that contains a timestamptz. */
export const quarterOf = (time: string): string => `floor(extract(epoch from ${time}) / ${QUARTER_S})::integer`;

interface VolumeRow {
  bucket: number;
  currency: string;
  created: bigint;
  succeeded: bigint;
  revenue: bigint;
}

// width_bucket returns 1 from the first bound to before the second, and so on. Months begin with a quarter.
const READ = `
  select width_bucket(v.quarter, $3::integer[]) as bucket, v.currency, sum(v.created) as created,
         sum(v.succeeded) as succeeded, sum(v.revenue) as revenue
    from payment_volume v
    join listing_scopes s on s.no = v.scope
   where s.partner_id = $1 and s.merchant_id = any($2) and v.quarter >= $4 and v.quarter < $5
     and v.quarter >= coalesce((select ${quarterOf("payments_kept_since()")}), $4)
   group by 1, 2 order by 1, 2`;

interface RefundedRow {
  bucket: number;
  currency: string;
  value: bigint;
}

// A mark stands for its whole payment, unless refunds led to it. Refunds are few, so no totals of them are kept.
const REFUNDED = `
  select width_bucket(extract(epoch from r.at), $3::float8[]) as bucket, r.currency, sum(r.fiat) as value
    from (
      select updated_at as at, currency, fiat from refunds
       where partner_id = $1 and status = 'succeeded' and ($2::text[] is null or merchant_id = any($2))
         and updated_at >= to_timestamp($4) and updated_at < to_timestamp($5)
      union all
      select m.created_at, p.currency, p.amount
        from refund_marks m join payments p on p.id = m.payment_id and p.partner_id = m.partner_id
       where m.partner_id = $1 and ($2::text[] is null or p.merchant_id = any($2))
         and m.created_at >= to_timestamp($4) and m.created_at < to_timestamp($5)
         and not exists (select from refunds f where f.payment_id = m.payment_id and f.partner_id = m.partner_id
                            and f.status = 'succeeded')) r
   group by 1, 2 order by 1, 2`;

/** @param bounds Unix seconds of quarters of an hour, ascending: the start of each bucket, and the end of the last */
export async function readVolume(
  db: Queryable,
  { partnerId, merchantIds }: PaymentOwner,
  bounds: readonly number[],
): Promise<readonly VolumeBucket[]> {
  const quarters = bounds.map((boundS) => Math.floor(boundS / QUARTER_S));
  const { rows } = await db.query<VolumeRow>({
    name: "payment_volume",
    text: READ,
    values: [partnerId, merchantIds ?? [""], quarters, quarters[0], quarters.at(-1)],
  });
  const { rows: refunds } = await db.query<RefundedRow>({
    name: "refunded_volume",
    text: REFUNDED,
    values: [partnerId, merchantIds, bounds, bounds[0], bounds.at(-1)],
  });
  return bounds.slice(0, -1).map((startsAtS, index) => {
    const own = rows.filter(({ bucket }) => bucket === index + 1);
    return {
      startsAtS,
      created: own.reduce((sum, { created }) => sum + created, 0n),
      succeeded: own.reduce((sum, { succeeded }) => sum + succeeded, 0n),
      revenue: own
        .filter(({ succeeded }) => succeeded > 0n)
        .map(({ currency, revenue }) => ({ currency, value: revenue })),
      refunded: refunds
        .filter(({ bucket }) => bucket === index + 1)
        .map(({ currency, value }) => ({ currency, value })),
    };
  });
}
