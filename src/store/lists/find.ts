// Finds payments by an id, transaction, buyer, amount or reference that a person quotes, newest first. Each kind of
// match reads a page from one index, and the pages are merged, so the cost does not grow with the matches.
import { type RawBuilder, sql } from "kysely";
import { asciiDigits } from "../../money/digits.ts";
import { Refusal } from "../../operations/errors/refusal.ts";
import type { FoundOmission, PaymentPosition } from "../../payment/lists/list.ts";
import {
  type AmountTerm,
  type HexBeginning,
  type SearchTerms,
  TX_HASH_DIGITS,
} from "../../payment/lists/search-terms.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes } from "../database/hex.ts";
import { behind, ordering, type PlaceRow, toPosition } from "./page.ts";
import { run } from "./query.ts";
import { timestamp } from "./ranges.ts";
import { isMadeBy, readSearch, type SearchLimits } from "./search.ts";
import { isEmpty, type Selection } from "./selection.ts";

const NEWEST = { by: "date", direction: "desc" } as const;

interface Part {
  readonly places: readonly PaymentPosition[];
  readonly omits?: FoundOmission;
}

interface Page {
  readonly selection: Selection;
  readonly after: PaymentPosition | null;
  readonly limit: number;
}

export async function findPlaces(
  db: Queryable,
  page: Page,
  terms: SearchTerms,
  limits: SearchLimits,
): Promise<{ readonly places: readonly PaymentPosition[]; readonly omits: readonly FoundOmission[] }> {
  if (isEmpty(page.selection)) return { places: [], omits: [] };
  const { paymentId, txHash, address, amount } = terms;
  const ids = [...(paymentId ? [paymentId] : []), ...(txHash ? await idsOf(db, page.selection.partnerId, txHash) : [])];
  const parts = [
    ...(ids.length > 0 ? [await placesOf(db, page, ids)] : []),
    ...(address ? [await placesOfBuyers(db, page, address)] : []),
    ...(amount ? [await placesOfAmount(db, page, amount)] : []),
    // last, because it changes the planner's settings
    await placesOfReference(db, page, limits),
  ];
  const merged = new Map(parts.flatMap(({ places }) => places).map((place) => [place.id, place]));
  return {
    places: [...merged.values()].sort(newestFirst).slice(0, page.limit),
    omits: parts.flatMap(({ omits }) => omits ?? []),
  };
}

const newestFirst = (a: PaymentPosition, b: PaymentPosition): number => {
  const [before, after] = a.createdAt === b.createdAt ? [a.id, b.id] : [a.createdAt, b.createdAt];
  return before < after ? 1 : -1;
};

/** The partner's payments that the transactions paid, were sent for, or refunded: at most a few batches. */
async function idsOf(db: Queryable, partnerId: string, { digits, end }: HexBeginning): Promise<readonly string[]> {
  const [first, last] = ["0", "f"].map((digit) => toBytes(`0x${digits.padEnd(TX_HASH_DIGITS, digit)}`));
  const isHash = (column: string) => sql`${sql.ref(column)} between ${first}::bytea and ${last}::bytea
    and right(encode(${sql.ref(column)}, 'hex'), ${end.length}::integer) = ${end}::text`;
  const rows = await run<{ payment_id: string }>(
    db,
    sql`
      with chains as materialized (
        select distinct split_part(asset, '/', 1) as chain
          from payment_kinds where partner_id = ${partnerId} and asset <> ''
      )
      select t.payment_id from chains join transfers t using (chain)
       where ${isHash("t.tx_hash")} and t.orphaned_at is null and t.partner_id = ${partnerId}
      union
      select f.payment_id from chains join refund_transfers f using (chain)
       where f.partner_id = ${partnerId} and ${isHash("f.tx_hash")}
      union
      select payment_id from refunds where partner_id = ${partnerId} and ${isHash("tx_hash")}
      union
      select payment_id from confirmations where ${isHash("transaction_hash")} and partner_id = ${partnerId}
      union
      select c.payment_id from relay_transactions r join confirmations c using (batch_id)
       where ${isHash("r.hash")} and c.relay_state = 'sent' and c.partner_id = ${partnerId}`,
  );
  return rows.map(({ payment_id }) => payment_id);
}

const statusAssetsOf = ({ statusAssets }: Selection): RawBuilder<unknown> =>
  sql`${statusAssets.map(({ no }) => no)}::integer[]`;
const merchantsOf = ({ scopes }: Selection): RawBuilder<unknown> => sql`${scopes.map(({ no }) => no)}::integer[]`;

