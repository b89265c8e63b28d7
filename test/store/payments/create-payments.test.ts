// Payments created at the same time share statements, and each has its own result.
import { createHash } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newPaymentId } from "../../../src/ids.ts";
import type { CreateOutcome, NewPayment } from "../../../src/operations/ports/new-payment.ts";
import { paymentKey } from "../../../src/payment/terms.ts";
import { type Database, openDatabase, type Queryable } from "../../../src/store/database/database.ts";
import { createMerchantStore } from "../../../src/store/merchants/merchants.ts";
import { apply } from "../../../src/store/payments/apply.ts";
import { createPaymentCreator } from "../../../src/store/payments/create-payments.ts";
import { type FreshDatabase, freshDatabase } from "../../harness/database/postgres.ts";

const PARTNER = "prtn_a";
let database: FreshDatabase;
let db: Database;
let statements = 0;
let create: ReturnType<typeof createPaymentCreator>;

/** Counts the creating statements. */
const counted: Queryable = {
  query: <Row extends pg.QueryResultRow>(config: pg.QueryConfig) => {
    if (config.name === "create_payments") statements += 1;
    return db.query<Row>(config);
  },
};

beforeAll(async () => {
  database = await freshDatabase({ template: inject("templateDatabase") });
  db = openDatabase({ url: database.databaseUrl, connectionsMax: 8, onError: () => {} });
  create = createPaymentCreator(counted);
  await db.query({ text: `insert into partners (id, name, version) values ('${PARTNER}', 'A', '2026-02-18')` });
  await db.query({
    text: `insert into api_keys (id, partner_id, role, hash, prefix)
           values ('key_1', '${PARTNER}', 'partner', sha256('key_1'), 'tp_partner_test')`,
  });
  await db.query({
    text: `insert into merchants (id, partner_id, name, status)
           values ('mrch_1', '${PARTNER}', 'One', 'active'), ('mrch_2', '${PARTNER}', 'Two', 'suspended')`,
  });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

function newPayment(changes: Partial<NewPayment> = {}): NewPayment {
  const id = newPaymentId(null);
  return {
    id,
    partnerId: PARTNER,
    merchantId: "mrch_1",
    referenceId: 'order "1" \\ {é}, null',
    amount: { currency: "USD", value: 10n ** 18n - 1n },
    checkout: null,
    createdBy: { type: "server", id: "key_1" },
    createdAtMs: Date.now(),
    expiresAtS: Math.floor(Date.now() / 1_000) + 300,
    paymentKey: paymentKey(id),
    feePolicyId: null,
    ...changes,
  };
}

const keyed = (key: string, body: unknown = { note: 'a "quoted" \\ answer, with {braces}' }) => ({
  scope: "POST /v1/payments mrch_1",
  key,
  fingerprint: createHash("sha256").update(JSON.stringify(body)).digest(),
  answer: { status: 201, body },
});

const countOf = async (table: string): Promise<number> =>
  (await db.query<{ count: number }>({ text: `select count(*)::int as count from ${table}` })).rows[0]?.count ?? 0;

test("a clock that is ahead of the database's: a payment is never updated before it was created", async () => {
  const payment = newPayment({ createdAtMs: Date.now() + 60_000 });
  await create(payment, null);
  const isOrdered = async () =>
    (
      await db.query<{ at_once: boolean; later: boolean }>({
        text: `select last_updated_at = created_at as at_once, last_updated_at >= created_at as later
                 from payments where id = $1`,
        values: [payment.id],
      })
    ).rows;
  expect(await isOrdered()).toEqual([{ at_once: true, later: true }]);
  await apply(db, { type: "cancelled", reason: "cancelled_by_merchant" }, [{ paymentId: payment.id }]);
  expect(await isOrdered()).toMatchObject([{ later: true }]);
});

test("hundreds at once are stored completely, in a few statements", async () => {
  const [before, events] = [statements, await countOf("payment_events")];
  const checkout = { successUrl: "https://shop.example/?a=1,2", errorUrl: "https://shop.example/{x}" };
  const payments = Array.from({ length: 300 }, (_, i) => newPayment(i % 2 ? { checkout } : {}));
  const outcomes = await Promise.all(payments.map((payment, i) => create(payment, i % 3 ? keyed(`many ${i}`) : null)));
  expect(outcomes.every(({ type }) => type === "created")).toBe(true);
  expect(statements - before).toBeLessThanOrEqual(6);
  expect(await countOf("payment_events")).toBe(events + 300);
  const { rows } = await db.query({
    text: `select id, reference_id, amount, success_url, error_url from payments where id = any($1)`,
    values: [payments.map(({ id }) => id)],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { id, referenceId, amount, checkout } of payments) {
    expect(byId.get(id)).toEqual({
      id,
      reference_id: referenceId,
      amount: amount.value,
      success_url: checkout?.successUrl ?? null,
      error_url: checkout?.errorUrl ?? null,
    });
  }
});

test("an invalid one affects only its own result", async () => {
  await create(newPayment(), keyed("one"));
  const before = await countOf("payments");
  const wanted: readonly [NewPayment, ReturnType<typeof keyed> | null, CreateOutcome | "rejects"][] = [
    [newPayment(), null, { type: "created" }],
    [newPayment({ merchantId: "mrch_9" }), null, { type: "merchant_not_found" }],
    [newPayment({ merchantId: "mrch_2" }), keyed("suspended"), { type: "merchant_not_active" }],
    [newPayment({ partnerId: "prtn_b" }), keyed("another's"), { type: "merchant_not_found" }],
    [newPayment(), keyed("one"), { type: "replayed", answer: keyed("one").answer }],
    [newPayment(), keyed("one", { other: true }), { type: "key_conflict" }],
    [newPayment({ referenceId: "x".repeat(257) }), keyed("too long"), "rejects"],
    [newPayment(), keyed("two"), { type: "created" }],
  ];
  const outcomes = await Promise.allSettled(wanted.map(([payment, idempotent]) => create(payment, idempotent)));
  expect(outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : "rejects"))).toEqual(
    wanted.map(([, , outcome]) => outcome),
  );
  expect(await countOf("payments")).toBe(before + 2);
  const { rows } = await db.query({
    text: "select key from idempotent_answers where key not like 'many%' order by key",
  });
  expect(rows).toEqual([{ key: "one" }, { key: "two" }]);
});

test("one key a hundred times in two processes makes one payment, and every request gets its response", async () => {
  const before = await countOf("payments");
  const others = createPaymentCreator(db);
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, (_, i) => (i % 2 ? create : others)(newPayment(), keyed("contended", { answer: 1 }))),
  );
  const replayed: CreateOutcome = { type: "replayed", answer: { status: 201, body: { answer: 1 } } };
  expect(outcomes.filter(({ type }) => type === "created")).toHaveLength(1);
  expect(outcomes.filter(({ type }) => type !== "created")).toEqual(Array.from({ length: 99 }, () => replayed));
  expect(await countOf("payments")).toBe(before + 1);
});

