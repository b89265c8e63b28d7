// Computes statistics of a selection from totals where they exist. The ends of a time range, and scopes without totals,
// are read payment by payment.
import { type RawBuilder, sql } from "kysely";
import type { PaymentStatistics } from "../../payment/lists/list.ts";
import type { PaymentStatus } from "../../payment/payment.ts";
import type { Queryable } from "../database/database.ts";
import { countOthers } from "./buyers.ts";
import { run } from "./query.ts";
import { fromRanges, rangesOf } from "./ranges.ts";
import { isEmpty, isInBitmaps, type Selection } from "./selection.ts";

/** The number that represents all status assets with buyer bitmaps. */
const ALL_BITMAPS = 0;
/** The only status with buyers but without bitmaps. Few payments have it at any time. */
const IN_PROGRESS: PaymentStatus = "processing";

/** The payments of one status asset and currency. */
export interface SumRow {
  kind: number;
  currency: string;
  payments: bigint;
  amount: bigint;
}

interface TotalRow {
  /** Null in rows of bitmaps. */
  kind: number | null;
  currency: string;
  /** Number of payments; in rows of bitmaps, of buyers. */
  payments: bigint;
  amount: bigint;
  /** A list of buyers, or the bits of a bitmap's `chunk`. */
  buyers: Buffer | null;
  chunk: number | null;
}

/**
 * The planner knows neither the number of bitmaps in a range nor the number of payments of a merchant's status asset.
 * It would sort megabytes of bitmaps to merge them, and all payments of a status asset instead of reading the first
 * few from an index. A plan kept from a time when a table was small would scan the whole table.
 */
const SETTINGS = `select ${["enable_sort", "enable_bitmapscan", "enable_seqscan"]
  .map((name) => `set_config('${name}', 'off', true)`)
  .join(", ")}`;

/** Number of matches by status asset; a status asset without any is absent. */
export type MatchesByStatusAsset = ReadonlyMap<number, bigint>;

/** Changes the planner's settings for the remainder of the transaction. */
export async function readStatistics(
  db: Queryable,
  selection: Selection,
): Promise<{ readonly statistics: PaymentStatistics; readonly matches: MatchesByStatusAsset }> {
  const rows = isEmpty(selection) ? [] : await readTotals(db, selection);
  const sums = rows.filter((row): row is TotalRow & SumRow => row.kind !== null);
  return {
    statistics: toStatistics(selection, sums, await customersOf(rows)),
    matches: sumBy(matching(sums), ({ kind }) => kind, paymentsOf),
  };
}

async function readTotals(db: Queryable, selection: Selection): Promise<readonly TotalRow[]> {
  await db.query({ text: SETTINGS });
  const name = `statistics${selection.isOfMerchants ? "_of_merchants" : ""}${hasLists(selection) ? "_with_lists" : ""}`;
  return run<TotalRow>(db, fromTotals(selection), name);
}

/** Counts the buyers in bitmaps, plus the buyers in lists that are in no bitmap. */
async function customersOf(rows: readonly TotalRow[]): Promise<bigint> {
  const chunks = rows.flatMap(({ chunk, buyers }) => (chunk !== null && buyers ? [{ chunk, bits: buyers }] : []));
  const lists = rows.flatMap(({ chunk, buyers }) => (chunk === null && buyers ? [buyers] : []));
  const inSets = rows.reduce((sum, { kind, payments }) => (kind === null ? sum + payments : sum), 0n);
  return inSets + BigInt(await countOthers(chunks, lists));
}

/** Whether the selection has sparse totals. Only this and `isOfMerchants` change the query's text. */
const hasLists = ({ scopes }: Selection): boolean => scopes.some(({ cover }) => cover.sparse.length > 0);

function fromTotals(selection: Selection): RawBuilder<unknown> {
  const { statusAssets, scopes, isOfMerchants } = selection;
  const counted = scopes.flatMap((scope) =>
    scope.cover.remainders.flatMap((remainder) => rangesOf({ ...selection, scopes: [scope] }, remainder)),
  );
  // Buyers of payments in progress, where totals exist. A buyer who is also in a remainder appears twice, but counts
  // once.
  const uncounted = rangesOf(
    {
      statusAssets: statusAssets.filter(({ status }) => status === IN_PROGRESS),
      scopes: scopes.filter(({ cover }) => cover.dense.length > 0 || cover.sparse.length > 0),
      isOfMerchants,
    },
    selection,
  );
  const statusAssetNumbers = statusAssets.map(({ no }) => no);
  const isWithLists = hasLists(selection);
  const bitmapStatusAssets = selection.isOfAllBitmaps
    ? [ALL_BITMAPS]
    : statusAssets.filter(({ status }) => isInBitmaps(status)).map(({ no }) => no);
  return sql`
    with uncovered as materialized (
      select l.kind, l.currency, l.amount, l.buyer, range.no <= ${counted.length}::bigint as is_counted
        from ${fromRanges([...counted, ...uncounted], isOfMerchants)}
    ), bitmaps as (
      select chunk, bit_or(bits) as bits from ${bitmapsOf(scopes, bitmapStatusAssets)} group by chunk
    ), sums as (
      select kind, currency, payments, amount, null::bytea as buyers from ${totalsOf(scopes, statusAssetNumbers)}
      union all
      select kind, currency, payments, amount, buyers from ${sparseTotalsOf(scopes, statusAssetNumbers)}
      union all
      select kind, currency, count(*) filter (where is_counted), coalesce(sum(amount) filter (where is_counted), 0),
             ${isWithLists ? UNCOVERED_BUYERS : UNCOVERED_BUYERS_NOT_IN_BITMAPS}
       group by kind, currency
    )
    select kind, currency, sum(payments) as payments, sum(amount) as amount, string_agg(buyers, '') as buyers,
           null::integer as chunk
      from sums group by kind, currency
    union all
    ${isWithLists ? BITS_OF_BITMAPS : COUNT_OF_BITMAPS}`;
}

