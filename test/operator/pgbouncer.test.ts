// Behind PgBouncer's transaction pooling: everything works with DATABASE_DIRECT_URL, and without it the server says so.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { migrate } from "../../src/store/migrate.ts";
import { turnpike, turnpikeProcess } from "../cli/turnpike.ts";
import { confirmedPayment } from "../faults/payments/confirmed.ts";
import { untilFinal } from "../harness/chain/wallet.ts";
import { startServer } from "../harness/server/server.ts";
import { steadyPort } from "../harness/steady-port.ts";
import { type DebianPostgres, owner, startDebianPostgres } from "./debian-postgres.ts";

const PAYMENTS = 12;
/** Fewer than the server's connections, so they are shared. */
const SERVER_CONNECTIONS = 4;

let postgres: DebianPostgres;
beforeAll(async () => {
  postgres = await startDebianPostgres();
  await migrate(postgres.databaseUrl);
});
afterAll(() => postgres.stop());

/** @returns the database's URL through a new PgBouncer */
async function startPgBouncer(settings = ""): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "turnpike-test-pgbouncer-"));
  const [port, target] = [await steadyPort(), new URL(postgres.databaseUrl)];
  const file = join(dir, "pgbouncer.ini");
  const configuration = `[databases]
* = host=127.0.0.1 port=${target.port} user=turnpike password=${target.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
${settings}
`;
  await writeFile(file, configuration);
  const user = process.getuid?.() === 0 ? owner() : null; // it refuses to run as root
  if (user) for (const path of [dir, file]) chownSync(path, user.uid, user.gid);
  const pgbouncer: ChildProcess = spawn("pgbouncer", [file], {
    ...(user ?? {}),
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
  });
  const exited = once(pgbouncer, "exit");
  onTestFinished(async () => {
    pgbouncer.kill("SIGKILL");
    await exited;
    await rm(dir, { recursive: true });
  });
  if (!pgbouncer.stderr) throw new Error("PgBouncer has no log stream");
  for await (const line of createInterface(pgbouncer.stderr)) if (line.includes("process up")) break;
  pgbouncer.stderr.resume();
  target.port = String(port);
  return target.href;
}

test(`${PAYMENTS} payments complete with DATABASE_DIRECT_URL`, async () => {
  const environment = { DATABASE_URL: await startPgBouncer(), DATABASE_DIRECT_URL: postgres.databaseUrl };
  const database = { databaseUrl: postgres.databaseUrl, drop: async () => {} };
  const server = await startServer({ database, environment });
  onTestFinished(() => server.stop());
  const confirmed = await Promise.all(Array.from({ length: PAYMENTS }, () => confirmedPayment(server)));
  for (const { paymentId } of confirmed) {
    expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  }
  const lists = await Promise.all(Array.from({ length: PAYMENTS }, () => server.call({ path: "/v1/payments" })));
  expect(lists.map(({ status }) => status)).toEqual(lists.map(() => 200));
  const sessions = await server.sql<{ name: string; count: number }>(
    `select application_name as name, count(*)::integer from pg_stat_activity
      where application_name like 'turnpike%' group by 1`,
  );
  expect(sessions.find(({ name }) => name.startsWith("turnpike session"))?.count).toBe(1);
});

test("a role whose dates are not ISO is refused through a pooler, with the statement that cures it", async () => {
  const admin = new pg.Client({ connectionString: postgres.databaseUrl });
  await admin.connect();
  onTestFinished(() => admin.end());
  await admin.query("alter role turnpike set datestyle = 'SQL, DMY'");
  try {
    const environment = {
      DATABASE_URL: await startPgBouncer(),
      DATABASE_DIRECT_URL: postgres.databaseUrl,
      SECRET_KEY: "0123456789abcdef".repeat(4),
      CHAINS_FILE: "",
    };
    const { code, stderr } = await turnpikeProcess(["serve", "--role", "api"], environment);
    expect(code).toBe(1);
    expect(stderr).toContain("run `alter role … set DateStyle = 'ISO, MDY'`");
  } finally {
    await admin.query("alter role turnpike reset datestyle");
  }
});

test.each([
  ["refuses session settings", ""],
  ["drops them", "ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout"],
])("without DATABASE_DIRECT_URL, a pooler that %s is named", async (_, settings) => {
  const environment = { DATABASE_URL: await startPgBouncer(settings), SECRET_KEY: "0123456789abcdef".repeat(4) };
  const { code, stderr } = await turnpike(["partner", "list"], environment);
  expect(code).toBe(1);
  expect(stderr).toContain("DATABASE_URL leads to a connection pooler");
  expect(stderr).toContain("set DATABASE_DIRECT_URL to the PostgreSQL server itself");
});
