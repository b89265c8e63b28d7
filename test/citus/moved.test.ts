// 500 payments in their whole life on a coordinator and two workers, and everything that happens to moved ones.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { ApiAnswer } from "../harness/api.ts";
import { signIn } from "../harness/console.ts";
import { allDifferences, moveAll } from "../harness/moved.ts";
import { payWithOwnTerms } from "../harness/own-terms.ts";
import type { TestServer } from "../harness/server.ts";
import { asWallet, createPayment, type StatusBody } from "../harness/wallet.ts";
import { type CitusCluster, query, startCitus } from "./cluster.ts";
import { distributedDatabase, startOnCitus } from "./installation.ts";
import { takePayments } from "./shoppers.ts";
import { watchTasks } from "./tasks.ts";
import { WIDE_STATEMENTS } from "./wide-statements.ts";

const PAYMENTS = 500;
/** 10.00 USDC, as createPayment asks for. */
const ASKED = 10_000_000n;

let cluster: CitusCluster;
let server: TestServer;
let tasks: Awaited<ReturnType<typeof watchTasks>>;
/** Succeeded ones. */
let ids: readonly string[];
beforeAll(async () => {
  cluster = await startCitus({ durable: false });
  const database = await distributedDatabase(cluster);
  tasks = await watchTasks(database.databaseUrl);
  server = await startOnCitus(database);
  ids = await takePayments(server, PAYMENTS);
  await untilMoved(ids.at(-1) ?? "");
});
afterAll(async () => {
  await server?.stop();
  await tasks?.stop();
  await cluster?.stop();
});

const isMoved = async (paymentId: string): Promise<boolean> => {
  const present = await query(server.databaseUrl, "select id from payments where id = $1", [paymentId]);
  const moved = await query(server.databaseUrl, "select id from moved_payments where id = $1", [paymentId]);
  return present.length === 0 && moved.length === 1;
};

const statusOf = (paymentId: string, maxPollMs = 0) =>
  server.call<StatusBody>({
    path: `/v1/gateway/payment/${paymentId}/status?maxPollMs=${maxPollMs}`,
    headers: asWallet(server),
  });

const typesOf = async (paymentId: string): Promise<readonly string[] | undefined> =>
  (await server.store.history.ofPayment(paymentId))?.log.map(({ type }) => type);

/** Only payments of an earlier second move. */
const untilMoved = (paymentId: string): Promise<void> =>
  vi.waitFor(
    async () => {
      await moveAll(server);
      expect(await isMoved(paymentId)).toBe(true);
    },
    { timeout: 10_000 },
  );

test("all payments move with all their rows, and the books balance", async () => {
  const counts = await query(
    server.databaseUrl,
    `select (select count(*)::integer from payments) + (select count(*)::integer from confirmations)
              + (select count(*)::integer from payment_events) as present`,
  );
  expect(counts).toEqual([{ present: 0 }]);
  for (const [table, rows] of [
    ["moved_payments", PAYMENTS],
    ["moved_confirmations", PAYMENTS],
    ["moved_payment_events", 3 * PAYMENTS],
  ] as const) {
    const found = await query(server.databaseUrl, `select count(*)::integer as rows from ${table}`);
    expect(found).toEqual([{ rows }]);
  }
  const onWorkers = await query(
    server.databaseUrl,
    "select count(distinct nodename || nodeport)::integer as workers from citus_shards where citus_table_type = 'distributed' and shard_size > 0",
  );
  expect(onWorkers).toEqual([{ workers: 2 }]);
  expect(await allDifferences(server)).toEqual([]);
});

test("a moved payment is read as before", async () => {
  const [paymentId = ""] = ids;
  expect(await statusOf(paymentId)).toMatchObject({ status: 200, body: { status: "succeeded", isFinal: true } });
  expect(await server.call({ path: `/v1/payments/${paymentId}` })).toMatchObject({
    status: 200,
    body: { status: "succeeded" },
  });
  expect(await typesOf(paymentId)).toEqual(["created", "confirmed", "paid"]);
  const session = await signIn(server);
  expect(await session.call({ path: `/payments/${paymentId}/timeline` })).toMatchObject({ status: 200 });
  expect(await statusOf("pay_00000000000000000000000000000000")).toMatchObject({ status: 404 });
});

interface ListBody {
  readonly data: readonly { readonly paymentId: string; readonly settledAt?: string }[];
  readonly nextCursor: string | null;
  readonly stats: object;
}

test("lists contain all moved payments, with exact statistics", async () => {
  const listed = new Set<string>();
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: ApiAnswer<ListBody> = await server.call<ListBody>({
      path: `/v1/merchants/payments?limit=100${cursor && `&cursor=${cursor}`}`,
    });
    expect(page.status).toBe(200);
    for (const { paymentId, settledAt } of page.body.data) {
      expect(settledAt).toBeDefined();
      listed.add(paymentId);
    }
    expect(page.body.stats).toMatchObject({ totalTransactions: PAYMENTS, totalCustomers: PAYMENTS });
    cursor = page.body.nextCursor;
  }
  expect([...listed].sort()).toEqual([...ids].sort());
});