/** Lists may contain buyers of bitmaps and of each other, so all are counted together, outside of PostgreSQL. */
const UNCOVERED_BUYERS = sql`string_agg(int4send(buyer), '') from uncovered`;
const BITS_OF_BITMAPS = sql`select null, null, bit_count(bits), 0, bit_send(bits), chunk from bitmaps`;
/** Without lists, only single payments add buyers, so the bitmaps need not leave the database. */
const UNCOVERED_BUYERS_NOT_IN_BITMAPS = sql`
  string_agg(int4send(buyer), '') filter (where s.bits is null or get_bit(s.bits, buyer % 8192) = 0)
    from uncovered left join bitmaps s on s.chunk = buyer / 8192`;
const COUNT_OF_BITMAPS = sql`select null, null, coalesce(sum(bit_count(bits)), 0), 0, null, null from bitmaps`;

/** FROM items with the totals of each scope's buckets, in these status assets. */
const totalsOf = (scopes: Selection["scopes"], statusAssets: readonly number[]): RawBuilder<unknown> =>
  inBuckets(scopes, "dense", statusAssets, sql.raw("payment_totals"), sql.raw("kind, currency, payments, amount"));
const sparseTotalsOf = (scopes: Selection["scopes"], statusAssets: readonly number[]): RawBuilder<unknown> =>
  inBuckets(
    scopes,
    "sparse",
    statusAssets,
    sql.raw("fine_totals"),
    sql.raw("kind, currency, payments, amount, buyers"),
  );
const bitmapsOf = (scopes: Selection["scopes"], statusAssets: readonly number[]): RawBuilder<unknown> =>
  inBuckets(scopes, "dense", statusAssets, sql.raw("buyer_sets"), sql.raw("chunk, bits"));

/** Reads bucket by bucket from the primary key; `offset 0` keeps the planner from scanning the whole table. */
function inBuckets(
  scopes: Selection["scopes"],
  part: "dense" | "sparse",
  statusAssets: readonly number[],
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
         and t.kind = any((select ${statusAssets}::integer[])::integer[])
      offset 0
    ) t`;
}

/** Number of payments in a selection, regardless of its search text. */
export async function countOf(db: Queryable, selection: Selection): Promise<bigint> {
  if (isEmpty(selection)) return 0n;
  const { statusAssets, scopes, isOfMerchants } = selection;
  const remainders = scopes.flatMap((scope) =>
    scope.cover.remainders.flatMap((part) => rangesOf({ ...selection, scopes: [scope] }, part)),
  );
  const statusAssetNumbers = statusAssets.map(({ no }) => no);
  const [row] = await run<{ payments: bigint }>(
    db,
    sql`
      select coalesce((select sum(payments) from ${totalsOf(scopes, statusAssetNumbers)}), 0)::bigint
             + coalesce((select sum(payments) from ${sparseTotalsOf(scopes, statusAssetNumbers)}), 0)::bigint
             + (select count(*) from ${fromRanges(remainders, isOfMerchants)}) as payments`,
  );
  return row?.payments ?? 0n;
}

export function toStatistics(
  { statusAssets }: Selection,
  rows: readonly SumRow[],
  customers: bigint,
): PaymentStatistics {
  const succeeded = new Set(statusAssets.filter(({ status }) => status === "succeeded").map(({ no }) => no));
  const sums = matching(rows);
  const currencyOf = ({ currency }: SumRow): string => currency;
  return {
    payments: sums.reduce((sum, { payments }) => sum + payments, 0n),
    customers,
    revenue: sumBy(
      sums.filter(({ kind }) => succeeded.has(kind)),
      currencyOf,
      ({ amount }) => amount,
    ),
    currencies: sumBy(sums, currencyOf, paymentsOf),
  };
}

/** A total drops to zero when all its payments change status. */
const matching = (rows: readonly SumRow[]): readonly SumRow[] => rows.filter(({ payments }) => payments > 0n);

const paymentsOf = ({ payments }: SumRow): bigint => payments;

function sumBy<Key extends string | number>(
  rows: readonly SumRow[],
  keyOf: (row: SumRow) => Key,
  amountOf: (row: SumRow) => bigint,
): ReadonlyMap<Key, bigint> {
  const sums = new Map<Key, bigint>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0n) + amountOf(row));
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}
