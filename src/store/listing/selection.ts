// A filter in the listing's own numbers: which kinds of payments and which scopes it takes in.
import type { PaymentFilter } from "../../payment/list.ts";
import type { PaymentStatus } from "../../payment/payment.ts";
import type { Queryable } from "../database.ts";

export interface Kind {
  readonly no: number;
  readonly status: PaymentStatus;
}

export interface Scope {
  readonly no: number;
  readonly isSummarised: boolean;
}

export interface Selection extends Pick<PaymentFilter, "partnerId" | "fromMs" | "toMs"> {
  readonly kinds: readonly Kind[];
  /** The merchants asked for, or the one scope of all of the partner's. */
  readonly scopes: readonly Scope[];
  readonly isOfMerchants: boolean;
  /** A LIKE pattern in lower case. */
  readonly pattern: string | null;
}

/** Nothing matches a filter that takes in no kind or no scope. */
export const isEmpty = ({ kinds, scopes }: Selection): boolean => kinds.length === 0 || scopes.length === 0;

export async function select(db: Queryable, filter: PaymentFilter): Promise<Selection> {
  const { partnerId, merchantIds, statuses, assets, networks, reference, fromMs, toMs } = filter;
  const { rows: kinds } = await db.query<{ no: number; status: PaymentStatus }>({
    name: "select_kinds",
    text: `select no, status from payment_kinds
            where partner_id = $1 and ($2::text[] is null or status = any($2)) and ($3::text[] is null or asset = any($3))
              and ($4::text[] is null or split_part(asset, '/', 1) = any($4))`,
    values: [partnerId, statuses, assets, networks],
  });
  const { rows: scopes } = await db.query<{ no: number; is_summarised: boolean }>({
    name: "select_scopes",
    text: "select no, is_summarised from listing_scopes where partner_id = $1 and merchant_id = any($2)",
    values: [partnerId, merchantIds ?? [""]],
  });
  return {
    partnerId,
    fromMs,
    toMs,
    kinds,
    scopes: scopes.map(({ no, is_summarised }) => ({ no, isSummarised: is_summarised })),
    isOfMerchants: merchantIds !== null,
    pattern: reference === null ? null : `%${escapeLike(reference.replace(/[A-Z]+/g, (text) => text.toLowerCase()))}%`,
  };
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
