// A service with DATABASE_READ_URL: its standby serves lists, and the metrics say so.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPayment } from "../harness/chain/wallet.ts";
import { type ReplicatedPostgres, startReplicatedPostgres } from "../harness/database/standby.ts";
import { samplesOf, seenMetrics } from "../harness/server/metrics.ts";
import { startServer, type TestServer } from "../harness/server/server.ts";

const metrics = seenMetrics();
let postgres: ReplicatedPostgres;
let server: TestServer;
beforeAll(async () => {
  postgres = await startReplicatedPostgres();
  server = await startServer({
    role: "api",
    database: { databaseUrl: postgres.databaseUrl, drop: async () => {} },
    environment: { DATABASE_READ_URL: postgres.standbyUrl, METRICS_PORT: "0" },
    log: metrics.log,
  });
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

/** List reads by server, as the metrics show them. */
async function reads(): Promise<Readonly<Record<string, number>>> {
  const samples = samplesOf(await metrics.read()).filter(({ name }) => name === "turnpike_list_reads");
  return Object.fromEntries(samples.map(({ labels, value }) => [labels.server, value]));
}

test("lists of the API come from the standby, and from the primary while its replay is paused", async () => {
  const list = async () => (await server.call<{ data: { paymentId: string }[] }>({ path: "/v1/payments" })).body.data;
  const first = await createPayment(server);
  while ((await reads()).replica === 0) expect((await list())[0]?.paymentId).toBe(first);
  await postgres.pauseReplay();
  const before = await reads();
  const second = await createPayment(server);
  expect((await list()).map(({ paymentId }) => paymentId)).toEqual([second, first]);
  expect(await reads()).toEqual({ ...before, primary: (before.primary ?? 0) + 1 });
});
