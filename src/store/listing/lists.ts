// Payment lists with their statistics, as of one moment.
import type { ListPaymentsPorts } from "../../operations/list-payments.ts";
import type { PaymentFilter, PaymentStatistics } from "../../payment/list.ts";
import type { Database } from "../database.ts";
import { catchUp, catchUpSome } from "./fold.ts";
import { readPlaces, readRows } from "./page.ts";
import { select } from "./selection.ts";
import { readStatistics } from "./statistics.ts";

const EVERYTHING = {
  statuses: null,
  assets: null,
  networks: null,
  reference: null,
  fromMs: null,
  toMs: null,
} as const satisfies Partial<PaymentFilter>;

/** Where one way of reading becomes slower than the other. */
interface Thresholds {
  /** Payments of a merchant or partner in one span of time that have no totals: adding them up takes some ten milliseconds. */
  readonly spanPaymentsMax: number;
  /**
   * Matches within a time that are rather sorted by amount than looked for in the order by amount, whose index does not
   * know the time. Of more matches a page comes up soon enough among the others.
   */
  readonly sortedMax: number;
}

export const THRESHOLDS: Thresholds = { spanPaymentsMax: 10_000, sortedMax: 20_000 };

export function createListStore(db: Database, { spanPaymentsMax, sortedMax } = THRESHOLDS) {
  return {
    /** Folds a part of what has happened; repeated, all of it. */
    catchUpSome: () => catchUpSome(db, spanPaymentsMax),

    page: (async (filter, order, after, limit) => {
      await catchUp(db, spanPaymentsMax);
      return db.snapshot(async (tx) => {
        const selection = await select(tx, filter);
        const statistics = await readStatistics(tx, selection);
        const window = { limit: limit + 1, isSorted: statistics.payments <= sortedMax };
        const places = await readPlaces(tx, selection, order, after, window);
        const shown = places.slice(0, limit);
        const rows = await readRows(tx, filter.partnerId, shown);
        // One that has moved on since it was folded is a match no more.
        const payments = rows.filter(({ status }) => filter.statuses?.includes(status) ?? true);
        return { payments, end: places.length > limit ? (shown.at(-1) ?? null) : null, statistics };
      });
    }) satisfies ListPaymentsPorts["lists"]["page"],

    async currencies(partnerId: string, merchantId: string): Promise<PaymentStatistics["currencies"]> {
      await catchUp(db, spanPaymentsMax);
      const filter = { ...EVERYTHING, partnerId, merchantIds: [merchantId] };
      const { currencies } = await db.snapshot(async (tx) => readStatistics(tx, await select(tx, filter)));
      return currencies;
    },

    /** Whether the partner has or had this merchant: one that was deleted keeps its payments. */
    async knowsMerchant(partnerId: string, merchantId: string): Promise<boolean> {
      const { rowCount } = await db.query({
        name: "knows_merchant",
        text: "select from merchants where id = $1 and partner_id = $2",
        values: [merchantId, partnerId],
      });
      return rowCount === 1;
    },
  };
}
