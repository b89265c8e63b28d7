// Receipt numbers of tills' sales (docs/decisions/0059). They are given after the payment, outside of the money's path.
import type { ReceiptNumber } from "../../merchant/till.ts";
import type { Database, Queryable } from "../database/database.ts";

interface TillOfPartner {
  readonly partnerId: string;
  readonly tillId: string;
}

export interface NumberedSale extends ReceiptNumber {
  readonly paymentId: string;
}

export interface ReceiptNumberStore {
  /**
   * Gives each of the till's paid sales the next number of its day, unless it has one, oldest first.
   * @param dayOf the calendar day of a sale
   * @returns the numbers of its paid sales since then, oldest first
   */
  number(till: TillOfPartner, since: Date, dayOf: (soldAt: Date) => string): Promise<readonly NumberedSale[]>;
  /** Null: it has none. */
  find(payment: { readonly id: string; readonly partnerId: string }): Promise<ReceiptNumber | null>;
}

/** A till shows the sales of one day, and may have been closed since. */
const REACH = "interval '7 days'";
/** More than a till sells in that time. */
const SALES_MAX = 2_000;

export const createReceiptNumberStore = (db: Database): ReceiptNumberStore => ({
  async number(till, since, dayOf) {
    const before = await readSales(db, till, since);
    if (before.every(isNumbered)) return before.filter(isNumbered);
    return db.transaction(async (tx) => {
      // All tills of the merchant take turns. New payments only need the merchant's key, so they do not wait.
      await tx.query({
        name: "lock_receipt_numbers",
        text: `select from merchants m join tills t on t.merchant_id = m.id and t.partner_id = m.partner_id
                where t.id = $1 and t.partner_id = $2 for no key update of m`,
        values: [till.tillId, till.partnerId],
      });
      const missing = (await readSales(tx, till, since)).filter((sale) => !isNumbered(sale));
      await giveNumbers(tx, till, missing, dayOf);
      return (await readSales(tx, till, since)).filter(isNumbered);
    });
  },

  async find({ id, partnerId }) {
    const { rows } = await db.query<ReceiptNumber>({
      name: "receipt_number",
      text: `select day::text as day, number from receipt_numbers where payment_id = $1 and partner_id = $2`,
      values: [id, partnerId],
    });
    return rows[0] ?? null;
  },
});

interface Sale {
  readonly paymentId: string;
  readonly soldAt: Date;
  readonly day: string | null;
  readonly number: number | null;
}

const isNumbered = (sale: Sale): sale is Sale & NumberedSale => sale.number !== null;

async function readSales(db: Queryable, { partnerId, tillId }: TillOfPartner, since: Date): Promise<readonly Sale[]> {
  const { rows } = await db.query<Sale>({
    name: "sales_of_till",
    text: `select p.id as "paymentId", p.created_at as "soldAt", r.day::text as day, r.number
             from payments p left join receipt_numbers r on r.payment_id = p.id and r.partner_id = p.partner_id
            where p.creator = 'till' and p.creator_id = $1 and p.partner_id = $2 and p.status = 'succeeded'
              and p.created_at >= greatest($3, now() - ${REACH})
            order by p.created_at, p.id limit ${SALES_MAX}`,
    values: [tillId, partnerId, since],
  });
  return rows;
}

async function giveNumbers(
  tx: Queryable,
  { partnerId, tillId }: TillOfPartner,
  sales: readonly Sale[],
  dayOf: (soldAt: Date) => string,
): Promise<void> {
  await tx.query({
    name: "give_receipt_numbers",
    text: `insert into receipt_numbers (payment_id, partner_id, merchant_id, day, number)
           select s.id, t.partner_id, t.merchant_id, s.day,
                  coalesce((select max(r.number) from receipt_numbers r
                             where r.merchant_id = t.merchant_id and r.partner_id = t.partner_id and r.day = s.day), 0)
                  + row_number() over (partition by s.day order by s.place)
             from tills t, unnest($3::text[], $4::date[]) with ordinality as s(id, day, place)
            where t.id = $1 and t.partner_id = $2`,
    values: [tillId, partnerId, sales.map(({ paymentId }) => paymentId), sales.map(({ soldAt }) => dayOf(soldAt))],
  });
}
