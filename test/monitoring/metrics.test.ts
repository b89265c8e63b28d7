// The metrics of a service that takes a payment have bounded labels and contain no identities.
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirm, createPayment, signPayment } from "../harness/chain/wallet.ts";
import { whileRefusing } from "../harness/database/refusing-database.ts";
import { sampleOf, samplesOf, seenMetrics } from "../harness/server/metrics.ts";
import { APP_ID, startServer, type TestServer } from "../harness/server/server.ts";

let server: TestServer;
const { log, urlOf, read } = seenMetrics();
beforeAll(async () => {
  server = await startServer({ environment: { METRICS_PORT: "0", RATE_LIMITS: LIMITS }, log });
});
afterAll(() => server.stop());

const AS_APP = { "api-key": null, "merchant-id": null, "app-id": APP_ID, "client-id": "a client" };
const LIMITS = "read=6000/60,write=6000/60,gateway=60000/60,app=1/3600,anonymous=3000/60";

test("a payment, from its creation to its settlement, shows in the metrics without its id", async () => {
  const buyer = await server.newBuyer();
  const paymentId = await createPayment(server);
  const signed = await signPayment(server, paymentId, buyer);
  expect((await confirm(server, signed, 30_000)).body.status).toBe("succeeded");
  await server.call({ path: `/nowhere/${paymentId}` });
  const limited = { path: `/v1/gateway/payment/${paymentId}/status`, headers: AS_APP };
  for (let times = 0; times < 2; times++) await server.call(limited);

  const { chain } = { chain: server.caip2 };
  // A worker reports its relayers every few seconds, and a reading of the database is kept for 5 s.
  await expect
    .poll(async () => sampleOf(await read(), "turnpike_chain_can_relay", { chain }), { timeout: 20_000, interval: 500 })
    .toBe(1);
  const text = await read();
  const route = { method: "POST", route: "/v1/payments" };
  expect(sampleOf(text, "turnpike_http_requests_total", { ...route, status: "201" })).toBe(1);
  expect(sampleOf(text, "turnpike_http_request_duration_seconds_count", route)).toBe(1);
  const unknown = { method: "GET", route: "none", status: "404" };
  expect(sampleOf(text, "turnpike_http_requests_total", unknown)).toBe(1);
  expect(sampleOf(text, "turnpike_http_rate_limited_total", { class: "app" })).toBeGreaterThanOrEqual(1);
  expect(sampleOf(text, "turnpike_http_held_requests")).toBe(0);
  expect(sampleOf(text, "turnpike_database_connections", { state: "waiting" })).toBe(0);
  expect(sampleOf(text, "turnpike_database_up")).toBe(1);
  expect(sampleOf(text, "turnpike_ready")).toBe(1);
  expect(sampleOf(text, "turnpike_leads", { chain })).toBe(1);
  expect(sampleOf(text, "turnpike_rpc_requests_total", { chain, endpoint: "1", outcome: "ok" })).toBeGreaterThan(0);
  expect(sampleOf(text, "turnpike_chain_head_age_seconds", { chain })).toBeLessThan(120);
  expect(sampleOf(text, "turnpike_confirm_to_final_seconds", { chain, quantile: "0.95" })).toBeGreaterThan(0);
  expect(sampleOf(text, "turnpike_queue_payments", { chain, state: "queued" })).toBe(0);
  expect(sampleOf(text, "turnpike_exceptions_open", { kind: "late" })).toBe(0);
  const balances = samplesOf(text).filter(({ name }) => name === "turnpike_relayer_balance_coins");
  expect(balances.map(({ value }) => Math.round(value))).toEqual([100, 100, 100]);
  expect(text).toMatch(/\n# EOF\n$/);
  for (const secret of [paymentId, server.partnerId, server.merchantId, buyer.address, server.rpcUrl]) {
    expect(text).not.toContain(secret);
  }
});

test("the port serves the probes and nothing else", async () => {
  const at = async (path: string) => {
    const { status, headers } = await fetch(urlOf(path));
    return [status, headers.get("content-type")?.split(";")[0]];
  };
  expect(await at("/metrics")).toEqual([200, "application/openmetrics-text"]);
  expect(await at("/livez")).toEqual([200, "application/json"]);
  expect(await at("/readyz")).toEqual([200, "application/json"]);
  expect(await at("/v1/payments")).toEqual([404, "application/json"]);
});

test("without its database the service is not ready, and its metrics say so without a delay", async () => {
  await whileRefusing(server.databaseUrl, async () => {
    const ready = async () => (await fetch(urlOf("/readyz"))).json();
    await expect
      .poll(ready, { timeout: 5_000, interval: 200 })
      .toMatchObject({ status: "not ready", checks: { database: "does not respond", stopping: "ok" } });
    expect((await fetch(urlOf("/livez"))).status).toBe(200);
    await expect.poll(async () => sampleOf(await read(), "turnpike_database_up"), { timeout: 10_000 }).toBe(0);
    expect(await read()).not.toMatch(/^turnpike_(queue_payments|months|webhook|mail|task|exceptions)/m);
  });
  await expect.poll(read, { timeout: 10_000 }).toMatch(/^turnpike_months_ahead_seconds [1-9]/m);
  await expect.poll(async () => (await fetch(urlOf("/readyz"))).status, { timeout: 10_000 }).toBe(200);
});
