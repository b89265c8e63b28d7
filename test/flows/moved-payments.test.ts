// Payments that ended long ago lie in other tables, distributed over servers (`turnpike distribute`). Here these tables
// are ordinary ones; test/citus has real ones.
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openDatabase } from "../../src/store/database.ts";
import { migrate } from "../../src/store/migrate.ts";
import { createPaymentMover } from "../../src/store/moved/move.ts";
import { withMoved } from "../../src/store/moved/with-moved.ts";
import { createPaymentAccess } from "../../src/store/payments.ts";
import { dropPresentMonth } from "../harness/dropped-month.ts";
import { allDifferences, databaseOfMovedPayments, moveAll } from "../harness/moved.ts";
import { payWithOwnTerms } from "../harness/own-terms.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { asWallet, createPayment, type StatusBody } from "../harness/wallet.ts";
import { givenSucceededPayment } from "../routes/given.ts";
import type { RouteServer } from "../routes/setup.ts";

/** 10.00 USDC, as createPayment asks for. */
const ASKED = 10_000_000n;

let server: TestServer;
beforeAll(async () => {
  const database = await databaseOfMovedPayments();
  server = await startServer({ database, bendsBooks: "these tests check them with the moved payments" });
});
afterAll(() => server.stop());

const tablesOf = async (paymentId: string): Promise<readonly string[]> => {
  const rows = await server.sql<{ name: string }>(
    `select 'payments' as name from payments where id = $1 union all
     select 'moved_payments' from moved_payments where id = $1`,
    [paymentId],
  );
  return rows.map(({ name }) => name);
};

/** Only payments of an earlier second move. */
async function moved(paymentId: string): Promise<string> {
  await vi.waitFor(
    async () => {
      await moveAll(server);
      expect(await tablesOf(paymentId)).toEqual(["moved_payments"]);
    },
    { timeout: 10_000 },
  );
  return paymentId;
}

const givenMoved = async (): Promise<string> => moved(await givenSucceededPayment(server as RouteServer));

async function givenMovedCancelled(): Promise<string> {
  const paymentId = await createPayment(server);
  await server.call({ method: "POST", path: `/v1/payments/${paymentId}/cancel` });
  return moved(paymentId);
}

const typesOf = async (paymentId: string): Promise<readonly string[] | undefined> =>
  (await server.store.history.ofPayment(paymentId))?.log.map(({ type }) => type);

const statusOf = (paymentId: string) =>
  server.call<StatusBody>({ path: `/v1/gateway/payment/${paymentId}/status`, headers: asWallet(server) });

interface ListBody {
  readonly data: readonly { readonly paymentId: string; readonly settledAt?: string }[];
  readonly stats: object;
}

test("a moved payment is read, listed and counted as before, and the books balance", async () => {
  const paymentId = await givenMoved();
  expect(await statusOf(paymentId)).toMatchObject({ status: 200, body: { status: "succeeded", isFinal: true } });
  expect(await server.call({ path: `/v1/payments/${paymentId}` })).toMatchObject({ body: { status: "succeeded" } });
  expect(await typesOf(paymentId)).toEqual(["created", "confirmed", "paid"]);
  expect(await server.call({ path: `/v1/events?paymentId=${paymentId}` })).toMatchObject({ status: 200 });
  const { body } = await server.call<ListBody>({ path: "/v1/merchants/payments" });
  expect(body.data).toMatchObject([{ paymentId, settledAt: expect.any(String) }]);
  expect(body.stats).toMatchObject({ totalTransactions: 1, totalCustomers: 1 });
  expect(await allDifferences(server)).toEqual([]);
});

test("a payment that has not ended, or that somebody may still need, does not move", async () => {
  const open = await createPayment(server);
  const late = await createPayment(server);
  await server.call({ method: "POST", path: `/v1/payments/${late}/cancel` });
  await payWithOwnTerms(server, late, { amount: ASKED });
  await vi.waitFor(async () => expect(await typesOf(late)).toEqual(["created", "cancelled", "exception"]), 20_000);
  await givenMoved(); // everything that may move has moved then
  expect(await tablesOf(open)).toEqual(["payments"]);
  expect(await tablesOf(late)).toEqual(["payments"]);
});

