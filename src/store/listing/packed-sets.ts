// Packs the buyer sets of ended spans: moves them to a table where they lie in the order in which lists read them.
import type { Queryable } from "../database.ts";
import { SPAN_SECONDS, type SpanOfScope } from "./spans.ts";

/** Before all spans. */
export const FIRST: SpanOfScope = { scope: -1, level: 0, span: 0 };

/** Payments of an ended span may become final later; few do after a day. */
const PACKED_AFTER_S = 86_400;
/** Sets per transaction, for about ten milliseconds of work. */
const SETS_MAX = 500;

const HAS_ENDED = `
  level > 0 and (span + 1) * (array[${SPAN_SECONDS.join(", ")}]::bigint[])[level]
                < extract(epoch from now()) - ${PACKED_AFTER_S}`;

/** Spans of a level come in the order of time: behind one that has not ended, the next level is searched. */
const FIND_ENDED = `
  with recursive spans as (
    (select scope, level, span, ${HAS_ENDED} as has_ended from only buyer_sets
      where (scope, level, span) >= ($1, $2, $3) order by scope, level, span limit 1)
    union all
    select next.* from spans s cross join lateral (
      select scope, level, span, ${HAS_ENDED} from only buyer_sets b
       where (b.scope, b.level) > (s.scope, s.level) order by scope, level, span limit 1) next
     where not s.has_ended
  )
  select scope, level, span from spans where has_ended`;

/** @returns the first ended span from this one on that has sets to pack; null: none */
export async function findEnded(db: Queryable, { scope, level, span }: SpanOfScope): Promise<SpanOfScope | null> {
  const { rows } = await db.query<SpanOfScope>({
    name: "find_ended_span",
    text: FIND_ENDED,
    values: [scope, level, span],
  });
  return rows[0] ?? null;
}

const PACK = `
  with ended as (
    delete from only buyer_sets where ctid = any(array(
      select ctid from only buyer_sets where scope = $1 and level = $2 and span = $3
       order by kind, chunk limit ${SETS_MAX}))
    returning *
  )
  insert into packed_buyer_sets as p (scope, level, span, kind, chunk, bits)
  select scope, level, span, kind, chunk, bits from ended order by kind, chunk
  on conflict (scope, level, span, kind, chunk) do update set bits = p.bits | excluded.bits`;

/** Packs some sets of a span, within a transaction that holds the fold's lock. */
export async function pack(tx: Queryable, { scope, level, span }: SpanOfScope): Promise<void> {
  await tx.query({ name: "pack_sets", text: PACK, values: [scope, level, span] });
}
