// kill -9 of PostgreSQL at random moments under mixed load: acknowledged writes survive, nothing is paid twice, and the
// server needs no restart. The moments come from a seed, which a failure names.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalPostgres, startPostgres } from "../../src/local/postgres/postgres.ts";
import { paymentKey } from "../../src/payment/terms.ts";
import { migrate } from "../../src/store/migrate.ts";
import { paidEvents } from "../harness/books.ts";
import { confirm, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { killServer } from "../harness/database/cluster.ts";
import { randomFrom } from "../harness/random.ts";
import type { ApiAnswer } from "../harness/server/api.ts";
import { startServer, type TestServer } from "../harness/server/server.ts";
import { startTcpForwarder, type TcpForwarder } from "../harness/server/tcp-forwarder.ts";
import { LENGTH, SEED } from "./length.ts";

const KILLS = 4 * LENGTH;
const PAYMENTS = 6 * KILLS;
/** One in this many payments is cancelled instead of paid. */
const CANCELLED_EVERY = 4;
const UP_MS_MAX = 1_500;
/** Clients that only create payments, so some are always acknowledged just before a kill. */
const CREATORS = 8;

let dir: string;
let postgres: LocalPostgres;
let forwarder: TcpForwarder;
let server: TestServer;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "turnpike-test-killed-postgres-"));
  postgres = await start();
  const url = new URL(postgres.databaseUrl);
  forwarder = await startTcpForwarder(Number(url.port));
  url.port = String(forwarder.port);
  await migrate(url.href);
  server = await startServer({
    database: { databaseUrl: url.href, drop: async () => {} },
    environment: { DATABASE_CONNECTIONS: "10" },
  });
});
afterAll(async () => {
  await server.stop();
  await forwarder.close();
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
});

/** Durable like an operator's: acknowledged writes are on disk. */
const start = (): Promise<LocalPostgres> => startPostgres({ dir, durable: true, log: () => {} });

async function killAndRestart(): Promise<void> {
  killServer(dir);
  await postgres.stop(); // releases the directory
  postgres = await start();
  forwarder.forwardTo(Number(new URL(postgres.databaseUrl).port));
}

/** Retries on 5xx like a client. */
async function untilAnswered<Body>(ask: () => Promise<ApiAnswer<Body>>): Promise<ApiAnswer<Body>> {
  for (;;) {
    const answer = await ask();
    if (answer.status < 500) return answer;
    await sleep(50);
  }
}

async function untilDone<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error)) throw error; // the wallet's steps throw on an error response
      await sleep(50);
    }
  }
}

const create = (name: string) =>
  untilAnswered(() =>
    server.call<{ paymentId: string }>({
      path: "/v1/payments",
      headers: { "idempotency-key": name },
      body: { amount: { unit: "iso4217/USD", value: "1000" }, referenceId: name },
    }),
  );

/** Creates payments one by one and remembers each acknowledged one. */
async function createUntil(isOver: () => boolean, creator: number): Promise<string[]> {
  const acknowledged: string[] = [];
  while (!isOver()) {
    const { status, body } = await create(`creator ${creator}, ${acknowledged.length}`);
    expect(status).toBe(201);
    acknowledged.push(body.paymentId);
  }
  return acknowledged;
}

/** @returns the payment as last acknowledged */
async function pay(index: number): Promise<{ paymentId: string; status: string }> {
  const created = await create(`payment ${index}`);
  expect(created.status).toBe(201);
  const { paymentId } = created.body;
  if (index % CANCELLED_EVERY === 0) {
    const cancelled = await untilAnswered(() =>
      server.call({ method: "POST", path: `/v1/payments/${paymentId}/cancel` }),
    );
    expect(cancelled.status).toBe(200);
    return { paymentId, status: "cancelled" };
  }
  const buyer = await server.newBuyer();
  const signed = await untilDone(() => signPayment(server, paymentId, buyer));
  expect((await untilAnswered(() => confirm(server, signed))).status).toBe(200);
  return { paymentId, status: "succeeded" };
}

test(`${KILLS} kills of PostgreSQL lose none of ${PAYMENTS} payments (seed ${SEED})`, async () => {
  const random = randomFrom(SEED);
  let isOver = false;
  const creators = Promise.all(Array.from({ length: CREATORS }, (_, creator) => createUntil(() => isOver, creator)));
  const payments = Promise.all(
    Array.from({ length: PAYMENTS }, async (_, index) => {
      await sleep(random() * KILLS * UP_MS_MAX);
      return pay(index);
    }),
  );
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(random() * UP_MS_MAX);
    await killAndRestart();
  }
  const acknowledged = await payments;
  isOver = true;
  const created = (await creators).flat();
  for (const { paymentId, status } of acknowledged) {
    const final = await untilDone(() => untilFinal(server, paymentId));
    expect(final.status).toBe(status);
    expect(await paidEvents(server, [paymentKey(paymentId)])).toHaveLength(status === "succeeded" ? 1 : 0);
  }
  const rows = await server.sql<{ id: string }>("select id from payments");
  const there = new Set(rows.map(({ id }) => id));
  expect(created.filter((id) => !there.has(id))).toEqual([]);
  expect(rows).toHaveLength(PAYMENTS + created.length); // a create repeated with its key makes no second payment
});
