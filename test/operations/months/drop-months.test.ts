// Dropping months of payments, on a database whose first month ended half a year ago.
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { newPaymentId } from "../../../src/ids.ts";
import { type DroppedMonth, dropMonths } from "../../../src/operations/months/drop-months.ts";
import { KEPT_AT_LEAST_DAYS, type Month, type MonthStore } from "../../../src/operations/ports/months.ts";
import { openStore, type Store } from "../../../src/store/store.ts";
import { type FreshDatabase, freshDatabase } from "../../harness/database/postgres.ts";
import { Books, type Entry } from "../../lists/books.ts";
import { endFirstMonth, partitionOfMonth, startOfMonth } from "../../store/months/ended-months.ts";

/** The first month ended with the start of this one. */
const FIRST_END = -6;
const DAY_MS = 86_400_000;

let database: FreshDatabase;
let books: Books;
let store: Store;
beforeEach(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
  books = await Books.open(database.databaseUrl);
  await endFirstMonth({ query: (text) => books.sql(text) }, -FIRST_END);
  await books.addPartner("prtn_a", ["mrch_a"]);
  store = openStore({ url: database.databaseUrl, connectionsMax: 3, onError: () => {} });
});
afterEach(async () => {
  await Promise.all([store.close(), books.close()]);
  await database.drop();
});

const nameOf = (ahead: number): string => (ahead < FIRST_END ? "first" : partitionOfMonth(ahead));

/** A cancelled payment of the second day of a month, this many months ahead. */
async function given(ahead: number): Promise<Entry> {
  const entry = await givenOpen(ahead);
  await books.move(entry, "cancelled");
  return entry;
}

async function givenOpen(ahead: number): Promise<Entry> {
  const createdMs = startOfMonth(ahead).getTime() + DAY_MS;
  const id = newPaymentId(null, createdMs);
  await books.createOpen(id, createdMs);
  const entry = books.entries.at(-1);
  if (!entry) throw new Error("no payment");
  return entry;
}

/** The first three months, which are always old enough. */
const OLD = [FIRST_END - 1, FIRST_END, FIRST_END + 1] as const;
const BEFORE = startOfMonth(FIRST_END + 2);

const drop = (changes: Partial<MonthStore> = {}, before = BEFORE): Promise<readonly DroppedMonth[]> =>
  dropMonths({ months: { ...store.months, ...changes }, lists: store.lists }, before, () => {});

const namesOf = (results: readonly DroppedMonth[]) => results.map(({ type, month }) => `${type} ${month.name}`);

const ALL_DROPPED = OLD.map((ahead) => `dropped ${nameOf(ahead)}`);

const column = async (text: string): Promise<unknown[]> =>
  (await books.sql(text)).rows.flatMap((row) => Object.values(row));
const payments = () => column("select id from payments order by id");
const listed = () => column("select payment_id from listed_payments order by payment_id");

const refund = ({ id }: Entry, age = "0 days") =>
  books.sql(
    "insert into refund_marks (payment_id, partner_id, created_at) values ($1, 'prtn_a', now() - $2::interval)",
    [id, age],
  );

test("drops whole months, oldest first, and none that ended less than 93 days ago", async () => {
  const entries: Entry[] = [];
  for (let ahead = FIRST_END - 1; ahead <= 0; ahead++) entries.push(await given(ahead));
  const oldMs = Date.now() - KEPT_AT_LEAST_DAYS * DAY_MS;
  const old = entries
    .map((_, index) => FIRST_END - 1 + index)
    .filter((ahead) => startOfMonth(ahead + 1).getTime() < oldMs);
  expect(namesOf(await drop({}, startOfMonth(1)))).toEqual(old.map((ahead) => `dropped ${nameOf(ahead)}`));
  const kept = entries.slice(old.length).map(({ id }) => id);
  expect(kept.length).toBeGreaterThan(2);
  expect(await payments()).toEqual(kept);
  expect(await listed()).toEqual(kept);
  expect((await store.months.list()).map(({ name }) => name)[0]).toBe(nameOf(FIRST_END - 1 + old.length));
  expect(await drop({}, startOfMonth(1))).toEqual([]);
});

