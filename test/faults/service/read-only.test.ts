// A database that may only be read is an outage that says so, however it became so, and ends without a restart.
import { afterAll, beforeAll, expect, test } from "vitest";
import { chainsFileOf, turnpike } from "../../cli/turnpike.ts";
import { untilFinal } from "../../harness/chain/wallet.ts";
import { type FailoverPostgres, startFailoverPostgres } from "../../harness/database/failover.ts";
import { sampleOf, seenMetrics } from "../../harness/server/metrics.ts";
import { entryOf } from "../../harness/server/process.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";
import { query } from "../../local/query.ts";
import { confirmedPayment } from "../payments/confirmed.ts";

/** A process looks every 10 s; the machine may be busy. */
const EVENTUALLY = { timeout: 120_000, interval: 200 };

let postgres: FailoverPostgres;
let server: TestServer;
const { log, lines, read, urlOf } = seenMetrics();
beforeAll(async () => {
  postgres = await startFailoverPostgres();
  const database = { databaseUrl: postgres.databaseUrl, drop: async () => {} };
  server = await startServer({ database, environment: { METRICS_PORT: "0" }, log });
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

/** From another database, which can be written. */
const administer = (statement: string) =>
  query(Object.assign(new URL(postgres.directUrl()), { pathname: "/template1" }).href, statement);

async function alterSystem(change: string): Promise<void> {
  await query(postgres.directUrl(), `alter system ${change}`);
  await query(postgres.directUrl(), "select pg_reload_conf()");
}

const database = (): string => new URL(postgres.databaseUrl).pathname.slice(1);
const ended = "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'turnpike%'";

interface Way {
  readonly what: string;
  /** The server restarts, so that a slow machine's is away for long enough to be reported too. */
  readonly restarts?: boolean;
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
  readonly says: string;
}

const WAYS: readonly Way[] = [
  {
    what: "a server that is set to read-only",
    begin: () => alterSystem("set default_transaction_read_only = on"),
    end: () => alterSystem("reset default_transaction_read_only"),
    says: "default_transaction_read_only is on. Check the server's disk",
  },
  {
    what: "a database that is set to read-only, while its sessions stay open",
    begin: () => administer(`alter database "${database()}" set default_transaction_read_only = yes`),
    end: () => administer(`alter database "${database()}" reset default_transaction_read_only`),
    says: "default_transaction_read_only is on. Check the server's disk",
  },
  {
    what: "a role that is set to read-only, and whose sessions are ended",
    async begin() {
      await administer("alter role current_user set default_transaction_read_only = on");
      await administer(ended);
    },
    async end() {
      const writable = new URL(postgres.directUrl());
      writable.searchParams.set("options", "-c default_transaction_read_only=off");
      await query(writable.href, "alter role current_user reset default_transaction_read_only");
    },
    says: "default_transaction_read_only is on. Check the server's disk",
  },
  {
    what: "a primary that became a standby",
    restarts: true,
    begin: () => postgres.demote(),
    end: () => postgres.promote(),
    says: "it is a standby. Set it to the primary",
  },
];

const readiness = async (): Promise<unknown> => (await fetch(urlOf("/readyz"))).json();
const create = () =>
  server.call({
    path: "/v1/payments",
    body: { amount: { unit: "iso4217/USD", value: "100" }, referenceId: "order" },
  });

async function doctor() {
  const { environment, chains } = server.installation;
  return turnpike(["doctor"], { ...environment, CHAINS_FILE: await chainsFileOf(...chains.map(entryOf)) });
}

test.each(WAYS)("$what: readiness, metric, level 50 and doctor say so, until it is writable", async (way) => {
  await expect.poll(readiness, EVENTUALLY).toMatchObject({ status: "ready" });
  const linesBefore = lines().length;
  await way.begin();
  const problem = "the database takes no writes: it is read-only, or a standby";
  await expect
    .poll(readiness, EVENTUALLY)
    .toMatchObject({ status: "not ready", checks: { database: "ok", writes: problem } });
  expect((await create()).status).toBe(503);
  expect(sampleOf(await read(), "turnpike_database_writes_up")).toBe(0);
  await expect.poll(async () => sampleOf(await read(), "turnpike_database_up"), EVENTUALLY).toBe(1);
  const away = ({ msg }: { readonly msg?: string }) => way.restarts && msg?.startsWith("the database is unavailable");
  const errors = lines()
    .slice(linesBefore)
    .filter((line) => line.level === 50 && !away(line));
  expect(errors).toEqual([expect.objectContaining({ times: 1, msg: expect.stringContaining(problem) })]);
  expect(await doctor()).toMatchObject({ code: 1, stdout: expect.stringContaining(way.says) });

  await way.end();
  await expect.poll(readiness, EVENTUALLY).toMatchObject({ status: "ready" });
  expect(lines().slice(linesBefore)).toContainEqual(
    expect.objectContaining({ msg: "the database takes writes again" }),
  );
  const { paymentId } = await confirmedPayment(server);
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
});
