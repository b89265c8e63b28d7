// What each statement needs to include moved payments, by its name. Statements that are not listed meet only present
// payments: a payment moves long after it has ended (move.ts).
import type pg from "pg";
import type { Queryable } from "../database.ts";
import { IS_KEPT, inTime, onMoved, placesOf, readMoved } from "./read.ts";

type Row = pg.QueryResultRow;
type Values = readonly unknown[];

/** Runs `work` in the transaction that a statement belongs to, or in a new one. */
export type Within = <T>(work: (tx: Queryable) => Promise<T>) => Promise<T>;

/** Adds to what the statement returns. */
export interface MovedRead {
  readonly type: "read";
  /** Whether moved payments may add to the rows found. By default they always may. */
  readonly lacks?: (values: Values, found: readonly Row[]) => boolean;
  /**
   * @returns the further rows, in any order; null if there are none; "changed" if the statement must run again, because
   *   a payment has come back since
   */
  more(within: Within, config: pg.QueryConfig, found: readonly Row[]): Promise<readonly Row[] | "changed" | null>;
  /** Puts the rows of both into the statement's order. */
  readonly merge?: (rows: readonly Row[], values: Values) => Row[];
}

/** Brings payments back before the statement runs, in one transaction with it. */
export interface MovedWrite {
  readonly type: "write";
  payments(tx: Queryable, values: Values): Promise<readonly string[]>;
}

const texts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === "string");

/**
 * A statement that names payments.
 * @param idsAt place of the ids, or the id, among its values
 * @param idColumn of its rows
 * @param narrowed its values for these payments; by default the same, because it joins the payments
 */
const byId = (
  idsAt: number,
  idColumn: "id" | "payment_id",
  narrowed: (values: Values, ids: ReadonlySet<string>) => Values = (values) => values,
): MovedRead => {
  const missingOf = (values: Values, found: readonly Row[]): readonly string[] => {
    const known = new Set(found.map((row) => row[idColumn]));
    return [...new Set(texts(values[idsAt]).filter((id) => !known.has(id)))];
  };
  return {
    type: "read",
    lacks: (values, found) => missingOf(values, found).length > 0,
    more: (within, config, found) =>
      within(async (tx) => {
        const values: Values = config.values ?? [];
        const { present, moved } = await placesOf(tx, missingOf(values, found));
        // A present one was left out because it has no such row, or because it came back only now.
        if (moved.length === 0) return present.length === 0 ? null : "changed";
        const rows = await inTime(tx, () => readMoved(tx, moved));
        return (await tx.query(onMoved({ ...config, values: [...narrowed(values, new Set(moved))] }, rows))).rows;
      }),
  };
};

/** Events are asked for in pairs of number and payment. */
const pairsOf = ([partner, numbers, payments]: Values, ids: ReadonlySet<string>): Values => {
  const kept = texts(payments).flatMap((id, index) => (ids.has(id) ? [index] : []));
  const pick = (list: unknown) => kept.map((index) => (list as readonly unknown[])[index]);
  return [partner, pick(numbers), pick(payments)];
};

/** A page of reconcile: `select` finds the ids of its moved payments, with the statement's own values. */
const page = (
  select: { readonly name: string; readonly text: string },
  order: readonly string[],
  limitAt: number,
): MovedRead => ({
  type: "read",
  more: (within, config) =>
    within(async (tx) => {
      const { rows } = await tx.query<{ id: string }>({ ...select, values: [...(config.values ?? [])] });
      const moved = await readMoved(
        tx,
        rows.map(({ id }) => id),
      );
      return moved.payments.length === 0 ? null : (await tx.query(onMoved(config, moved))).rows;
    }),
  merge(rows, values) {
    // A payment is on both sides between its copy and its deletion. The present one, which comes first, counts.
    const unique = new Map([...rows].reverse().map((row) => [row.id, row]));
    return [...unique.values()].sort(by(order)).slice(0, Number(values[limitAt]));
  },
});

const by =
  (columns: readonly string[]) =>
  (a: Row, b: Row): number => {
    const differing = columns.find((column) => +(a[column] > b[column]) - +(a[column] < b[column]) !== 0);
    return differing !== undefined && a[differing] > b[differing] ? 1 : -1;
  };