test("the books know the newest event of all payments that are deleted", async () => {
  await given(OLD[1]);
  await given(OLD[0]);
  const last = await column("select max(created_at) from payment_events");
  await given(0);
  await given(OLD[2] + 1);
  expect(await store.bookEntries.lastDeletedAt()).toBeNull();
  await drop();
  expect([await store.bookEntries.lastDeletedAt()]).toEqual(last);
});

test("drops only months that ended by the given time", async () => {
  const [first, ...others] = [await given(OLD[0]), await given(OLD[1]), await given(OLD[2])];
  expect(namesOf(await drop({}, startOfMonth(FIRST_END)))).toEqual(["dropped first"]);
  expect(await payments()).toEqual(others.map(({ id }) => id));
  expect(await payments()).not.toContain(first.id);
});

describe("a month is kept, with those after it, if one of its payments", () => {
  const transfer = ({ id }: Entry, state: string) =>
    books.sql(
      `insert into transfers (chain, tx_hash, log_index, block_number, block_hash, payment_key, terms_hash, token, payer,
         amount, destination, fee, fee_receiver, deadline_s, method, asset, state, payment_id, partner_id, block_time_s)
       values ('eip155:1', sha256(''), 0, 1, '', '', '', '', '', 1, '', 0, '', 0, 'eip3009', '', $2, $1, 'prtn_a', 0)`,
      [id, state],
    );
  const exception = ({ id }: Entry, age: string) =>
    books.sql(
      `insert into exceptions (id, partner_id, payment_id, kind, message, created_at)
       values ('exc_a', 'prtn_a', $1, 'late', '', now() - $2::interval)`,
      [id, age],
    );
  const deposit = ({ id }: Entry) =>
    books.sql(
      `insert into deposits (chain, tx_hash, log_index, block_number, block_hash, block_time_s, terms_hash, payment_id,
         partner_id, token, sender, amount)
       values ('eip155:1', sha256(''), 0, 1, '', 0, sha256(''), $1, 'prtn_a', '', '', 1)`,
      [id],
    );
  const unrecovered = ({ id }: Entry) =>
    books.sql(
      `insert into unrecovered (terms_hash, chain, token, payment_id, partner_id, amount, minimum, since)
       values (sha256(''), 'eip155:1', '', $1, 'prtn_a', 1, 1, now())`,
      [id],
    );
  const decided = () => books.sql("update exceptions set resolved_at = now(), resolution = 'chain'");
  const givenSent = async (ahead: number) => {
    const entry = await givenOpen(ahead);
    await books.move(entry, "processing", PROCESSING);
    await books.move(entry, "succeeded");
    await books.sql("update confirmations set relay_state = 'sent' where payment_id = $1", [entry.id]);
    return entry;
  };
  const PROCESSING = { asset: "eip155:1/erc20:0x1", buyer: "eip155:1:0x2" };

  test.each<[string, () => Promise<Entry>]>([
    ["is open", () => givenOpen(OLD[1])],
    [
      "is processing",
      () => givenOpen(OLD[1]).then((entry) => books.move(entry, "processing", PROCESSING).then(() => entry)),
    ],
    ["is not settled", () => givenSent(OLD[1])],
    ["has an undecided transfer", () => given(OLD[1]).then((entry) => transfer(entry, "seen").then(() => entry))],
    ["has a parked transfer", () => given(OLD[1]).then((entry) => transfer(entry, "parked").then(() => entry))],
    ["has money on a deposit address", () => given(OLD[1]).then((entry) => deposit(entry).then(() => entry))],
    ["has money that is not recovered", () => given(OLD[1]).then((entry) => unrecovered(entry).then(() => entry))],
    ["was refunded recently", () => given(OLD[1]).then((entry) => refund(entry).then(() => entry))],
    [
      "has an exception that was decided recently",
      () =>
        given(OLD[1]).then((entry) =>
          exception(entry, "94 days")
            .then(decided)
            .then(() => entry),
        ),
    ],
    ["has a recent exception", () => given(OLD[1]).then((entry) => exception(entry, "92 days").then(() => entry))],
  ])("%s, and names it", async (_, givenUnfinished) => {
    const [, , last] = [await given(OLD[0]), await given(OLD[1]), await given(OLD[2])];
    const { id } = await givenUnfinished();
    const results = await drop();
    expect(namesOf(results)).toEqual(["dropped first", `kept ${nameOf(OLD[1])}`]);
    expect(results[1]).toMatchObject({ unfinished: [id] });
    expect(await payments()).toHaveLength(3);
    expect(await payments()).toContain(last.id);
  });

  test("(an exception that was open for 93 days keeps no month)", async () => {
    await exception(await given(OLD[1]), "94 days");
    expect(namesOf(await drop())).toEqual(ALL_DROPPED);
    expect(await column("select id from exceptions")).toEqual(["exc_a"]);
  });
});

