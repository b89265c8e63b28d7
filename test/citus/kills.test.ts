// kill -9 of the coordinator and of workers while payments move: between PREPARE and COMMIT, held there by settings of
// the coordinator, and at random moments. Every payment must then be found, complete, exactly once.
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore, type Store } from "../../src/store/store.ts";
import { moveAll } from "../harness/moved.ts";
import type { TestServer } from "../harness/server.ts";
import { type CitusCluster, type CitusServer, query, startCitus } from "./cluster.ts";
import { distributedDatabase, startOnCitus } from "./installation.ts";

const ROUNDS = Number(process.env.CITUS_KILLS ?? 10);
const RANDOM_ROUNDS = 3 * ROUNDS;
/** Ended payments per round. */
const PAYMENTS = 40;

let cluster: CitusCluster;
let owner: { readonly partnerId: string; readonly merchantId: string };
beforeAll(async () => {
  cluster = await startCitus();
  const server: TestServer = await startOnCitus(await distributedDatabase(cluster), { role: null });
  owner = server;
  await server.stop();
});
afterAll(async () => {
  await cluster?.stop();
});

const GIVEN = `
  with given as (
    select lowest_payment_id(date_trunc('second', now() - interval '1 day')) || lpad($3 || '0' || no, 23, '0') as id
      from generate_series(1, ${PAYMENTS}) as no
  ), payment as (
    insert into payments (id, partner_id, merchant_id, reference_id, status, currency, amount, expires_at, payment_key)
    select id, $1, $2, 'order', 'expired', 'USD', 100, now(), sha256(id::bytea) from given returning id
  ), event as (
    insert into payment_events (payment_id, partner_id, type, status)
    select id, $1, type, 'expired' from given, unnest(array['created', 'expired']) as type
  )
  select id from payment`;

let round = 0;

/** Ended payments that may move. */
async function givenEnded(): Promise<readonly string[]> {
  const values = [owner.partnerId, owner.merchantId, String(++round)];
  const rows = await query<{ id: string }>(cluster.coordinator.url, GIVEN, values);
  return rows.map(({ id }) => id);
}

async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore({ url: cluster.coordinator.url, connectionsMax: 3, onError: () => {} });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function prepared({ url }: CitusServer): Promise<number> {
  const [row] = await query<{ count: string }>(url, "select count(*) from pg_prepared_xacts");
  return Number(row?.count);
}

/**
 * Resolves once all workers have prepared a transaction.
 * @returns the process of the coordinator that commits it
 * @throws if the attempt ends before
 */
async function untilPrepared(attempt: Promise<unknown>): Promise<number> {
  let ended: { readonly result: unknown } | null = null;
  void attempt.then((result) => {
    ended = { result };
  });
  const clients = [cluster.coordinator, ...cluster.workers].map(({ url }) => new pg.Client({ connectionString: url }));
  const [coordinator, ...workers] = clients;
  for (const client of clients) client.on("error", () => {}); // the server is killed
  await Promise.all(clients.map((client) => client.connect()));
  const committing = "select pid from pg_stat_activity where query = 'commit' and state = 'active'";
  try {
    for (;;) {
      const found = await coordinator?.query<{ pid: number }>(committing);
      const counts = await Promise.all(workers.map((client) => client.query("select from pg_prepared_xacts")));
      const [process] = found?.rows ?? [];
      if (process && counts.every(({ rowCount }) => rowCount)) return process.pid;
      if (ended) throw new Error("nothing was prepared", { cause: ended });
    }
  } finally {
    for (const client of clients) void client.end().catch(() => {});
  }
}

/** Every payment is found with both of its events, on one side or both; then all move. */
async function expectAllFound(ids: readonly string[]): Promise<void> {
  await query(cluster.coordinator.url, "select recover_prepared_transactions()");
  expect(await Promise.all(cluster.workers.map(prepared))).toEqual(cluster.workers.map(() => 0));
  await withStore(async (store) => {
    for (const when of ["after the kill", "moved"]) {
      for (const id of ids) {
        const history = await store.history.ofPayment(id);
        const found = [history?.payment.status, history?.log.map(({ type }) => type)];
        expect(found, `${id} ${when}`).toEqual(["expired", ["created", "expired"]]);
      }
      await moveAll({ store });
    }
  });
  const [moved] = await query<{ count: string }>(
    cluster.coordinator.url,
    "select count(*) from moved_payment_events where payment_id = any($1)",
    [ids],
  );
  expect(Number(moved?.count)).toBe(2 * PAYMENTS);
}

