// Translates a filter into the numbers of status assets and scopes.
import type { PaymentFilter } from "../../payment/lists/list.ts";
import type { PaymentStatus } from "../../payment/payment.ts";
import type { Queryable } from "../database/database.ts";
import { type Cover, coverOf, cutBuckets, keptPart, type TimeRange } from "./buckets.ts";

export interface StatusAsset {
  readonly no: number;
  readonly status: PaymentStatus;
  /** ISO 4217. */
  readonly currency: string;
}

export interface Scope {
  readonly no: number;
  /** Number of the scope's payments of all time. */
  readonly payments: bigint;
  /** The buckets and remainders that make up the time range. */
  readonly cover: Cover;
}

/** A filter as numbers. The time range contains no dropped month. */
export interface Selection extends Pick<PaymentFilter, "partnerId">, TimeRange {
  /** Whether the filter has no time range, even if months were dropped. */
  readonly isOfAllTime: boolean;
  readonly statusAssets: readonly StatusAsset[];
  /** Whether the selection includes every status asset with buyer bitmaps. */
  readonly isOfAllBitmaps: boolean;
  /** The requested merchants, or the partner's scope of all merchants. */
  readonly scopes: readonly Scope[];
  readonly isOfMerchants: boolean;
  /** Search text in lower case (ASCII). */
  readonly search: string | null;
  /** The only creator of the payments: a till or a point of sale. No totals exist for it. */
  readonly creatorId: string | null;
}

/** Whether the matches are read one by one. */
export const isSearch = ({ search, creatorId }: Selection): boolean => search !== null || creatorId !== null;

/** Statuses with buyer bitmaps. They are final, so a buyer is never removed. */
const IN_BITMAPS: readonly PaymentStatus[] = ["succeeded", "failed"];
export const isInBitmaps = (status: PaymentStatus): boolean => IN_BITMAPS.includes(status);

/** Whether nothing can match because no status asset or no scope is selected. */
export const isEmpty = ({ statusAssets, scopes }: Selection): boolean =>
  statusAssets.length === 0 || scopes.length === 0;

/** The buckets of scope `s`, among those with levels $3 and numbers $4, that this table contains. */
const cutOf = (table: "split_spans" | "fine_spans"): string => `
  array(select cut.level || ':' || cut.span
          from unnest((select $3::smallint[]), (select $4::integer[])) as cut(level, span)
         cross join lateral (
           select from ${table} d where d.scope = s.no and d.level = cut.level and d.span = cut.span offset 0) d)`;

interface ScopeRow {
  readonly no: number;
  readonly payments: bigint;
  readonly dense: readonly string[];
  readonly sparse: readonly string[];
}

export async function select(db: Queryable, filter: PaymentFilter): Promise<Selection> {
  const { partnerId, merchantIds, creatorId = null, tillId, reference, statuses, assets, networks, currency } = filter;
  const { rows: statusAssets } = await db.query<StatusAsset & { kept_since: Date | null }>({
    name: "select_kinds",
    text: `select no, status, currency, (select payments_kept_since()) as kept_since from payment_kinds
            where partner_id = $1 and ($2::text[] is null or status = any($2))
              and ($3::text[] is null or asset = any($3))
              and ($4::text[] is null or split_part(asset, '/', 1) = any($4))
              and ($5::text is null or currency = $5)`,
    values: [partnerId, statuses, assets, networks, currency],
  });
  // Totals of the buckets before this range, or with its beginning in them, count payments of dropped months.
  const range = keptPart(filter, statusAssets[0]?.kept_since?.getTime() ?? null);
  const cut = cutBuckets(range);
  const { rows: scopes } = await db.query<ScopeRow>({
    name: "select_scopes",
    text: `select s.no, s.payments, ${cutOf("split_spans")} as dense, ${cutOf("fine_spans")} as sparse
             from listing_scopes s where s.partner_id = $1 and s.merchant_id = any($2)`,
    values: [partnerId, merchantIds ?? [""], cut.map(({ level }) => level), cut.map(({ span }) => span)],
  });
  return {
    partnerId,
    ...range,
    isOfAllTime: filter.fromMs === null && filter.toMs === null,
    statusAssets: statusAssets.map(({ no, status, currency: own }) => ({ no, status, currency: own })),
    scopes: scopes.map(({ no, payments, dense, sparse }) => ({
      no,
      payments,
      cover: coverOf(range, ({ level, span }) => {
        const key = `${level}:${span}`;
        return dense.includes(key) ? "dense" : sparse.includes(key) ? "sparse" : "whole";
      }),
    })),
    isOfAllBitmaps:
      assets === null &&
      networks === null &&
      currency === null &&
      IN_BITMAPS.every((status) => statuses?.includes(status) ?? true),
    isOfMerchants: merchantIds !== null,
    search: reference?.replace(/[A-Z]+/g, (text) => text.toLowerCase()) ?? null,
    creatorId: creatorId ?? tillId,
  };
}
