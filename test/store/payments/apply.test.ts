// The single writer of a payment's status: every status and transition, before and after expiry, on a real database.
import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newPaymentId } from "../../../src/ids.ts";
import { PAYMENT_STATUSES, type PaymentStatus } from "../../../src/payment/payment.ts";
import { nextStatus, type Transition } from "../../../src/payment/transition.ts";
import { type Database, openDatabase } from "../../../src/store/database/database.ts";
import { apply, PAYMENT_CHANNEL } from "../../../src/store/payments/apply.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";

const TRANSITIONS = [
  { type: "confirmed" },
  { type: "paid" },
  { type: "given_up" },
  { type: "declined", failureCode: "declined_user" },
  { type: "expired" },
  { type: "cancelled", reason: "cancelled_by_merchant" },
] as const satisfies Transition[];

/** The state of the expiry, by the database's clock, that each transition requires. */
const NEEDS: Partial<Record<Transition["type"], "open" | "due">> = {
  confirmed: "open",
  cancelled: "open",
  declined: "open",
  expired: "due",
};

let server: TestServer;
let db: Database;
beforeAll(async () => {
  server = await startServer({ role: null, bendsBooks: "its payments are made up" });
  db = openDatabase({ url: server.databaseUrl, connectionsMax: 20, onError: () => {} });
});
afterAll(async () => {
  await db.close();
  await server.stop();
});

/** A payment in this status, expired or not. */
async function given(status: PaymentStatus, expiry: "open" | "due"): Promise<string> {
  const id = newPaymentId(null);
  await server.sql(
    `insert into payments (id, partner_id, merchant_id, reference_id, status, currency, amount, expires_at, payment_key,
                           cancelled_reason)
     values ($1, $2, $3, 'order', $4, 'USD', 1000, now() + $5 * interval '1 minute', $6, $7)`,
    [
      id,
      server.partnerId,
      server.merchantId,
      status,
      expiry === "open" ? 5 : -5,
      randomBytes(32),
      status === "cancelled" ? "cancelled_by_user" : null,
    ],
  );
  return id;
}

const rowOf = async (id: string) => {
  const [row] = await server.sql("select status, failure_code, cancelled_reason from payments where id = $1", [id]);
  return row;
};
const eventsOf = (id: string) =>
  server.sql("select type, status, data from payment_events where payment_id = $1 order by id", [id]);

const cases = PAYMENT_STATUSES.flatMap((status) =>
  TRANSITIONS.flatMap((transition) =>
    (["open", "due"] as const).map((expiry) => ({ status, transition, expiry, type: transition.type })),
  ),
);

test.each(cases)("$type on a payment that is $status and $expiry", async ({ status, transition, expiry }) => {
  const id = await given(status, expiry);
  const before = await rowOf(id);
  const isInTime = (NEEDS[transition.type] ?? expiry) === expiry;
  const next = isInTime ? nextStatus(status, transition.type) : null;
  const moved = await apply(db, transition, [{ paymentId: id, data: { why: "test" } }]);
  if (next === null) {
    expect(moved).toEqual([]);
    expect(await rowOf(id)).toEqual(before);
    expect(await eventsOf(id)).toEqual([]);
    return;
  }
  expect(moved.map((payment) => payment.id)).toEqual([id]);
  expect(await rowOf(id)).toEqual({
    status: next,
    failure_code: transition.type === "declined" ? "declined_user" : null,
    cancelled_reason: transition.type === "cancelled" ? "cancelled_by_merchant" : null,
  });
  expect(await eventsOf(id)).toEqual([{ type: transition.type, status: next, data: { why: "test" } }]);
});

describe("several payments at once", () => {
  test("move if they may, each with its own data; the others stay", async () => {
    const open = await given("processing", "due");
    const other = await given("processing", "open");
    const over = await given("failed", "due");
    const items = [open, over, other].map((paymentId) => ({ paymentId, data: { of: paymentId } }));
    const moved = await apply(db, { type: "paid" }, items);
    expect(moved.map(({ id }) => id).sort()).toEqual([open, other].sort());
    for (const id of [open, other])
      expect(await eventsOf(id)).toEqual([{ type: "paid", status: "succeeded", data: { of: id } }]);
    expect(await eventsOf(over)).toEqual([]);
  });
});

describe("concurrent transitions", () => {
  test("have one winner and one event", async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => given("requires_action", "open")));
    const rivals = [
      { type: "confirmed" },
      { type: "cancelled", reason: "cancelled_by_user" },
      { type: "cancelled", reason: "cancelled_by_merchant" },
      { type: "declined", failureCode: "declined_user" },
    ] as const satisfies Transition[];
    for (const id of ids) {
      const outcomes = await Promise.all(rivals.map((transition) => apply(db, transition, [{ paymentId: id }])));
      // A declined payment may have been confirmed before. No other pair of these transitions is possible.
      const events = (await eventsOf(id)).map(({ type }) => type);
      expect(outcomes.flat()).toHaveLength(events.length);
      expect([["confirmed"], ["cancelled"], ["declined"], ["confirmed", "declined"]]).toContainEqual(events);
    }
  });

  test("are notified to listeners once committed", async () => {
    const listener = new pg.Client({ connectionString: server.databaseUrl });
    await listener.connect();
    await listener.query(`listen ${PAYMENT_CHANNEL}`);
    const told: string[] = [];
    listener.on("notification", ({ payload }) => told.push(payload ?? ""));
    const [kept, undone] = [await given("processing", "open"), await given("processing", "open")];
    await expect(
      db.transaction(async (tx) => {
        await apply(tx, { type: "paid" }, [{ paymentId: undone }]);
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    await apply(db, { type: "paid" }, [{ paymentId: kept }]);
    await expect.poll(() => told).toEqual([kept]);
    expect(await rowOf(undone)).toMatchObject({ status: "processing" });
    await listener.end();
  });
});

describe("the expiry worker's sweep", () => {
  test("expires only due payments, page by page", async () => {
    const due = await Promise.all(Array.from({ length: 3 }, () => given("requires_action", "due")));
    const others = [
      await given("requires_action", "open"),
      await given("processing", "due"),
      await given("succeeded", "due"),
    ];
    const before = await Promise.all(others.map(rowOf));
    await Promise.all([1, 2, 3].map(() => server.store.payments.expireDue()));
    for (const id of due) {
      expect(await rowOf(id)).toMatchObject({ status: "expired" });
      expect(await eventsOf(id)).toEqual([{ type: "expired", status: "expired", data: {} }]);
    }
    expect(await Promise.all(others.map(rowOf))).toEqual(before);

    await server.sql(
      `insert into payments (id, partner_id, merchant_id, reference_id, currency, amount, expires_at, payment_key)
       select 'pay_00page' || n, $1, $2, 'order', 'USD', 1000, now() - interval '1 minute',
              decode(lpad(to_hex(n), 64, '0'), 'hex')
         from generate_series(1, 1001) n`,
      [server.partnerId, server.merchantId],
    );
    expect(await server.store.payments.expireDue()).toEqual({ hasMore: true });
    expect(await server.store.payments.expireDue()).toEqual({ hasMore: false });
    const left = await server.sql("select from payments where status = 'requires_action' and expires_at <= now()");
    expect(left).toEqual([]);
  });
});
