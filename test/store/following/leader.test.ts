// Leadership of a chain: one process leads at a time, another takes over within seconds after any loss, and no stale
// work of the previous leader is written.
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { type Database, openDatabase } from "../../../src/store/database/database.ts";
import { fenced, type Lead, LeadLostError } from "../../../src/store/following/leader.ts";
import { type FreshDatabase, freshDatabase } from "../../harness/database/postgres.ts";
import { type LeaderProcess, startLeader } from "../../harness/server/leader.ts";
import { startTcpForwarder, type TcpForwarder } from "../../harness/server/tcp-forwarder.ts";
import { query } from "../../local/query.ts";

const CHAIN = "eip155:1";

let database: FreshDatabase;
let forwarder: TcpForwarder;
/** The process behind the forwarder. */
let first: LeaderProcess;
let second: LeaderProcess;
beforeEach(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
  const url = new URL(database.databaseUrl);
  forwarder = await startTcpForwarder(Number(url.port));
  url.port = String(forwarder.port);
  first = await startLeader(url.href);
  second = await startLeader(database.databaseUrl);
});
afterEach(async () => {
  await Promise.all([first.close(), second.close()]);
  await forwarder.close();
  await database.drop();
});

const sessions = (): Promise<{ pid?: number }[]> =>
  query(
    database.databaseUrl,
    `select pid from pg_stat_activity
     where application_name like 'turnpike session%' and datname = current_database() order by pid`,
  );

const LEADERS = `
  select pid from pg_locks where locktype = 'advisory' and granted
     and database = (select oid from pg_database where datname = current_database())`;

const isLedBy = async (process: LeaderProcess, chain = CHAIN): Promise<boolean> =>
  (await process.of(chain).hold()) !== null;
const becomesLeader = (process: LeaderProcess) => expect.poll(() => isLedBy(process));
const leadOf = async (process: LeaderProcess): Promise<Lead> => {
  await becomesLeader(process).toBe(true);
  const lead = await process.of(CHAIN).hold();
  if (!lead) throw new Error("the lead was lost at once");
  return lead;
};

test("one of two leads, and continues to lead", async () => {
  expect(await isLedBy(first)).toBe(true);
  expect(await isLedBy(second)).toBe(false);
  expect(await isLedBy(first)).toBe(true);
});

test("each chain has its own leader", async () => {
  expect(await isLedBy(first)).toBe(true);
  expect(await isLedBy(second, "eip155:2")).toBe(true);
  expect(await isLedBy(first, "eip155:2")).toBe(false);
});

test("the standby leads once the first has released", async () => {
  expect(await isLedBy(first)).toBe(true);
  expect(await isLedBy(second)).toBe(false);
  await first.of(CHAIN).release();
  await becomesLeader(second).toBe(true);
});

test("a leader whose session ends no longer leads, and the other does", async () => {
  expect(await isLedBy(first)).toBe(true);
  expect(await isLedBy(second)).toBe(false);
  await query(database.databaseUrl, `select pg_terminate_backend(pid) from (${LEADERS}) as leaders`);
  await becomesLeader(second).toBe(true);
  await expect.poll(() => isLedBy(first).catch(() => null)).toBe(false);
});

test("repeated attempts, and several chains, need one connection", async () => {
  expect(await isLedBy(first)).toBe(true);
  const before = await sessions();
  expect(before).toHaveLength(2);
  for (let asked = 0; asked < 20; asked++) {
    expect(await isLedBy(second)).toBe(false);
    await second.of(`eip155:${asked + 2}`).hold();
  }
  expect(await sessions()).toEqual(before);
});

test("another leads within 15 s of a partition that neither side hears of, and not before the first stops", async () => {
  expect(await isLedBy(first)).toBe(true);
  const sinceMs = performance.now();
  forwarder.isolate();
  await expect.poll(() => isLedBy(first).catch(() => false), { interval: 20 }).toBe(false);
  expect(await query(database.databaseUrl, LEADERS)).toHaveLength(1);
  await becomesLeader(second).toBe(true);
  expect(performance.now() - sinceMs).toBeLessThan(15_000);
});

test("a standby server is not led on", async () => {
  const name = new URL(database.databaseUrl).pathname.slice(1);
  expect(await isLedBy(first)).toBe(true);
  await query(database.databaseUrl, `alter database ${name} set default_transaction_read_only = on`);
  await expect(startLeader(database.databaseUrl)).rejects.toThrow("accepts no writes");
  expect(await sessions()).toHaveLength(2); // the refused session is closed
});

describe("unfinished work of a previous leader", () => {
  let db: Database;
  let rows: Database;
  beforeEach(() => {
    rows = openDatabase({ url: database.databaseUrl, connectionsMax: 2, onError: () => {} });
    db = fenced(rows);
  });
  afterEach(() => rows.close());

  const write = () => db.write({ text: "insert into followed_chains (chain, first_block) values ('eip155:9', 1)" });
  const written = async () => (await rows.query({ text: "select from followed_chains" })).rows.length;

  test("is not written, alone or in a transaction, and not sent", async () => {
    const leadership = first.of(CHAIN);
    const former = await leadOf(first);
    await leadership.under(former, write);
    expect(await written()).toBe(1);
    await leadership.under(former, async () => leadership.check());
    await leadership.release();
    const next = await leadOf(second);
    expect(next.epoch).toBeGreaterThan(former.epoch);
    await expect(leadership.under(former, write)).rejects.toThrow(LeadLostError);
    await expect(leadership.under(former, () => db.transaction((tx) => tx.query({ text: "select" })))).rejects.toThrow(
      LeadLostError,
    );
    await expect(leadership.under(former, async () => leadership.check())).rejects.toThrow(LeadLostError);
  });

  test("is not written by the same process under its next lead", async () => {
    const leadership = first.of(CHAIN);
    const former = await leadOf(first);
    await leadership.release();
    const next = await leadOf(first);
    await expect(leadership.under(former, write)).rejects.toThrow(LeadLostError);
    await expect(leadership.under(former, async () => leadership.check())).rejects.toThrow(LeadLostError);
    await leadership.under(next, write);
  });

  test("is finished or ended before the next leader begins", async () => {
    const leadership = first.of(CHAIN);
    const former = await leadOf(first);
    let commit = (): void => {};
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let isBegun = (): void => {};
    const begun = new Promise<void>((resolve) => {
      isBegun = resolve;
    });
    const writing = leadership.under(former, () =>
      db.transaction(async () => {
        isBegun();
        await held;
      }),
    );
    await begun;
    await leadership.release();
    expect(await isLedBy(second)).toBe(false);
    commit();
    await writing;
    await becomesLeader(second).toBe(true);
  });

  test("may not be written outside a lead", async () => {
    await expect(write()).rejects.toThrow("outside its lead");
  });
});

test("a process starts only with a database", async () => {
  await expect(startLeader("postgres://127.0.0.1:1/none")).rejects.toThrow("ECONNREFUSED");
});