const MOVED_CONFIRMED = {
  name: "moved_confirmed_page",
  text: `
  select c.payment_id as id from moved_confirmations c
   where c.chain = $1 and (c.confirmed_at, c.payment_id) > ($2, $3)
     and c.confirmed_at between coalesce(to_timestamp($4), '-infinity') and coalesce(to_timestamp($5), 'infinity')
   order by c.confirmed_at, c.payment_id limit $6`,
};

const MOVED_UNCONFIRMED = {
  name: "moved_unconfirmed_page",
  text: `
  select p.id from moved_payments p
   where p.id > $1 and not exists (select 1 from moved_confirmations c where c.payment_id = p.id)
   order by p.id limit $2`,
};

const idsOfKeys = async (db: Queryable, keys: unknown): Promise<readonly Row[]> => {
  const { rows } = await db.query({
    name: "moved_keys",
    text: `select payment_id as id, payment_key from moved_payment_keys
            where payment_key = any($1) and payment_id >= ${IS_KEPT}`,
    values: [keys],
  });
  return rows;
};

const missingKeys = ([keys]: Values, found: readonly Row[]): readonly Buffer[] => {
  const known = new Set(found.map(({ payment_key }) => payment_key.toString("hex")));
  return (keys as readonly Buffer[]).filter((key) => !known.has(key.toString("hex")));
};

/** A chain names a payment by its key. No worker is asked, so a chain is followed while one is down. */
const BY_KEY: MovedRead = {
  type: "read",
  lacks: (values, found) => missingKeys(values, found).length > 0,
  more: (within, config, found) => within((tx) => idsOfKeys(tx, missingKeys(config.values ?? [], found))),
};

const ROUTERS: MovedRead = {
  type: "read",
  more: (within, config) =>
    within(async (tx) => {
      const text = "select distinct router from moved_confirmations where chain = $1";
      return (await tx.query({ name: "moved_routers", text, values: [...(config.values ?? [])] })).rows;
    }),
  merge: (rows) => [...new Map(rows.map((row) => [row.router, row])).values()].sort(by(["router"])),
};

const writes = (idAt: number): MovedWrite => ({ type: "write", payments: async (_tx, values) => texts(values[idAt]) });

const PRESENT_OF_KEYS = "select id, payment_key from payments where payment_key = any($1)";

/** Place of the keys among the values of insert_transfers. */
const PAYMENT_KEYS_AT = 5;

/** Late money for a moved payment. Present ones are named as well, so that they do not move before it is stored. */
const TRANSFERS: MovedWrite = {
  type: "write",
  async payments(tx, values) {
    const keys = values[PAYMENT_KEYS_AT];
    const { rows: present } = await tx.query({ name: "present_keys", text: PRESENT_OF_KEYS, values: [keys] });
    const missing = missingKeys([keys], present);
    const moved = missing.length > 0 ? await idsOfKeys(tx, missing) : [];
    return [...present, ...moved].map(({ id }) => id);
  },
};

export const STATEMENTS: ReadonlyMap<string, MovedRead | MovedWrite> = new Map<string, MovedRead | MovedWrite>([
  ["payment_by_id", byId(0, "id")],
  ["payment_by_id_and_partner", byId(0, "id")],
  ["payment_log", byId(0, "payment_id")],
  ["payment_relay", byId(0, "payment_id")],
  ["listed_rows", byId(0, "id")],
  ["paid_rows", byId(0, "payment_id")],
  ["payments_of_events", byId(0, "id")],
  ["logs_of_payments", byId(0, "payment_id")],
  ["events_by_number", byId(2, "payment_id", pairsOf)],
  ["books_confirmed", page(MOVED_CONFIRMED, ["confirmed_at", "id"], 5)],
  ["books_unconfirmed", page(MOVED_UNCONFIRMED, ["id"], 1)],
  ["books_keys", BY_KEY],
  ["own_payment_keys", BY_KEY],
  ["routers_ever_used", ROUTERS],
  ["mark_refunded", writes(0)],
  ["insert_transfers", TRANSFERS],
]);
