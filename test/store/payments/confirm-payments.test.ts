// Payments confirmed or read at the same time share statements, and each has its own result.
import { setTimeout } from "node:timers/promises";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { NewConfirmation } from "../../../src/operations/gateway/confirm-payment.ts";
import type { Option } from "../../../src/payment/option.ts";
import { type Database, openDatabase, type Queryable } from "../../../src/store/database/database.ts";
import { createPaymentStore } from "../../../src/store/payments/payments.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { confirmationOf, openPayment, someAddress } from "../relaying/queued.ts";

let server: TestServer;
/** The pools of two processes. */
let processes: readonly { readonly db: Database; readonly payments: ReturnType<typeof createPaymentStore> }[];
const statements: string[] = [];
const failed: unknown[] = [];

/** Records the names of statements and their errors. */
function recorded(db: Database): Database {
  const over = (inner: Queryable): Queryable => ({
    async query<Row extends pg.QueryResultRow>(config: pg.QueryConfig) {
      statements.push(config.name ?? "");
      try {
        return await inner.query<Row>(config);
      } catch (error) {
        failed.push(error);
        throw error;
      }
    },
  });
  return { ...db, ...over(db), transaction: (work) => db.transaction((tx) => work(over(tx))) };
}

beforeAll(async () => {
  server = await startServer({ role: null });
  processes = [0, 1].map(() => {
    const { databaseUrl } = server;
    const db = recorded(openDatabase({ url: databaseUrl, connectionsMax: 8, onError: () => {} }));
    return { db, payments: createPaymentStore(db, []) };
  });
});
beforeEach(() => {
  statements.length = 0;
  failed.length = 0;
});
afterAll(async () => {
  for (const { db } of processes) await db.close();
  await server.stop();
});

const payments = (count: number, payer?: string): Promise<Option[]> =>
  Promise.all(Array.from({ length: count }, () => openPayment(server, payer ? { payer: someAddress(payer) } : {})));

const confirm = (option: Option, changes: Partial<NewConfirmation> = {}, process = 0) =>
  processes[process]?.payments.confirm(option.paymentId, { ...confirmationOf(option), ...changes });

const statusOf = async ({ paymentId }: Option) => (await processes[0]?.payments.findForBuyer(paymentId))?.status;

test("confirms of many payers share a statement", async () => {
  const options = await payments(40);
  expect(await Promise.all(options.map((option) => confirm(option)))).toEqual(options.map(() => true));
  expect(statements).toEqual(["confirm_payments"]);
  const found = await Promise.all(options.map(({ paymentId }) => processes[0]?.payments.findForBuyer(paymentId)));
  expect(found.map((payment) => payment?.confirmation?.option)).toEqual(options);
  expect(statements).toEqual(["confirm_payments", "payments_by_id"]);
});

test("one payer's payments are confirmed up to their balance", async () => {
  const options = await payments(5, "one payer");
  const payerBalance = 30_000_000n;
  const confirmed = await Promise.all(options.map((option) => confirm(option, { payerBalance })));
  expect(confirmed.filter(Boolean)).toHaveLength(3);
});

test("of two confirms of one payment, one wins", async () => {
  const [option, ...others] = await payments(3);
  if (!option) throw new Error("no payment");
  const rival = { ...option, terms: { ...option.terms, payer: someAddress("rival") } };
  const all = [option, rival, ...others];
  const confirmed = await Promise.all(all.map((each) => confirm(each)));
  expect(confirmed.toSorted()).toEqual([false, true, true, true]);
  expect(failed).toEqual([]);
});

test("a confirm that the database rejects fails alone", async () => {
  const [bad, ...good] = await payments(5);
  if (!bad) throw new Error("no payment");
  const rejected = confirm(bad, { providerName: "\0" });
  const confirmed = Promise.all(good.map((option) => confirm(option)));
  await expect(rejected).rejects.toThrow("invalid byte sequence");
  expect(await confirmed).toEqual(good.map(() => true));
  expect(await statusOf(bad)).toBe("requires_action");
});

test("a payment locked by another request holds up no other", async () => {
  const [locked, ...free] = await payments(5);
  if (!locked) throw new Error("no payment");
  let unlock = (): void => {};
  const isUnlocked = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  let isLocked = (): void => {};
  const lock = new Promise<void>((resolve) => {
    isLocked = resolve;
  });
  const locking = processes[1]?.db.transaction(async (tx) => {
    await tx.query({ text: "select from payments where id = $1 for update", values: [locked.paymentId] });
    isLocked();
    await isUnlocked;
  });
  await lock;
  const waiting = confirm(locked);
  expect(await Promise.all(free.map((option) => confirm(option)))).toEqual(free.map(() => true));
  expect(await Promise.race([waiting, setTimeout(50, "waits")])).toBe("waits");
  unlock();
  expect(await waiting).toBe(true);
  await locking;
  expect(failed).toEqual([]); // no statement waited until its lock timeout
});

test("two processes that confirm payments of the same payers never wait for each other in a circle", async () => {
  await server.sql("analyze"); // the plan may change with the tables' statistics
  const payerBalance = 10n ** 18n;
  const payers = Array.from({ length: 30 }, (_, index) => `payer ${index}`);
  for (let round = 0; round < 5; round++) {
    const options = (await Promise.all(payers.map((payer) => payments(2, payer)))).flat();
    const [first, second] = [options.filter((_, i) => i % 2 === 0), options.filter((_, i) => i % 2 === 1).toReversed()];
    const confirmed = [first, second].map((some, process) =>
      some.map((option) => confirm(option, { payerBalance }, process)),
    );
    expect(await Promise.all(confirmed.flat())).toEqual(options.map(() => true));
  }
  expect(failed).toEqual([]);
});