test("a moved payment is refunded once, comes back for it, and moves again", async () => {
  const paymentId = await givenMoved();
  const refund = () => server.call({ path: "/v1/refunds", body: { paymentId } });
  const both = await Promise.all([refund(), refund()]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  await moved(paymentId);
  expect(await typesOf(paymentId)).toEqual(["created", "confirmed", "paid", "refunded"]);
  expect(await refund()).toMatchObject({ status: 409 });
});

test("money for a moved payment is an exception of it", async () => {
  const paymentId = await givenMovedCancelled();
  await payWithOwnTerms(server, paymentId, { amount: ASKED });
  await vi.waitFor(async () => {
    const { body } = await server.call<{ data: object[] }>({ path: `/v1/exceptions?paymentId=${paymentId}` });
    expect(body.data).toHaveLength(1);
  }, 20_000);
  expect(await typesOf(paymentId)).toEqual(["created", "cancelled", "exception"]);
  expect(await allDifferences(server)).toEqual([]);
});

/** Moves everything once, but runs `meanwhile` when all is copied and nothing is deleted yet. */
async function moveOnce(meanwhile: () => Promise<unknown>): Promise<void> {
  while (await server.store.lists.projectSome());
  const db = openDatabase({ url: server.databaseUrl, connectionsMax: 2, onError: () => {} });
  let transactions = 0;
  const mover = createPaymentMover({
    ...db,
    async transaction(work) {
      transactions += 1;
      if (transactions === 2) await meanwhile();
      return db.transaction(work);
    },
  });
  try {
    await mover.moveSome();
  } finally {
    await db.close();
  }
}

/** Ended, and created in an earlier second. */
async function givenMovable(): Promise<string> {
  const paymentId = await givenSucceededPayment(server as RouteServer);
  await vi.waitFor(async () => {
    const [row] = await server.sql<{ id: string }>("select lowest_payment_id(date_trunc('second', now())) as id");
    expect(paymentId < (row?.id ?? "")).toBe(true);
  });
  return paymentId;
}

test("a payment that changes between its copy and its deletion stays, and moves later with the change", async () => {
  const paymentId = await givenMovable();
  await moveOnce(() => server.call({ path: "/v1/refunds", body: { paymentId } }));
  expect(await tablesOf(paymentId)).toEqual(["payments", "moved_payments"]);
  expect(await typesOf(paymentId)).toEqual(["created", "confirmed", "paid", "refunded"]);
  await moved(paymentId);
  expect(await typesOf(paymentId)).toEqual(["created", "confirmed", "paid", "refunded"]);
});

test("a payment that gets money between its copy and its deletion stays", async () => {
  const paymentId = await givenMovable();
  // Not due before block 10^9: the worker would decide the money anew, and keep the payment for that.
  const set = (state: string, dueBlock: number) =>
    server.sql("update transfers set state = $2, due_block = $3 where payment_id = $1", [paymentId, state, dueBlock]);
  await moveOnce(() => set("seen", 1e9));
  expect(await tablesOf(paymentId)).toEqual(["payments", "moved_payments"]);
  await set("credited", 0);
  await moved(paymentId);
});

test("after a crash between its copy and its deletion, a payment is read, and moves later", async () => {
  const paymentId = await givenMovable();
  await expect(moveOnce(() => Promise.reject(new Error("crash")))).rejects.toThrow("crash");
  expect(await tablesOf(paymentId)).toEqual(["payments", "moved_payments"]);
  expect(await typesOf(paymentId)).toEqual(["created", "confirmed", "paid"]);
  expect(await allDifferences(server)).toEqual([]);
  await moved(paymentId);
});

test("a payment is found although it comes back while it is looked for", async () => {
  const paymentId = await givenMoved();
  const db = openDatabase({ url: server.databaseUrl, connectionsMax: 2, onError: () => {} });
  let isRefunded = false;
  const payments = createPaymentAccess(
    withMoved({
      ...db,
      async query<Row extends pg.QueryResultRow>(config: pg.QueryConfig) {
        const result = await db.query<Row>(config);
        if (config.name === "payment_by_id" && !isRefunded) {
          isRefunded = true;
          await server.call({ path: "/v1/refunds", body: { paymentId } });
        }
        return result;
      },
    }),
    [],
  );
  try {
    expect(await payments.findForBuyer(paymentId)).toMatchObject({ id: paymentId });
    expect(isRefunded).toBe(true);
  } finally {
    await db.close();
  }
});

test("while the servers of moved payments do not respond, only requests about those fail, and soon", async () => {
  const paymentId = await givenMoved();
  const blocker = new pg.Client({ connectionString: server.databaseUrl });
  await blocker.connect();
  await blocker.query("begin; lock table moved_payments in access exclusive mode");
  try {
    const [failed, unknown] = await Promise.all([statusOf(paymentId), statusOf(`pay_00${"0".repeat(30)}`)]);
    expect([failed.status, unknown.status]).toEqual([503, 404]);
    // A transfer of another installation is in the same chain.
    await payWithOwnTerms(server, `pay_00${"1".repeat(30)}`, { amount: ASKED });
    expect(await statusOf(await givenSucceededPayment(server as RouteServer))).toMatchObject({ status: 200 });
  } finally {
    await blocker.end();
  }
  expect(await statusOf(paymentId)).toMatchObject({ status: 200, body: { status: "succeeded" } });
});

test("a moved payment comes back although its table lacks a new column, which a migration adds", async () => {
  const [first, second] = [await givenMoved(), await givenMoved()];
  const refund = async (paymentId: string) => (await server.call({ path: "/v1/refunds", body: { paymentId } })).status;
  await server.sql("alter table payments add column later text not null default 'none'");
  expect(await refund(first)).toBe(200);
  await migrate(server.databaseUrl);
  expect(await server.sql("select later from moved_payments where id = $1", [second])).toEqual([{ later: "none" }]);
  expect(await refund(second)).toBe(200);
  await server.sql("alter table moved_payments drop column later");
  await server.sql("alter table payments drop column later");
});

test("dropping its month deletes a moved payment", async () => {
  const ids = [await givenMoved(), await givenMovedCancelled()];
  await server.sql("update exceptions set created_at = now() - interval '100 days'");
  const open = await server.sql<{ id: string }>("select id from payments where status = 'requires_action'");
  for (const { id } of open) await server.call({ method: "POST", path: `/v1/payments/${id}/cancel` });
  const routers = await server.store.routers.everUsed(server.caip2);
  await dropPresentMonth(server);
  for (const id of ids) {
    expect(await tablesOf(id)).toEqual([]);
    expect(await statusOf(id)).toMatchObject({ status: 404 });
  }
  expect(await server.sql("select from moved_payment_events union all select from moved_confirmations")).toEqual([]);
  expect(await server.store.routers.everUsed(server.caip2)).toEqual(routers);
  expect(await allDifferences(server)).toEqual([]);
});
