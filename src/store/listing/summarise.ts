// Begins the totals of a merchant, or of a whole partner, once adding up its payments one by one takes too long.
import type { Queryable } from "../database.ts";
import { BITS_OF_BUYERS, dayOf, spansOfDay } from "./span-sql.ts";

interface ScopeRow {
  no: number;
  partner_id: string;
  merchant_id: string;
}

/** The payments of scope $1: by its merchant, or by the kinds of its partner $2. */
const OF_MERCHANT = "merchant = $1 and $2::text is not null";
const OF_PARTNER = "$1::integer is not null and kind in (select no from payment_kinds where partner_id = $2)";

const totalDays = (ofScope: string): string => `
  insert into payment_totals (scope, level, span, kind, currency, payments, amount)
  select $1, 0, ${dayOf("created_at")}, kind, currency, count(*), sum(amount)
    from listed_payments where ${ofScope} group by 3, 4, 5`;

const setDays = (ofScope: string): string => `
  insert into buyer_sets (scope, level, span, kind, chunk, bits)
  select $1, 0, ${dayOf("created_at")}, kind, buyer / 8192, ${BITS_OF_BUYERS}
    from listed_payments
   where ${ofScope} and buyer is not null
     and kind in (select no from payment_kinds where status in ('succeeded', 'failed'))
   group by 3, 4, 5`;

const TOTAL_LONGER_SPANS = `
  insert into payment_totals (scope, level, span, kind, currency, payments, amount)
  select $1, spans.level, spans.span, d.kind, d.currency, sum(d.payments), sum(d.amount)
    from payment_totals d cross join lateral ${spansOfDay("d.span")}
   where d.scope = $1 and d.level = 0 and spans.level > 0 group by 2, 3, 4, 5`;

const SET_LONGER_SPANS = `
  insert into buyer_sets (scope, level, span, kind, chunk, bits)
  select $1, spans.level, spans.span, d.kind, d.chunk, bit_or(d.bits)
    from buyer_sets d cross join lateral ${spansOfDay("d.span")}
   where d.scope = $1 and d.level = 0 and spans.level > 0 group by 2, 3, 4, 5`;

/**
 * Within the fold's transaction, so that what is folded next is added to totals that are complete.
 * @param payments how many a scope has before it gets totals
 */
export async function summariseGrown(tx: Queryable, payments: number): Promise<void> {
  const { rows } = await tx.query<ScopeRow>({
    name: "grown_scopes",
    text: `update listing_scopes set is_summarised = true where not is_summarised and payments >= $1
           returning no, partner_id, merchant_id`,
    values: [payments],
  });
  for (const scope of rows) await summarise(tx, scope);
}

async function summarise(tx: Queryable, { no, partner_id, merchant_id }: ScopeRow): Promise<void> {
  const ofScope = merchant_id === "" ? OF_PARTNER : OF_MERCHANT;
  await tx.query({ text: totalDays(ofScope), values: [no, partner_id] });
  await tx.query({ text: TOTAL_LONGER_SPANS, values: [no] });
  await tx.query({ text: setDays(ofScope), values: [no, partner_id] });
  await tx.query({ text: SET_LONGER_SPANS, values: [no] });
}
