// Reads one page of a selection: first the payments' positions from indexes, then their rows by id.
import { type RawBuilder, sql } from "kysely";
import type { ListedPayment, PaymentOrder, PaymentPosition } from "../../payment/lists/list.ts";
import type { Queryable } from "../database/database.ts";
import { type PaymentRow, SELECT_PAYMENTS, toPayment } from "../payments/payment-row.ts";
import { run } from "./query.ts";
import { fromRanges, rangesOf, timestamp } from "./ranges.ts";
import type { Selection, StatusAsset } from "./selection.ts";
import type { MatchesByStatusAsset } from "./statistics.ts";

export interface PlaceRow {
  payment_id: string;
  created_at: Date;
  standard_text: string | null;
}

/**
 * Whether sorting the matches of a time range by amount is faster than finding a page in the index by amount. The index
 * passes payments ÷ matches entries per match, so the share of matches decides. If amounts rise or fall with time, the
 * page may be at the index's end. The scan then reads up to 800 000 entries, though sorting would have been faster.
 */
export const isSortedSooner = (matches: bigint, payments: bigint, sortedMax: number): boolean =>
  matches <= BigInt(sortedMax) && matches * matches <= 500n * payments;

interface PageLimits {
  readonly matches: MatchesByStatusAsset;
  readonly limit: number;
  /** Whether matches within the time range are sorted by amount, not found in the index by amount. */
  readonly isSorted: boolean;
}

/** Call after `readStatistics`, whose settings it needs. */
export async function readPlaces(
  db: Queryable,
  selection: Selection,
  order: PaymentOrder,
  after: PaymentPosition | null,
  limits: PageLimits,
): Promise<readonly PaymentPosition[]> {
  const ways = waysOf(selection, order, limits);
  const sources = [
    ...(ways.sorted.length > 0 ? [sorted({ ...selection, statusAssets: ways.sorted })] : []),
    ...(ways.indexScanned.length > 0
      ? [indexScanned({ ...selection, statusAssets: ways.indexScanned }, order, after, limits.limit)]
      : []),
  ];
  if (sources.length === 0) return [];
  const rows = await run<PlaceRow>(
    db,
    sql`
      with places as materialized (${sql.join(
        sources.map((source) => sql`(${source})`),
        sql` union all `,
      )})
      select payment_id, created_at, standard::text as standard_text from places
       where ${behind(order, after)} order by ${ordering(order)} limit ${limits.limit}`,
  );
  return rows.map((row) => toPosition(row, order));
}

/**
 * The status assets whose matches are sorted, and those found by scanning an index in the page's order. The scan would
 * go on to the index's end for a status asset without matches in a time range, or with fewer than a page.
 */
export function waysOf(
  { statusAssets, isOfAllTime }: Pick<Selection, "statusAssets" | "isOfAllTime">,
  { by }: Pick<PaymentOrder, "by">,
  { matches, limit, isSorted }: PageLimits,
): { readonly sorted: readonly StatusAsset[]; readonly indexScanned: readonly StatusAsset[] } {
  const isBySort = ({ no }: StatusAsset): boolean =>
    by === "amount" && !isOfAllTime && (isSorted || (matches.get(no) ?? 0n) < BigInt(limit));
  const matching = statusAssets.filter(({ no }) => matches.has(no));
  return { sorted: matching.filter(isBySort), indexScanned: matching.filter((statusAsset) => !isBySort(statusAsset)) };
}

export const toPosition = (row: PlaceRow, { by }: PaymentOrder): PaymentPosition => ({
  standard: by === "amount" ? row.standard_text : null,
  createdAt: row.created_at.toISOString(),
  id: row.payment_id,
});

/**
 * The first `limit` payments of each status asset (and merchant), in index order. The first few of each give a bound of
 * the page's end, and payments that are certainly beyond it are left out.
 */
