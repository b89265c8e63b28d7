// The server's connections to PostgreSQL heal, without a restart: after a firewall has dropped them without a word, and
// after a failover that leaves a standby behind the same address.
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgres } from "../../../src/local/postgres/postgres.ts";
import { createPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { copyCluster } from "../../harness/database/cluster.ts";
import { type FailoverPostgres, startFailoverPostgres } from "../../harness/database/failover.ts";
import type { ApiAnswer } from "../../harness/server/api.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { query } from "../../local/query.ts";
import { confirmedPayment } from "../payments/confirmed.ts";

/** The session's silence is noticed within 7 s, and a query's within 14 s. */
const HEALED_MS = 20_000;

let postgres: FailoverPostgres;
let server: TestServer;
beforeAll(async () => {
  postgres = await startFailoverPostgres();
  server = await startServer({ database: { databaseUrl: postgres.databaseUrl, drop: async () => {} } });
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

const create = (): Promise<ApiAnswer<{ paymentId?: string }>> =>
  server.call({
    path: "/v1/payments",
    headers: { "idempotency-key": randomUUID() },
    body: { amount: { unit: "iso4217/USD", value: "1000" }, referenceId: "order" },
  });

const sessions = () =>
  query(postgres.directUrl(), "select from pg_stat_activity where application_name like 'turnpike session%'");

async function createsAgain(): Promise<void> {
  await expect.poll(async () => (await create()).status).toBe(201);
}

describe("connections that are dropped without a word", () => {
  test("fail within 20 s, and everything works on new ones", async () => {
    await Promise.all(Array.from({ length: 10 }, create)); // all connections are open
    const paymentId = await createPayment(server);
    const held = server.call({ path: `/v1/payments/${paymentId}/status?maxPollMs=60000` });
    // The long poll is waiting once the server has responded to a later request.
    await server.call({ path: `/v1/payments/${paymentId}/status` });
    const sinceMs = performance.now();
    postgres.forwarder.silence();
    void server.store.partners.list().catch(() => {}); // lets the test's own connections heal
    const answers = await Promise.all(Array.from({ length: 12 }, create));
    expect(performance.now() - sinceMs).toBeLessThan(HEALED_MS);
    for (const { status, headers } of answers) if (status !== 201) expect(headers.get("retry-after")).toBe("1");
    expect(answers.map(({ status }) => status)).toContain(503);
    await createsAgain();
    await server.call({ method: "POST", path: `/v1/payments/${paymentId}/cancel` });
    // The long poll may have been read again over a silent connection: then its client must ask again.
    const { status, body, headers } = await held;
    if (status === 503) expect(headers.get("retry-after")).toBe("1");
    else expect(body).toMatchObject({ status: "cancelled" });
    const { body: now } = await server.call({ path: `/v1/payments/${paymentId}/status` });
    expect(now).toMatchObject({ status: "cancelled" });
    const paid = await confirmedPayment(server);
    expect(await untilFinal(server, paid.paymentId)).toMatchObject({ status: "succeeded" });
  });
});

describe("a primary that becomes a standby", () => {
  test("is not used: every request gets 503 with Retry-After, and no connection is leaked", async () => {
    await postgres.demote();
    for (let asked = 0; asked < 10; asked++) {
      const { status, headers } = await create();
      expect(status).toBe(503);
      expect(headers.get("retry-after")).toBe("1");
    }
    // Attempts to reconnect come every half second.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect((await sessions()).length).toBeLessThanOrEqual(1);
  });

  test("is used once it is promoted", async () => {
    await postgres.promote();
    await createsAgain();
    const { paymentId } = await confirmedPayment(server);
    expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
    expect(await sessions()).toHaveLength(1);
  });
});

/** The cluster as it was before the promotion, which accepts reads and writes. */
async function startFormerPrimary() {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-former-"));
  copyCluster(join(dir, "postgres"));
  const former = await startPostgres({ dir: join(dir, "postgres"), durable: false, log: () => {} });
  return {
    port: Number(new URL(former.databaseUrl).port),
    stop: () => former.stop().then(() => rm(dir, { recursive: true, force: true })),
  };
}

test("an old primary that continues is not used: it lacks everything since the promotion", async () => {
  const former = await startFormerPrimary();
  postgres.forwarder.forwardTo(former.port);
  const names = "application_name like 'turnpike%'";
  await query(postgres.directUrl(), `select pg_terminate_backend(pid) from pg_stat_activity where ${names}`);
  for (let asked = 0; asked < 5; asked++) {
    const { status, headers } = await create();
    expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
  }
  postgres.forwarder.forwardTo(Number(new URL(postgres.directUrl()).port));
  await createsAgain();
  await former.stop();
});

test("a server that turns read-only answers 503, drops the connection, and recovers", async () => {
  const setReadOnly = async (value: "on" | "off") => {
    await query(postgres.directUrl(), `alter system set default_transaction_read_only = ${value}`);
    await query(postgres.directUrl(), "select pg_reload_conf()");
  };
  await setReadOnly("on");
  await expect.poll(async () => (await create()).status).not.toBe(201);
  const { status, headers } = await create();
  expect([status, headers.get("retry-after")]).toEqual([503, "1"]);
  await setReadOnly("off");
  await createsAgain();
});
