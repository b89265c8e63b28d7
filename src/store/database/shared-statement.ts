// Lets concurrent requests share a statement, which saves round trips and commits. An item that the database rejects
// does not affect the others.
import { coalesce } from "../../concurrency/coalesce.ts";
import { sqlStateOf } from "./unavailable.ts";

export interface SharedStatement<Item, Result> {
  /** Runs one statement for all items. Returns one result for each, in order; a result may itself reject. */
  together(items: readonly Item[]): Promise<readonly (Result | Promise<Result>)[]>;
  /** Runs one item again after the database rejected its shared statement. The default is `together`. */
  alone?(item: Item): Promise<Result>;
  /** Items with a common key never share a statement. An item also waits while an earlier one has no response. */
  readonly keysOf?: (item: Item) => readonly string[];
}

/** Items per statement: more gain little and delay the first item. */
const ITEMS_MAX = 128;
/** One statement is sent while another commits; a third would only shrink them. */
const IN_FLIGHT_MAX = 2;
/**
 * A statement without a response by then may be on a dead connection, so later ones use other connections. At most four
 * overdue statements and the two in flight hold connections: a lock that delays one kind of statement must leave some
 * of the pool to other requests.
 */
const OVERDUE = { afterMs: 1_000, atOnceMax: 4 } as const;

/** @returns runs one item; rejects with the error of its statement, or of its result */
export function shareStatement<Item, Result>({
  together,
  alone = async (item) => first(await together([item])),
  keysOf,
}: SharedStatement<Item, Result>): (item: Item) => Promise<Result> {
  const run = async (items: readonly Item[]): Promise<readonly (Result | Promise<Result>)[]> => {
    try {
      return await together(items);
    } catch (error) {
      if (items.length === 1 || !isRowsFault(error)) throw error;
      // Nothing was written. Running the items one by one shows the faulty one.
      return items.map(alone);
    }
  };
  const limits = { itemsMax: ITEMS_MAX, inFlightMax: IN_FLIGHT_MAX, overdue: OVERDUE };
  return coalesce<Item, Result>({ run, ...limits, ...(keysOf && { keysOf }) });
}

function first<Result>([result]: readonly (Result | Promise<Result>)[]): Result | Promise<Result> {
  if (result === undefined) throw new TypeError("a statement returned no result");
  return result;
}

/** SQLSTATE classes: data, integrity, deadlock, lock timeout. After other errors the outcome may be unknown. */
const ROWS_FAULTS = ["22", "23", "40", "55"];

const isRowsFault = (error: unknown): boolean => ROWS_FAULTS.includes((sqlStateOf(error) ?? "").slice(0, 2));