/** Moves payments until the database fails. */
const moving = (): Promise<unknown> =>
  withStore(async (store) => {
    while (await store.lists.projectSome());
    return store.mover.moveSome();
  }).catch((error: unknown) => error);

const setting = (name: string, value: string) => query(cluster.coordinator.url, `alter system set ${name} = ${value}`);
const reload = () => query(cluster.coordinator.url, "select pg_reload_conf()");

async function restart(server: CitusServer): Promise<void> {
  await server.kill();
  await server.start();
}

/** How many rows of these payments the workers show. */
async function movedOf(ids: readonly string[]): Promise<number> {
  const text = "select count(*) from moved_payments where id = any($1)";
  return Number((await query<{ count: string }>(cluster.coordinator.url, text, [ids]))[0]?.count);
}

const rounds = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe("killed between PREPARE and COMMIT", () => {
  test.each(rounds(ROUNDS))("the coordinator, before it writes its commit (%i)", async () => {
    const ids = await givenEnded();
    await withStore((store) => store.lists.projectSome());
    await setting("commit_siblings", "0");
    await setting("commit_delay", "100000");
    await reload();
    const attempt = moving();
    // The process dies with what it has not yet written, and the server restarts.
    process.kill(await untilPrepared(attempt), "SIGKILL");
    await attempt;
    await restart(cluster.coordinator);
    await query(cluster.coordinator.url, "alter system reset all");
    await reload();
    await query(cluster.coordinator.url, "select recover_prepared_transactions()");
    expect(await movedOf(ids)).toBe(0);
    await expectAllFound(ids);
  });

  test.each(rounds(ROUNDS))("the coordinator, after it has written its commit (%i)", async () => {
    const ids = await givenEnded();
    await withStore((store) => store.lists.projectSome());
    await setting("synchronous_standby_names", "'nobody'");
    await reload();
    const attempt = moving();
    await untilPrepared(attempt);
    await cluster.coordinator.kill();
    await attempt;
    await cluster.coordinator.start();
    await query(cluster.coordinator.url, "alter system reset all");
    await reload();
    await query(cluster.coordinator.url, "select recover_prepared_transactions()");
    expect(await movedOf(ids)).toBe(PAYMENTS);
    await expectAllFound(ids);
  });

  test.each(rounds(ROUNDS))("a worker (%i)", async (no) => {
    const ids = await givenEnded();
    await withStore((store) => store.lists.projectSome());
    await setting("synchronous_standby_names", "'nobody'");
    await reload();
    const attempt = moving();
    await untilPrepared(attempt);
    const worker = cluster.workers[no % cluster.workers.length];
    if (worker) await restart(worker);
    await query(cluster.coordinator.url, "alter system reset all");
    await reload();
    await attempt;
    await expectAllFound(ids);
  });
});

test("killed at random moments", async () => {
  const seen = { rounds: 0, prepared: 0 };
  const servers = [cluster.coordinator, ...cluster.workers];
  for (const no of rounds(RANDOM_ROUNDS)) {
    const ids = await givenEnded();
    await withStore((store) => store.lists.projectSome());
    const attempt = moving();
    await sleep(Math.random() * 150);
    const server = servers[no % servers.length] ?? cluster.coordinator;
    await server.kill();
    const left = await Promise.all(cluster.workers.filter((worker) => worker !== server).map(prepared));
    await server.start();
    await attempt;
    seen.rounds += 1;
    if (left.some((count) => count > 0)) seen.prepared += 1;
    await expectAllFound(ids);
  }
  console.log(`${seen.rounds} kills, ${seen.prepared} of them with prepared transactions left on a worker`);
});