test("the same keys in different orders in two processes do not deadlock", async () => {
  const keys = Array.from({ length: 60 }, (_, i) => `crossed ${i}`);
  const others = createPaymentCreator(db);
  const outcomes = await Promise.all([
    ...keys.map((key) => create(newPayment(), keyed(key))),
    ...keys.toReversed().map((key) => others(newPayment(), keyed(key))),
  ]);
  expect(outcomes.filter(({ type }) => type === "created")).toHaveLength(60);
  expect(outcomes.filter(({ type }) => type === "replayed")).toHaveLength(60);
});

test("nothing is resent if the outcome is unknown", async () => {
  let sent = 0;
  const lost = createPaymentCreator({
    query: () => {
      sent += 1;
      return Promise.reject(new Error("Connection terminated unexpectedly"));
    },
  });
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => lost(newPayment(), null)));
  expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
  expect(sent).toBe(1);
});

test("no one gets a response before the commit, and later requests share the next statement", async () => {
  let begun = 0;
  let commit = (): void => {};
  const committed = new Promise<void>((resolve) => {
    commit = resolve;
  });
  const slow = createPaymentCreator({
    query: async (config) => {
      begun += 1;
      await committed;
      return db.query(config);
    },
  });
  let answered = 0;
  const ask = () => slow(newPayment(), null).then(() => (answered += 1));
  const first = [ask(), ask()];
  await expect.poll(() => begun).toBe(1);
  const second = [ask()];
  await expect.poll(() => begun).toBe(2);
  const third = Array.from({ length: 50 }, ask);
  await new Promise(setImmediate);
  expect([begun, answered]).toEqual([2, 0]);
  commit();
  await Promise.all([...first, ...second, ...third]);
  expect([begun, answered]).toEqual([3, 53]);
});

test("a merchant whose row is locked delays only its own payments, and a change of its status delays none", async () => {
  await db.query({
    text: `insert into merchants (id, partner_id, name, status)
           values ('mrch_locked', '${PARTNER}', 'Locked', 'active'), ('mrch_free', '${PARTNER}', 'Free', 'active')`,
  });
  const ofMerchant = (merchantId: string) => create(newPayment({ merchantId }), null);
  await db.transaction(async (tx) => {
    await tx.query({ text: "select from merchants where id = 'mrch_locked' for update" });
    const [locked, ...free] = await Promise.allSettled([
      ofMerchant("mrch_locked"),
      ofMerchant("mrch_free"),
      ofMerchant("mrch_free"),
    ]);
    expect(locked).toMatchObject({ status: "rejected", reason: { name: "Unavailable", retryAfterS: 1 } });
    expect(free).toMatchObject(Array(2).fill({ status: "fulfilled", value: { type: "created" } }));
  });
  await db.transaction(async (tx) => {
    await createMerchantStore(tx).setStatus("mrch_locked", "active");
    await createMerchantStore(tx).remove(PARTNER, "mrch_free");
    expect(await ofMerchant("mrch_locked")).toEqual({ type: "created" });
    expect(await ofMerchant("mrch_free")).toEqual({ type: "created" });
  });
});
