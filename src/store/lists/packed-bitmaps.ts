// Packs the buyer bitmaps of ended buckets: moves them to a table where they lie in the order in which lists read them.
import type { Queryable } from "../database/database.ts";
import { BUCKET_SECONDS, type BucketOfScope } from "./buckets.ts";

/** A place before all buckets. */
export const FIRST: BucketOfScope = { scope: -1, level: 0, span: 0 };

/** Age at which an ended bucket is packed. Few of its payments become final later than that. */
const PACKED_AFTER_S = 86_400;
/** Bitmaps per transaction: about ten milliseconds of work. */
const BITMAPS_MAX = 500;

const HAS_ENDED = `
  level > 0 and (span + 1) * (array[${BUCKET_SECONDS.join(", ")}]::bigint[])[level]
                < extract(epoch from now()) - ${PACKED_AFTER_S}`;

/** A level's buckets are ordered by time: at the first that has not ended, the search skips to the next level. */
const FIND_ENDED = `
  with recursive buckets as (
    (select scope, level, span, ${HAS_ENDED} as has_ended from only buyer_sets
      where (scope, level, span) >= ($1, $2, $3) order by scope, level, span limit 1)
    union all
    select next.* from buckets s cross join lateral (
      select scope, level, span, ${HAS_ENDED} from only buyer_sets b
       where (b.scope, b.level) > (s.scope, s.level) order by scope, level, span limit 1) next
     where not s.has_ended
  )
  select scope, level, span from buckets where has_ended`;

/** @returns the first ended bucket from this one on that has bitmaps to pack; null: none */
export async function findEnded(db: Queryable, { scope, level, span }: BucketOfScope): Promise<BucketOfScope | null> {
  const { rows } = await db.query<BucketOfScope>({
    name: "find_ended_bucket",
    text: FIND_ENDED,
    values: [scope, level, span],
  });
  return rows[0] ?? null;
}

const PACK = `
  with ended as (
    delete from only buyer_sets where ctid = any(array(
      select ctid from only buyer_sets where scope = $1 and level = $2 and span = $3
       order by kind, chunk limit ${BITMAPS_MAX}))
    returning *
  )
  insert into packed_buyer_sets as p (scope, level, span, kind, chunk, bits)
  select scope, level, span, kind, chunk, bits from ended order by kind, chunk
  on conflict (scope, level, span, kind, chunk) do update set bits = p.bits | excluded.bits`;

/** Packs some bitmaps of a bucket, inside a transaction that holds the projection's lock. */
export async function pack(tx: Queryable, { scope, level, span }: BucketOfScope): Promise<void> {
  await tx.query({ name: "pack_bitmaps", text: PACK, values: [scope, level, span] });
}