/** The conditions on every kind of match, except the status asset. */
const within = ({ selection, after }: Page): RawBuilder<unknown> => sql`
  l.created_at >= ${timestamp(selection.fromMs, "-infinity")}::timestamptz
  and l.created_at < ${timestamp(selection.toMs, "infinity")}::timestamptz
  and ${behind(NEWEST, after)}
  ${isOfCreator(selection)}`;

/** No index of the lists has the creator, so it is compared match by match. */
const isOfCreator = ({ creatorId }: Selection): RawBuilder<unknown> =>
  creatorId === null
    ? sql``
    : sql`and exists (
        select from payments p where p.id = l.payment_id and p.partner_id = l.partner_id and ${isMadeBy(creatorId)})`;

const placesIn = (rows: readonly PlaceRow[]): PaymentPosition[] => rows.map((row) => toPosition(row, NEWEST));

async function placesOf(db: Queryable, page: Page, ids: readonly string[]): Promise<Part> {
  const { selection, limit } = page;
  const rows = await run<PlaceRow>(
    db,
    sql`
      select l.payment_id, l.created_at, null as standard_text from listed_payments l
       where l.payment_id = any(${ids}::text[]) and l.partner_id = ${selection.partnerId}
         and l.kind = any(${statusAssetsOf(selection)}) and ${within(page)}
         ${selection.isOfMerchants ? sql`and l.merchant = any(${merchantsOf(selection)})` : sql``}
       order by ${ordering(NEWEST)} limit ${limit}`,
  );
  return { places: placesIn(rows) };
}

async function placesOfBuyers(db: Queryable, page: Page, { digits, end }: HexBeginning): Promise<Part> {
  const { selection, limit } = page;
  const address = sql`lower(split_part(b.account, ':', 3)) collate "C"`;
  const rows = await run<PlaceRow>(
    db,
    sql`
      with buyer as materialized (
        select b.no from buyers b
         where b.partner_id = ${selection.partnerId}
           and ${address} >= ${`0x${digits}`} and ${address} < ${`0x${digits}g`}
           and right(${address}, ${end.length}::integer) = ${end}
      )
      select l.payment_id, l.created_at, null as standard_text
        from buyer cross join unnest(${statusAssetsOf(selection)}) as wanted(kind)
       cross join lateral (
        select payment_id, created_at from listed_payments l
         where l.kind = wanted.kind and l.buyer = buyer.no and ${within(page)}
           ${selection.isOfMerchants ? sql`and l.merchant = any(${merchantsOf(selection)})` : sql``}
         order by ${ordering(NEWEST)} limit ${limit}
      ) l order by ${ordering(NEWEST)} limit ${limit}`,
  );
  return { places: placesIn(rows) };
}

async function placesOfAmount(db: Queryable, page: Page, { standard, currency }: AmountTerm): Promise<Part> {
  const { selection, limit } = page;
  const { isOfMerchants } = selection;
  const merchants = isOfMerchants ? merchantsOf(selection) : sql`array[null]::integer[]`;
  const statusAssets = selection.statusAssets.filter((each) => currency === null || each.currency === currency);
  const rows = await run<PlaceRow>(
    db,
    sql`
      select l.payment_id, l.created_at, null as standard_text
        from unnest(${statusAssetsOf({ ...selection, statusAssets })}) as wanted(kind)
       cross join unnest(${merchants}) as place(merchant)
       cross join unnest(${standard}::numeric[]) as amount(standard)
       cross join lateral (
        select payment_id, created_at from listed_payments l
         where l.kind = wanted.kind and l.standard = amount.standard and ${within(page)}
           ${isOfMerchants ? sql`and l.merchant = place.merchant` : sql``}
         order by ${ordering(NEWEST)} limit ${limit}
      ) l order by ${ordering(NEWEST)} limit ${limit}`,
  );
  return { places: placesIn(rows) };
}

/** Also of references with western digits, if others were typed. */
async function placesOfReference(
  db: Queryable,
  { selection, after, limit }: Page,
  limits: SearchLimits,
): Promise<Part> {
  const { search: given } = selection;
  if (given === null) return { places: [] };
  try {
    const places: PaymentPosition[] = [];
    for (const search of new Set([given, asciiDigits(given)])) {
      places.push(...(await readSearch(db, { ...selection, search }, NEWEST, after, { ...limits, limit })).places);
    }
    return { places };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "params_validation") throw error;
    return { places: [], omits: "references" };
  }
}
