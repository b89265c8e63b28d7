// Payments one by one, where no total stands for them: pieces of a merchant (or of a whole partner), a kind and a time,
// each of them a stretch of one index.
import { type RawBuilder, sql } from "kysely";
import type { Selection } from "./selection.ts";
import type { TimeRange } from "./spans.ts";

export interface Piece extends TimeRange {
  /** Null: all merchants; the kind is of one partner anyway. */
  readonly merchant: number | null;
  readonly kind: number;
}

/** Every kind in every scope of the selection (or in those given), in this time. */
export const piecesOf = (
  { kinds, scopes, isOfMerchants }: Pick<Selection, "kinds" | "scopes" | "isOfMerchants">,
  { fromMs, toMs }: TimeRange,
): Piece[] =>
  scopes.flatMap(({ no }) =>
    kinds.map((kind) => ({ merchant: isOfMerchants ? no : null, kind: kind.no, fromMs, toMs })),
  );

export const timestamp = (ms: number | null, endless: "-infinity" | "infinity"): string =>
  ms === null ? endless : new Date(ms).toISOString();

/** A FROM item: the columns of listed_payments `l`, for each piece (its number from 1 as `piece.no`). */
export function fromPieces(pieces: readonly Piece[], isOfMerchants: boolean): RawBuilder<unknown> {
  const merchant = isOfMerchants ? sql`and l.merchant = piece.merchant` : sql``;
  return sql`
    unnest(${pieces.map((piece) => piece.merchant)}::integer[], ${pieces.map((piece) => piece.kind)}::integer[],
           ${pieces.map(({ fromMs }) => timestamp(fromMs, "-infinity"))}::timestamptz[],
           ${pieces.map(({ toMs }) => timestamp(toMs, "infinity"))}::timestamptz[])
      with ordinality as piece(merchant, kind, from_at, to_at, no)
    cross join lateral (
      select l.payment_id, l.kind, l.created_at, l.currency, l.amount, l.buyer from listed_payments l
       where l.kind = piece.kind ${merchant} and l.created_at >= piece.from_at and l.created_at < piece.to_at
      offset 0
    ) l`;
}
