// The migration to the outbox: what an earlier version left unfolded is listed, once.
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { UNFILTERED } from "../../src/payment/list.ts";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { createListStore } from "../../src/store/lists/lists.ts";
import { type FreshDatabase, freshDatabase } from "../harness/postgres.ts";
import { Books } from "./books.ts";

const PARTNER = "prtn_a";
const NEWEST = { by: "date", direction: "desc" } as const;

/** Undoes migration 0048. */
const FORMER_SCHEMA = `
  drop trigger payment_events_inserted on payment_events;
  drop function list_payment_events;
  create trigger payment_events_notify after insert on payment_events
    referencing new table as new_events for each statement execute function notify_events();
  drop table unlisted_events, listing_changes;
  alter table listing_progress drop column changes`;
const MIGRATION = await readFile(
  new URL("../../src/store/migrations/0048_listing_outbox.sql", import.meta.url),
  "utf8",
);

let database: FreshDatabase;
let db: Database;
let books: Books;
beforeAll(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
  db = openDatabase({ url: database.databaseUrl, connectionsMax: 4, onError: () => {} });
  books = await Books.open(database.databaseUrl);
  await books.addPartner(PARTNER, ["mrch_a"]);
});
afterAll(async () => {
  await books.close();
  await db.close();
  await database.drop();
});

test("events that are new, late or of a transaction still open when the migration starts are listed once", async () => {
  const lists = createListStore(db, 8);
  const listed = async () => {
    const page = await lists.page({ ...UNFILTERED, partnerId: PARTNER, merchantIds: ["mrch_a"] }, NEWEST, null, 50);
    expect(page.statistics.payments).toBe(BigInt(page.payments.length));
    return page.payments.map(({ id }) => id).toSorted();
  };
  await books.createOpen("pay_00folded");
  expect(await listed()).toEqual(["pay_00folded"]);
  await books.sql(FORMER_SCHEMA);
  // As the former version leaves it: projected up to the newest event, except for one whose number was missing then.
  await books.createOpen("pay_00hole");
  await books.sql("insert into listing_holes (event_id) select max(id) from payment_events");
  await books.sql("update listing_progress set last_event = (select max(id) from payment_events)");
  await books.createOpen("pay_00unfolded");
  const open = await Books.open(database.databaseUrl);
  await open.sql("begin");
  await open.createOpen("pay_00open");
  const migrating = books.sql(`begin; ${MIGRATION}; commit`);
  while (
    (await open.sql("select from pg_locks where relation = 'payment_events'::regclass and not granted")).rowCount === 0
  );
  await open.sql("commit");
  await migrating;
  await open.close();
  await books.createOpen("pay_00new");
  expect(await listed()).toEqual(["pay_00folded", "pay_00hole", "pay_00new", "pay_00open", "pay_00unfolded"]);
  // A place of the former version is a number of an event: its reader reloads everything.
  expect(await lists.changes({ partnerId: PARTNER, merchantIds: null }, { last: 3n })).toMatchObject({
    isComplete: false,
  });
});
