// The lists of a test's own database, with the books that contain the expected payments.
import { inject } from "vitest";
import { type Database, openDatabase } from "../../src/store/database/database.ts";
import { createListStore, THRESHOLDS } from "../../src/store/lists/lists.ts";
import { type FreshDatabase, freshDatabase } from "../harness/database/postgres.ts";
import { Books } from "./books.ts";

export interface Listing {
  readonly databaseUrl: string;
  readonly db: Database;
  readonly lists: ReturnType<typeof createListStore>;
  readonly books: Books;
  /**
   * Rows that were read by scanning whole tables, by table. Only of a listing with one connection, whose statistics are
   * written first.
   * @param tables a regular expression
   */
  rowsScanned(tables: string): Promise<Readonly<Record<string, number>>>;
  close(): Promise<void>;
}

interface ListingOptions {
  readonly connectionsMax?: number;
  readonly thresholds?: typeof THRESHOLDS;
  /** The database; by default a new one without partners. */
  readonly database?: FreshDatabase;
}

export async function openListing({
  connectionsMax = 4,
  thresholds = THRESHOLDS,
  ...options
}: ListingOptions = {}): Promise<Listing> {
  const database = options.database ?? (await freshDatabase({ template: inject("templateDatabase") }));
  const { databaseUrl } = database;
  const db = openDatabase({ url: databaseUrl, connectionsMax, onError: () => {} });
  const books = await Books.open(databaseUrl);
  return {
    databaseUrl,
    db,
    lists: createListStore(db, 8, thresholds),
    books,
    async rowsScanned(tables) {
      await db.query({ text: "select pg_stat_force_next_flush()" });
      const { rows } = await books.sql(
        "select relname, seq_tup_read::integer as scanned from pg_stat_user_tables where relname ~ $1",
        [tables],
      );
      return Object.fromEntries(rows.map(({ relname, scanned }) => [relname, scanned]));
    },
    async close() {
      await books.close();
      await db.close();
      await database.drop();
    },
  };
}
