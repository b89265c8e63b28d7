// A database that cannot serve a request is not a server fault: the response is 503 with Retry-After, says whether the
// request may have been applied, and the cause is logged. Never a 500.
import { Writable } from "node:stream";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openLog } from "../../../src/log.ts";
import { whileRefusing } from "../../harness/database/refusing-database.ts";
import type { ApiAnswer } from "../../harness/server/api.ts";
import { startServer, type TestServer } from "../../harness/server/server.ts";

let server: TestServer;
/** Locks a table that every create needs. */
let blocker: pg.Client;
let lines: string[] = [];
beforeAll(async () => {
  const to = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  server = await startServer({ role: "api", environment: { DATABASE_CONNECTIONS: "1" }, log: openLog("warn", to) });
  blocker = new pg.Client({ connectionString: server.databaseUrl });
  await blocker.connect();
});
afterAll(async () => {
  await blocker.end();
  await server.stop();
});
afterEach(async () => {
  await blocker.query("rollback");
  lines = [];
});

const block = () => blocker.query("begin; lock table payments in access exclusive mode");

/** Resolves when the request's connection waits for the table. */
async function createBlocked(): Promise<{ readonly answer: Promise<ApiAnswer>; readonly pid: number }> {
  const answer = create();
  const pid = await vi.waitFor(async () => {
    const [waiting] = await server.sql<{ pid: number }>(
      `select pid from pg_stat_activity
        where datname = current_database() and application_name = 'turnpike' and wait_event_type = 'Lock'`,
    );
    if (!waiting) throw new Error("nothing waits for the table");
    return waiting.pid;
  });
  return { answer, pid };
}

const create = (): Promise<ApiAnswer> =>
  server.call({ path: "/v1/payments", body: { amount: { unit: "iso4217/USD", value: "1000" }, referenceId: "order" } });

function expectUnavailable({ status, headers, body }: ApiAnswer, message: RegExp): void {
  expect({ status, body }).toMatchObject({
    status: 503,
    body: { code: "internal_error", message: expect.stringMatching(message), requestId: expect.any(String) },
  });
  expect(headers.get("retry-after")).toBe("1");
}

const OVERLOADED = /^The service is overloaded or its database is unavailable: retry, with the same Idempotency-Key/;

test("a full connection pool and a lock timeout are 503", async () => {
  await block();
  const { answer } = await createBlocked();
  expectUnavailable(await create(), OVERLOADED);
  expectUnavailable(await answer, OVERLOADED);
  const logged = lines.map((line) => JSON.parse(line) as { requestId?: string }).filter(({ requestId }) => requestId);
  expect(logged).toMatchObject([
    { level: 40, msg: expect.stringMatching(/503/), err: { cause: { message: expect.stringMatching(/timeout/) } } },
    { level: 40, msg: expect.stringMatching(/503/), err: { cause: { code: "55P03" } } },
  ]);
  await blocker.query("rollback");
  expect(await create()).toMatchObject({ status: 201 });
});

test.each([
  ["a cancelled statement", "pg_cancel_backend", OVERLOADED],
  [
    "a connection closed in the middle",
    "pg_terminate_backend",
    /lost during the request: retry, with the same Idempotency-Key/,
  ],
])("%s is 503", async (_, end, message) => {
  await block();
  const { answer, pid } = await createBlocked();
  await server.sql(`select ${end}($1)`, [pid]);
  expectUnavailable(await answer, message);
  await blocker.query("rollback");
  expect(await create()).toMatchObject({ status: 201 });
});

test("a database that refuses connections is 503", async () => {
  const work = async () => {
    // The request uses the connection that was just closed, or none.
    expectUnavailable(await create(), /retry, with the same Idempotency-Key/);
    expectUnavailable(await create(), OVERLOADED);
  };
  await whileRefusing(server.databaseUrl, work, "turnpike");
  expect(await create()).toMatchObject({ status: 201 });
});