test("a request that waits is woken at once", async () => {
  const paymentId = await createPayment(server);
  const startedMs = performance.now();
  const waiting = statusOf(paymentId, 20_000);
  await server.call({ method: "POST", path: `/v1/payments/${paymentId}/cancel` });
  expect(await waiting).toMatchObject({ body: { status: "cancelled" } });
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});

test("a moved payment is refunded once, comes back for it, and moves again", async () => {
  const paymentId = ids[1] ?? "";
  const refund = () => server.call({ path: "/v1/refunds", body: { paymentId } });
  const both = await Promise.all([refund(), refund()]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await isMoved(paymentId)).toBe(false);
  await untilMoved(paymentId);
  expect(await typesOf(paymentId)).toEqual(["created", "confirmed", "paid", "refunded"]);
  const found = await server.store.payments.findForBuyer(paymentId);
  expect(found?.refund).not.toBeNull();
  expect(await refund()).toMatchObject({ status: 409 });
});

test("money for a moved payment is an exception of it", async () => {
  const paymentId = await createPayment(server);
  await server.call({ method: "POST", path: `/v1/payments/${paymentId}/cancel` });
  await untilMoved(paymentId);
  await payWithOwnTerms(server, paymentId, { amount: ASKED });
  await vi.waitFor(async () => {
    const { body } = await server.call<{ data: object[] }>({ path: `/v1/exceptions?paymentId=${paymentId}` });
    expect(body.data).toHaveLength(1);
  }, 20_000);
  expect(await typesOf(paymentId)).toEqual(["created", "cancelled", "exception"]);
  expect(await allDifferences(server)).toEqual([]);
});

test("statements go to one worker, or to none", async () => {
  const executed = [...tasks.executions.values()].filter(({ statement }) => !OF_TEST.test(statement));
  const listed = (of: string) => WIDE_STATEMENTS.some(([start]) => of.startsWith(start));
  const wide = executed.filter(({ statement, tasks, subplans }) => (tasks > 1 || subplans > 0) && !listed(statement));
  expect(wide).toEqual([]);
  const names = new Set(executed.map(({ statement }) => statement));
  expect(HOT.filter((hot) => !names.has(hot))).toEqual([]);
});

test("while a worker is down, new payments are taken, and those on the other worker are read", async () => {
  const [down, up] = cluster.workers;
  const onWorker = async (port: string): Promise<string | undefined> => {
    const rows = await query<{ id: string }>(
      server.databaseUrl,
      `select p.id from moved_payments p join citus_shards s
           on s.shardid = get_shard_id_for_distribution_column('moved_payments', p.id)
        where s.nodeport = $1 limit 1`,
      [port],
    );
    return rows[0]?.id;
  };
  const [lost, found] = await Promise.all([down, up].map((worker) => onWorker(new URL(worker?.url ?? "").port)));
  await down?.kill();
  try {
    expect(await statusOf(found ?? "")).toMatchObject({ status: 200, body: { status: "succeeded" } });
    expect(await statusOf(lost ?? "")).toMatchObject({ status: 503 });
    expect(await takePayments(server, 1)).toHaveLength(1);
  } finally {
    await down?.start();
  }
  await vi.waitFor(async () => expect(await statusOf(lost ?? "")).toMatchObject({ status: 200 }), 20_000);
});

test("without Citus again, the tables lie on this server, and payments are read as before", async () => {
  for (const name of ["moved_payment_events", "moved_confirmations", "moved_payments"]) {
    await query(server.databaseUrl, "select undistribute_table($1)", [name]);
  }
  const [paymentId = ""] = ids;
  expect(await statusOf(paymentId)).toMatchObject({ status: 200, body: { status: "succeeded", isFinal: true } });
  expect(await typesOf(paymentId)).toEqual(["created", "confirmed", "paid"]);
  const cancelled = await createPayment(server);
  await server.call({ method: "POST", path: `/v1/payments/${cancelled}/cancel` });
  await untilMoved(cancelled);
  expect(await allDifferences(server)).toEqual([]);
});

/** This test's own. */
const OF_TEST = /::integer|encode\(p\.payment_key/;

/** What a payment meets from its creation to its end, and afterwards. */
const HOT = [
  "create_payments",
  "payments_by_id",
  "confirm_payments",
  "take_queued",
  "leave_queue",
  "insert_transfers",
  "waiting_transfers",
  "apply_transition",
  "close_confirmations",
  "mark_mined",
  "take_events",
  "listing_write",
  "moved_payment",
];
