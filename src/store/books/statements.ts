// What a monthly statement says beyond the entries of the books.
import type { StatementStore } from "../../operations/books/statement.ts";
import type { OpenExceptions } from "../../payment/books/statement.ts";
import type { Queryable } from "../database/database.ts";

const OPEN_EXCEPTIONS = `
  select x.asset, count(*)::integer as count, coalesce(sum(x.amount), 0) as tokens
    from exceptions x join payments p on p.id = x.payment_id and p.partner_id = x.partner_id
   where x.partner_id = $1 and p.merchant_id = $2 and x.created_at < $3
     and (x.resolved_at is null or x.resolved_at >= $3)
   group by x.asset order by x.asset`;

export const createStatementStore = (db: Queryable): StatementStore => ({
  async merchant(partnerId, merchantId) {
    const { rows } = await db.query<{ name: string; email: string | null }>({
      name: "statement_merchant",
      text: "select name, email from merchants where id = $1 and partner_id = $2",
      values: [merchantId, partnerId],
    });
    return rows[0] ?? null;
  },

  async openExceptions(partnerId, merchantId, at) {
    const { rows } = await db.query<OpenExceptions & Record<string, unknown>>({
      name: "open_exceptions",
      text: OPEN_EXCEPTIONS,
      values: [partnerId, merchantId, at],
    });
    return rows;
  },

  async partner(partnerId) {
    const { rows } = await db.query<{ name: string; since: Date }>({
      name: "statement_partner",
      text: "select name, created_at as since from partners where id = $1",
      values: [partnerId],
    });
    const [row] = rows;
    if (!row) throw new Error(`there is no partner ${partnerId}`);
    return row;
  },
});
