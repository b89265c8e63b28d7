// Statistics of a selection: from totals where they exist, and from single payments at the ends of a time range and for
// scopes without totals.
import { type RawBuilder, sql } from "kysely";
import type { PaymentStatistics } from "../../payment/list.ts";
import type { PaymentStatus } from "../../payment/payment.ts";
import type { Queryable } from "../database.ts";
import { fromPieces, piecesOf } from "./pieces.ts";
import { run } from "./query.ts";
import { isEmpty, isInSets, type Selection } from "./selection.ts";

/** The number that represents all kinds with buyer sets. */
const ALL_SETS = 0;
/** The only other status with buyers; few payments have it at any time. */
const IN_PROGRESS: PaymentStatus = "processing";

export interface SumRow {
  /** Null in the single row that counts customers. */
  kind: number | null;
  currency: string;
  payments: bigint;
  amount: bigint;
}

/**
 * The planner knows neither how many sets a range has nor how many payments a merchant's kind. It would sort megabytes
 * of sets to merge them, and all payments of a kind instead of reading the first ones from an index. A plan that it
 * keeps may be from a time when a table was small, and would read all of it.
 */
const SETTINGS = `select ${["enable_sort", "enable_bitmapscan", "enable_seqscan"]
  .map((name) => `set_config('${name}', 'off', true)`)
  .join(", ")}`;

/** Number of matches by kind; a kind without any is absent. */
export type MatchesByKind = ReadonlyMap<number, bigint>;

/** Changes the planner's settings for the rest of the transaction. */
export async function readStatistics(
  db: Queryable,
  selection: Selection,
): Promise<{ readonly statistics: PaymentStatistics; readonly matches: MatchesByKind }> {
  const rows = isEmpty(selection) ? [] : await readSums(db, selection);
  return {
    statistics: toStatistics(selection, rows),
    matches: sumBy(matching(rows), ({ kind }) => kind, paymentsOf),
  };
}

async function readSums(db: Queryable, selection: Selection): Promise<readonly SumRow[]> {
  await db.query({ text: SETTINGS });
  const name = `statistics${selection.isOfMerchants ? "_of_merchants" : ""}${hasSets(selection) ? "_with_sets" : ""}`;
  return run<SumRow>(db, fromTotals(selection), name);
}

/** Whether a part of the selection has totals with sets. Only this and `isOfMerchants` change the query's text. */
const hasSets = ({ scopes }: Selection): boolean => scopes.some(({ cover }) => cover.spans.length > 0);

function fromTotals(selection: Selection): RawBuilder<unknown> {
  const { kinds, scopes, isOfMerchants } = selection;
  const counted = scopes.flatMap((scope) =>
    scope.cover.rest.flatMap((rest) => piecesOf({ ...selection, scopes: [scope] }, rest)),
  );
  // Buyers of payments in progress where totals exist. Those also in the rest appear twice and are counted once.
  const uncounted = piecesOf(
    {
      kinds: kinds.filter(({ status }) => status === IN_PROGRESS),
      scopes: scopes.filter(({ cover }) => cover.spans.length > 0 || cover.fine.length > 0),
      isOfMerchants,
    },
    selection,
  );
  const kindNumbers = kinds.map(({ no }) => no);
  const isWithSets = hasSets(selection);
  const setKinds = selection.isOfAllSets
    ? [ALL_SETS]
    : kinds.filter(({ status }) => isInSets(status)).map(({ no }) => no);
  return sql`
    with loose as materialized (
      select l.kind, l.currency, l.amount, l.buyer, piece.no <= ${counted.length}::bigint as is_counted
        from ${fromPieces([...counted, ...uncounted], isOfMerchants)}
    ), fine as materialized (
      select kind, currency, payments, amount, buyers from ${fineOf(scopes, kindNumbers)}
    ), sums as (
      select kind, currency, payments, amount from ${totalsOf(scopes, kindNumbers)}
      union all
      select kind, currency, payments, amount from fine
      union all
      select kind, currency, count(*), sum(amount) from loose where is_counted group by kind, currency
    ), sets as materialized (
      select chunk, bit_or(bits) as bits from ${setsOf(scopes, setKinds)} group by chunk
    )
    select kind, currency, sum(payments) as payments, sum(amount) as amount from sums group by kind, currency
    union all
    select null, null, (select coalesce(sum(bit_count(bits)), 0) from sets) + (
      select count(distinct l.buyer)
        from (select buyer from loose where buyer is not null union all select unnest(buyers) from fine) l
        ${isWithSets ? sql`left join sets s on s.chunk = l.buyer / 8192` : sql``}
       where ${isWithSets ? sql`s.bits is null or get_bit(s.bits, l.buyer % 8192) = 0` : sql`true`}), 0`;
}

