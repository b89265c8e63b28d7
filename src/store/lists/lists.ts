// Payment lists with their statistics, from one snapshot.
import type { MerchantFilter } from "../../merchant/merchant.ts";
import type { FindPaymentsPorts, ListPaymentsPorts } from "../../operations/lists/list-payments.ts";
import type { ReadVolumePorts } from "../../operations/lists/read-volume.ts";
import type { AwaitChangesPorts } from "../../operations/payments/await-changes.ts";
import {
  type PaymentFilter,
  type PaymentOrder,
  type PaymentOwner,
  type PaymentPosition,
  type PaymentStatistics,
  UNFILTERED,
} from "../../payment/lists/list.ts";
import type { Database, Queryable } from "../database/database.ts";
import { createPermits } from "../database/permits.ts";
import { readChanges } from "./changes.ts";
import { findPlaces } from "./find.ts";
import { type MerchantPosition, readMerchants } from "./merchants.ts";
import { isSortedSooner, readPlaces, readRows } from "./page.ts";
import { createPacking, projectPending, projectSome } from "./project.ts";
import { createReading } from "./reading.ts";
import { readSearch, type SearchLimits } from "./search.ts";
import { isSearch, type Selection, select } from "./selection.ts";
import type { BucketLimits } from "./split-buckets.ts";
import { readStatistics } from "./statistics.ts";
import { readVolume } from "./volume.ts";

/** Thresholds at which another query plan is faster, and limits. */
interface Thresholds extends SearchLimits, BucketLimits {
  /** Merchants of a partner that a search for one or two characters compares one by one: 2 µs each. */
  readonly scannedMerchantsMax: number;
  /** With more matches in a time range, the index by amount finds a page soon enough, although it lacks the time. */
  readonly sortedMax: number;
}

export const THRESHOLDS: Thresholds = {
  wholePaymentsMax: 500,
  sparsePaymentsMax: 10_000,
  sortedMax: 20_000,
  scannedMax: 10_000,
  foundMax: 100_000,
  scannedMerchantsMax: 100_000,
};

/**
 * @param connectionsMax the database connections, of which lists use a part
 * @param from the source of lists, read once the primary has projected all events
 */
export function createListStore(
  db: Database,
  connectionsMax: number,
  thresholds = THRESHOLDS,
  from: Pick<Database, "snapshot"> = db,
  permits = createPermits(connectionsMax),
) {
  const { sortedMax, scannedMerchantsMax } = thresholds;
  const { read, readPlain } = createReading(from, { permits, projectPending: () => projectPending(db, thresholds) });
  return {
    /** Projects one batch; call repeatedly to catch up. @returns false if fewer than `atLeast` events wait */
    projectSome: (atLeast = 1) => projectSome(db, thresholds, atLeast),

    /** Empties the pending list of the references' index, so that no projection or search has to. */
    async indexReferences(): Promise<void> {
      await db.write({ name: "index_references", text: "select index_references()" });
    },

    /** Packs buyer bitmaps of ended buckets, some per call. @returns false if there were none */
    packSome: createPacking(db),

    page: ((filter, order, after, limit) =>
      read(filter, async (tx) => {
        const selection = await select(tx, filter);
        const { statistics, places } = isSearch(selection)
          ? await readSearch(tx, selection, order, after, { ...thresholds, limit: limit + 1 })
          : await readSelection(tx, selection, order, after, { sortedMax, limit: limit + 1 });
        return { ...(await readShown(tx, filter, places, limit)), statistics };
      })) satisfies ListPaymentsPorts["lists"]["page"],

    find: ((filter, terms, after, limit) => {
      const narrowed = { ...filter, reference: terms.reference };
      // Counts as a search even if the text is too short for a reference.
      return read({ partnerId: filter.partnerId, reference: terms.reference ?? "" }, async (tx) => {
        const page = { selection: await select(tx, narrowed), after, limit: limit + 1 };
        const { places, omits } = await findPlaces(tx, page, terms, thresholds);
        return { ...(await readShown(tx, filter, places, limit)), omits };
      });
    }) satisfies FindPaymentsPorts["lists"]["find"],

    volume: ((owner, bounds) =>
      read({ partnerId: owner.partnerId, reference: null }, (tx) =>
        readVolume(tx, owner, bounds),
      )) satisfies ReadVolumePorts["lists"]["volume"],

    changes: ((owner, since) =>
      read({ partnerId: owner.partnerId, reference: null }, (tx) =>
        readChanges(tx, owner, since),
      )) satisfies AwaitChangesPorts["lists"]["changes"],

    /**
     * A partner's merchants, newest first, and the number of all matches.
     * @param after the last merchant of the previous page; null: the first page
     */
    merchants: (partnerId: string, filter: MerchantFilter, after: MerchantPosition | null, limit: number) =>
      readPlain(partnerId, { isSearch: filter.search !== null }, (tx) =>
        readMerchants(tx, partnerId, filter, after, { limit, scannedMerchantsMax }),
      ),

    /** The owner's payments by ISO 4217 code. */
    async currencies({ partnerId, merchantIds }: PaymentOwner): Promise<PaymentStatistics["currencies"]> {
      const filter = { ...UNFILTERED, partnerId, merchantIds };
      const { statistics } = await read(filter, async (tx) => readStatistics(tx, await select(tx, filter)));
      return statistics.currencies;
    },

    /** Whether the merchant belongs to the partner, including deleted merchants, whose payments remain. */
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

async function readSelection(
  tx: Queryable,
  selection: Selection,
  order: PaymentOrder,
  after: PaymentPosition | null,
  { sortedMax, limit }: { readonly sortedMax: number; readonly limit: number },
) {
  const { statistics, matches } = await readStatistics(tx, selection);
  const payments = selection.scopes.reduce((sum, scope) => sum + scope.payments, 0n);
  const isSorted = isSortedSooner(statistics.payments, payments, sortedMax);
  const places = await readPlaces(tx, selection, order, after, { matches, limit, isSorted });
  return { statistics, places };
}

/** @param places one more than `limit` if there is a next page */
async function readShown(tx: Queryable, filter: PaymentFilter, places: readonly PaymentPosition[], limit: number) {
  const shown = places.slice(0, limit);
  const rows = await readRows(tx, filter.partnerId, shown);
  // A payment whose status has changed since it was projected may no longer match.
  const payments = rows.filter(({ status }) => filter.statuses?.includes(status) ?? true);
  return { payments, end: places.length > limit ? (shown.at(-1) ?? null) : null };
}
