// kill -9 of the server and of PostgreSQL at random moments under mixed load: acknowledged writes survive, nothing is
// paid twice, and a retried key has one effect and one response. The moments come from a seed, which a failure names.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LocalPostgres, startPostgres } from "../../src/local/postgres.ts";
import { clusterFiles } from "../../src/local/postgres-cluster.ts";
import { paymentKey } from "../../src/payment/terms.ts";
import { migrate } from "../../src/store/migrate.ts";
import type { ApiAnswer } from "../harness/api.ts";
import { paidEvents } from "../harness/books.ts";
import { type ServiceProcess, startProcess } from "../harness/process.ts";
import { randomFrom } from "../harness/random.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { startTcpForwarder, type TcpForwarder } from "../harness/tcp-forwarder.ts";
import { confirm, signPayment, untilFinal } from "../harness/wallet.ts";
import { LENGTH, SEED } from "./length.ts";

const KILLS = 5 * LENGTH;
const VICTIMS = ["server", "database", "both"] as const;
/** Load that begins between two kills. */
const PAYMENTS_PER_KILL = 3;
const KEYS_PER_KILL = 5;
const CLIENTS_PER_KEY = 20;
/** One in this many payments is cancelled instead of paid. */
const CANCELLED_EVERY = 5;
const UP_MS_MAX = 1_000;
const RETRY_MS = 50;

let dir: string;
let postgres: LocalPostgres;
let forwarder: TcpForwarder;
let installation: TestServer;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "turnpike-test-killed-"));
  postgres = await startDurable();
  const url = new URL(postgres.databaseUrl);
  forwarder = await startTcpForwarder(Number(url.port));
  url.port = String(forwarder.port);
  await migrate(url.href);
  installation = await startServer({ role: null, database: { databaseUrl: url.href, drop: async () => {} } });
  for (let server = 0; server < SERVERS; server++) startAnother();
  await Promise.all(starting);
});
afterAll(async () => {
  await Promise.all(starting);
  for (const server of running) await server.kill();
  await installation.stop();
  await forwarder.close();
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
});

/** Durable like an operator's: acknowledged writes are on disk. */
const startDurable = (): Promise<LocalPostgres> => startPostgres({ dir, durable: true, log: () => {} });

/** Two, so that one works while the other restarts. */
const SERVERS = 2;
const running = new Set<ServiceProcess>();
const starting = new Set<Promise<void>>();

function startAnother(): void {
  const start = untilUp().finally(() => starting.delete(start));
  starting.add(start);
}

/** A server does not start while the database is down. */
async function untilUp(): Promise<void> {
  for (;;) {
    try {
      running.add(await startProcess(installation.installation));
      return;
    } catch {
      await sleep(RETRY_MS);
    }
  }
}

async function kill(victim: (typeof VICTIMS)[number]): Promise<void> {
  if (victim !== "database") {
    if (running.size === 0) await Promise.race(starting);
    const [oldest] = running;
    if (oldest) running.delete(oldest);
    await oldest?.kill();
    startAnother();
  }
  if (victim === "server") return;
  const [pid] = (await readFile(clusterFiles(dir).pidFile, "utf8")).split("\n");
  process.kill(Number(pid), "SIGKILL");
  await postgres.stop(); // releases the directory
  postgres = await startDurable();
  forwarder.forwardTo(Number(new URL(postgres.databaseUrl).port));
}

/** Requests go to the servers in turn. */
let turn = 0;

/** Repeats what a kill interrupts. The wallet's steps throw on an error response, and fetch if there is none. */
async function untilDone<Result>(work: (server: TestServer) => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      const server = [...running][turn++ % running.size];
      if (!server) throw new Error("no server is up");
      return await work(installation.at(server.baseUrl));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/** Retries on 5xx, and without a response, like a client. */
const untilAnswered = <Body>(ask: (server: TestServer) => Promise<ApiAnswer<Body>>): Promise<ApiAnswer<Body>> =>
  untilDone(async (server) => {
    const answer = await ask(server);
    if (answer.status >= 500) throw new Error(`status ${answer.status}`);
    return answer;
  });

const create = (name: string): Promise<ApiAnswer<{ paymentId: string }>> =>
  untilAnswered((server) =>
    server.call({
      path: "/v1/payments",
      headers: { "idempotency-key": name },
      body: { amount: { unit: "iso4217/USD", value: "1000" }, referenceId: name },
    }),
  );

/** Payments by id, with the status last acknowledged. */
const acknowledged = new Map<string, "requires_action" | "cancelled" | "succeeded">();

async function pay(index: number): Promise<void> {
  const { status, body } = await create(`payment ${index}`);
  expect(status).toBe(201);
  const { paymentId } = body;
  if (index % CANCELLED_EVERY === 0) {
    const path = `/v1/payments/${paymentId}/cancel`;
    expect((await untilAnswered((server) => server.call({ method: "POST", path }))).status).toBe(200);
    acknowledged.set(paymentId, "cancelled");
    return;
  }
  const buyer = await installation.newBuyer();
  const signed = await untilDone((server) => signPayment(server, paymentId, buyer));
  expect((await untilAnswered((server) => confirm(server, signed))).status).toBe(200);
  acknowledged.set(paymentId, "succeeded");
}

/** Many clients create with one key at once, and each retries until it has a response. */
async function createTogether(name: string): Promise<void> {
  const answers = await Promise.all(Array.from({ length: CLIENTS_PER_KEY }, () => create(name)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  acknowledged.set(answers[0]?.body.paymentId ?? "", "requires_action");
}

test(`${KILLS} kills lose no acknowledged write, and no retry has a second effect (seed ${SEED})`, async () => {
  const random = randomFrom(SEED);
  const work: Promise<void>[] = [];
  const failures: unknown[] = [];
  const begin = (job: () => Promise<void>): void => {
    const delayMs = random() * UP_MS_MAX;
    work.push(
      sleep(delayMs)
        .then(job)
        .catch((error) => void failures.push(error)),
    );
  };
  for (let round = 0; round < KILLS; round++) {
    for (let index = 0; index < PAYMENTS_PER_KILL; index++) begin(() => pay(round * PAYMENTS_PER_KILL + index));
    for (let index = 0; index < KEYS_PER_KILL; index++) begin(() => createTogether(`key ${round}, ${index}`));
    await sleep(random() * UP_MS_MAX);
    await kill(VICTIMS[Math.floor(random() * VICTIMS.length)] ?? "both");
  }
  await Promise.all(work);
  expect(failures).toEqual([]);
  expect(acknowledged.size).toBe(KILLS * (PAYMENTS_PER_KILL + KEYS_PER_KILL));
  for (const [paymentId, status] of acknowledged) {
    if (status !== "succeeded") continue;
    expect(await untilDone((server) => untilFinal(server, paymentId))).toMatchObject({ status });
    expect(await paidEvents(installation, [paymentKey(paymentId)])).toHaveLength(1);
  }
  const rows = await installation.sql<{ id: string; status: string }>("select id, status from payments");
  expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(acknowledged);
});