/** FROM items with the totals of each scope's spans, in these kinds. */
const totalsOf = (scopes: Selection["scopes"], kinds: readonly number[]): RawBuilder<unknown> =>
  inSpans(scopes, "spans", kinds, sql.raw("payment_totals"), sql.raw("kind, currency, payments, amount"));
const fineOf = (scopes: Selection["scopes"], kinds: readonly number[]): RawBuilder<unknown> =>
  inSpans(scopes, "fine", kinds, sql.raw("fine_totals"), sql.raw("kind, currency, payments, amount, buyers"));
const setsOf = (scopes: Selection["scopes"], kinds: readonly number[]): RawBuilder<unknown> =>
  inSpans(scopes, "spans", kinds, sql.raw("buyer_sets"), sql.raw("chunk, bits"));

/** Reads span by span from the primary key; `offset 0` keeps the planner from scanning the whole table. */
function inSpans(
  scopes: Selection["scopes"],
  part: "spans" | "fine",
  kinds: readonly number[],
  table: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const ranges = scopes.flatMap(({ no, cover }) => cover[part].map((range) => ({ ...range, scope: no })));
  return sql`
    unnest((select ${ranges.map(({ scope }) => scope)}::integer[]),
           (select ${ranges.map(({ level }) => level)}::smallint[]),
           (select ${ranges.map(({ from }) => from)}::integer[]), (select ${ranges.map(({ to }) => to)}::integer[]))
      as range(scope, level, from_span, to_span)
    cross join lateral (
      select ${columns} from ${table} t
       where t.scope = range.scope and t.level = range.level and t.span >= range.from_span and t.span < range.to_span
         and t.kind = any((select ${kinds}::integer[])::integer[])
      offset 0
    ) t`;
}

/** Number of payments in a selection, regardless of its search text. */
export async function countOf(db: Queryable, selection: Selection): Promise<bigint> {
  if (isEmpty(selection)) return 0n;
  const { kinds, scopes, isOfMerchants } = selection;
  const rest = scopes.flatMap((scope) =>
    scope.cover.rest.flatMap((part) => piecesOf({ ...selection, scopes: [scope] }, part)),
  );
  const kindNumbers = kinds.map(({ no }) => no);
  const [row] = await run<{ payments: bigint }>(
    db,
    sql`
      select coalesce((select sum(payments) from ${totalsOf(scopes, kindNumbers)}), 0)::bigint
             + coalesce((select sum(payments) from ${fineOf(scopes, kindNumbers)}), 0)::bigint
             + (select count(*) from ${fromPieces(rest, isOfMerchants)}) as payments`,
  );
  return row?.payments ?? 0n;
}

export function toStatistics({ kinds }: Selection, rows: readonly SumRow[]): PaymentStatistics {
  const succeeded = new Set(kinds.filter(({ status }) => status === "succeeded").map(({ no }) => no));
  const sums = matching(rows);
  const currencyOf = ({ currency }: SumRow): string => currency;
  return {
    payments: sums.reduce((sum, { payments }) => sum + payments, 0n),
    customers: rows.find(({ kind }) => kind === null)?.payments ?? 0n,
    revenue: sumBy(
      sums.filter(({ kind }) => succeeded.has(kind)),
      currencyOf,
      ({ amount }) => amount,
    ),
    currencies: sumBy(sums, currencyOf, paymentsOf),
  };
}

type MatchingRow = SumRow & { readonly kind: number };

/** The rows of payments, without the one that counts customers. */
const matching = (rows: readonly SumRow[]): readonly MatchingRow[] =>
  rows.filter((row): row is MatchingRow => row.kind !== null && row.payments > 0n);

const paymentsOf = ({ payments }: SumRow): bigint => payments;

function sumBy<Key extends string | number>(
  rows: readonly MatchingRow[],
  keyOf: (row: MatchingRow) => Key,
  amountOf: (row: MatchingRow) => bigint,
): ReadonlyMap<Key, bigint> {
  const sums = new Map<Key, bigint>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0n) + amountOf(row));
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}