function indexScanned(
  { statusAssets, scopes, isOfMerchants, fromMs, toMs }: Selection,
  order: PaymentOrder,
  after: PaymentPosition | null,
  limit: number,
): RawBuilder<unknown> {
  const merchants = isOfMerchants ? scopes.map(({ no }) => no) : [null];
  const lists = statusAssets.length * merchants.length;
  const [leading] = COLUMNS[order.by];
  const [isBefore, endless] = order.direction === "asc" ? ["<=", "infinity"] : [">=", "-infinity"];
  const firstOfEach = (most: number, condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    select l.* from unnest(${statusAssets.map(({ no }) => no)}::integer[]) as wanted(kind)
     cross join unnest(${merchants}::integer[]) as place(merchant)
     cross join lateral (
      select payment_id, created_at, ${order.by === "amount" ? sql`standard` : sql`null::numeric as standard`}
        from listed_payments l
       where l.kind = wanted.kind ${isOfMerchants ? sql`and l.merchant = place.merchant` : sql``}
         ${fromMs === null ? sql`` : sql`and created_at >= ${timestamp(fromMs, "-infinity")}::timestamptz`}
         ${toMs === null ? sql`` : sql`and created_at < ${timestamp(toMs, "infinity")}::timestamptz`}
         and ${behind(order, after)} ${condition}
       order by ${ordering(order)} limit ${most}
    ) l`;
  if (lists === 1) return firstOfEach(limit, sql``);
  return sql`
    with heads as materialized (${firstOfEach(Math.ceil(limit / lists), sql``)}), bound as materialized (
      select ${leading} as place from heads order by ${ordering(order)} limit 1 offset ${limit - 1}
    )
    ${firstOfEach(
      limit,
      sql`and ${leading} ${sql.raw(isBefore)} coalesce((select place from bound), ${sql.raw(`'${endless}'`)})`,
    )}`;
}

/** All matches, for sorting. */
const sorted = (selection: Selection): RawBuilder<unknown> => sql`
  select l.payment_id, l.created_at, standard_units(l.amount, l.currency) as standard
    from ${fromRanges(rangesOf(selection, selection), selection.isOfMerchants)}`;

const COLUMNS = {
  date: [sql.ref("created_at"), sql.ref("payment_id")],
  amount: [sql.ref("standard"), sql.ref("created_at"), sql.ref("payment_id")],
} as const satisfies Record<PaymentOrder["by"], readonly RawBuilder<unknown>[]>;

export function behind({ by, direction }: PaymentOrder, after: PaymentPosition | null): RawBuilder<unknown> {
  if (!after) return sql`true`;
  const date = [sql`${after.createdAt}::timestamptz`, sql`${after.id}::text`];
  const values = by === "date" ? date : [sql`${after.standard}::numeric`, ...date];
  return sql`(${sql.join(COLUMNS[by])}) ${sql.raw(direction === "asc" ? ">" : "<")} (${sql.join(values)})`;
}

export const ordering = ({ by, direction }: PaymentOrder): RawBuilder<unknown> =>
  sql.join(COLUMNS[by].map((column) => sql`${column} ${sql.raw(direction)}`));

interface PaidRow {
  payment_id: string;
  nonce: bigint | null;
  paid_at: Date;
}

/** The payments of a page, in its order. */
export async function readRows(
  db: Queryable,
  partnerId: string,
  places: readonly PaymentPosition[],
): Promise<readonly ListedPayment[]> {
  const ids = places.map(({ id }) => id);
  if (ids.length === 0) return [];
  const { rows } = await db.query<PaymentRow>({
    name: "listed_rows",
    text: `${SELECT_PAYMENTS} where p.partner_id = $2`,
    values: [ids, partnerId],
  });
  const paidIds = rows.filter(({ status }) => status === "succeeded").map(({ id }) => id);
  const paid = paidIds.length > 0 ? await readPaid(db, partnerId, paidIds) : [];
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const paidOf = new Map(paid.map((row) => [row.payment_id, row]));
  return ids.flatMap((id) => {
    const row = rowOf.get(id);
    if (!row) return [];
    const payment = toPayment(row);
    const paid = paidOf.get(id);
    return [
      {
        ...payment,
        nonce: paid?.nonce ?? null,
        settledAt: payment.credit?.settled && paid ? paid.paid_at : null,
      },
    ];
  });
}

// `offset 0`: without it, PostgreSQL may read the partner's books of every month (payment_events_of_books).
async function readPaid(db: Queryable, partnerId: string, ids: readonly string[]): Promise<readonly PaidRow[]> {
  const { rows } = await db.query<PaidRow>({
    name: "paid_rows",
    text: `select e.payment_id, e.created_at as paid_at, coalesce(b.nonce, t.nonce) as nonce
             from unnest((select $1::text[])) as asked(id)
             cross join lateral (
               select p.payment_id, p.created_at from payment_events p
                where p.payment_id = asked.id and p.partner_id = $2 and p.type = 'paid' offset 0) e
             left join transfers t on t.payment_id = e.payment_id and t.state = 'credited'
             left join relay_transactions r on r.hash = t.tx_hash
             left join relay_batches b on b.id = r.batch_id`,
    values: [ids, partnerId],
  });
  return rows;
}