describe("goes on after an interruption", () => {
  const interrupted = () => Promise.reject(new Error("interrupted"));
  const afterOnePage = (): MonthStore["deletePage"] => {
    let pages = 0;
    return (month) => (pages++ === 0 ? store.months.deletePage(month) : interrupted());
  };

  test.each<[string, () => Partial<MonthStore>]>([
    ["before anything is deleted", () => ({ deletePage: interrupted })],
    ["between two pages", () => ({ deletePage: afterOnePage() })],
    ["before the partitions are deleted", () => ({ deletePartitions: interrupted })],
  ])("%s", async (_, changes) => {
    const [first] = [await given(OLD[0]), await given(OLD[1]), await given(OLD[2])];
    const kept = await given(0);
    await refund(first, "31 days");
    await expect(drop(changes())).rejects.toThrow("interrupted");
    expect((await store.months.list())[0]).toMatchObject({ name: "first", isDropped: true });
    expect(await column("select payments_kept_since()")).toEqual([startOfMonth(FIRST_END)]);
    // Its partner sees the payment, and that it was refunded.
    expect(await column("select payment_id from refund_marks")).toEqual([first.id]);
    expect(namesOf(await drop())).toEqual(ALL_DROPPED);
    expect(await payments()).toEqual([kept.id]);
    expect(await listed()).toEqual([kept.id]);
    expect(await column("select payment_id from refund_marks")).toEqual([]);
  });

  test("after the last partitions are deleted", async () => {
    await refund(await given(OLD[0]), "31 days");
    const deletePartitions = (month: Month) => store.months.deletePartitions(month).then(interrupted);
    await expect(drop({ deletePartitions }, startOfMonth(FIRST_END))).rejects.toThrow("interrupted");
    expect(await drop({}, startOfMonth(FIRST_END))).toEqual([]);
    expect(await column("select payment_id from refund_marks")).toEqual([]);
  });

  test("also with what was written before the partitions were deleted", async () => {
    const entry = await given(OLD[0]);
    const changes: Partial<MonthStore> = {
      async deletePartitions(month) {
        await refund(entry);
        return store.months.deletePartitions(month);
      },
    };
    expect(namesOf(await drop(changes, startOfMonth(FIRST_END)))).toEqual(["dropped first"]);
    expect(await column("select payment_id from refund_marks")).toEqual([]);
  });
});

test("gives up its locks soon if a transaction uses the months, and retries", async () => {
  await given(OLD[0]);
  await books.sql("begin");
  await books.sql("select from payments");
  const waited: number[] = [];
  const results = await drop({
    async deletePartitions(month) {
      const startMs = performance.now();
      const isDeleted = await store.months.deletePartitions(month);
      if (!isDeleted) {
        waited.push(performance.now() - startMs);
        await books.sql("commit");
      }
      return isDeleted;
    },
  });
  expect(namesOf(results)).toEqual(ALL_DROPPED);
  expect(waited).toHaveLength(1);
  // PostgreSQL would look for deadlocks after a second.
  expect(waited[0]).toBeLessThan(1_000);
  expect(await payments()).toEqual([]);
});

test("two commands at once drop each month once", async () => {
  for (const ahead of OLD) await given(ahead);
  const kept = await given(0);
  const results = (await Promise.all([drop(), drop()])).flat();
  expect(new Set(namesOf(results.filter(({ type }) => type === "dropped")))).toEqual(new Set(ALL_DROPPED));
  for (const result of results) if (result.type === "kept") expect(result.unfinished).toEqual([]);
  expect(await payments()).toEqual([kept.id]);
  expect((await store.months.list())[0]?.name).toBe(nameOf(FIRST_END + 2));
});
