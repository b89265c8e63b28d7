// Traces over OTLP: a payment's requests, statements, RPC calls, batch and webhook, without its id.
import { expect, onTestFinished, test } from "vitest";
import { openLog } from "../../src/log.ts";
import { openTracing, type TracingOptions } from "../../src/monitoring/tracing.ts";
import { UNTRACED } from "../../src/operations/ports/tracing.ts";
import { paymentKey } from "../../src/payment/terms.ts";
import { readConfig } from "../../src/settings/config.ts";
import { asWallet, createPayment, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { startProcess } from "../harness/server/process.ts";
import { startServer } from "../harness/server/server.ts";
import { startReceiver } from "../webhooks/receiver.ts";
import { type CollectedSpan, startCollector } from "./collector.ts";

const CALLER = { trace: "0af7651916cd43dd8448eb211c80319c", span: "b7ad6b7169203331", state: "vendor=of-the-caller" };
const [SERVER, PRODUCER, CLIENT] = [2, 4, 3];

test("a payment, from its buyer's confirm to the webhook", async () => {
  const collector = await startCollector();
  onTestFinished(() => collector.close());
  const settings = settingsOf(`${collector.url}/`);
  const tracing = openTracing(settings, { version: "1.2.3", role: "all" }, () => {});
  const lines: string[] = [];
  const log = openLog("info", { write: (line) => void lines.push(line) }, "all", tracing.logFields);
  const server = await startServer({ tracing, log });
  const receiver = await startReceiver();
  await server.call({ path: "/v1/webhook-endpoints", body: { url: receiver.url } });

  const paymentId = await createPayment(server);
  const signed = await signPayment(server, paymentId, await server.newBuyer());
  const confirmed = await server.call({
    path: `/v1/gateway/payment/${paymentId}/confirm`,
    headers: { ...asWallet(server), traceparent: `00-${CALLER.trace}-${CALLER.span}-01`, tracestate: CALLER.state },
    body: { optionId: signed.option.id, results: [{ type: "walletRpc", data: [signed.signature] }] },
  });
  expect(confirmed.status).toBe(200);
  await server.call({ path: "/v1/payments/no-payment" });
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  const delivered = await receiver.next(({ event }) => event.type === "payment.succeeded");
  await server.stop();
  await receiver.stop();
  await tracing.close();

  const spans = collector.spans();
  const named = (name: string): CollectedSpan[] => spans.filter((span) => span.name === name);
  const children = ({ spanId }: CollectedSpan): string[] =>
    spans.filter(({ parentSpanId }) => parentSpanId === spanId).map(({ name }) => name);
  const payment = { "turnpike.payment_key": paymentKey(paymentId) };

  const [confirm] = named("POST /v1/gateway/payment/:id/confirm");
  expect(confirm).toMatchObject({
    traceId: CALLER.trace,
    parentSpanId: CALLER.span,
    kind: SERVER,
    attributes: { ...payment, "http.response.status_code": 200, "http.route": "/v1/gateway/payment/:id/confirm" },
    resource: {
      "service.name": "turnpike",
      "service.version": "1.2.3",
      "turnpike.role": "all",
      "deployment.environment.name": "test",
    },
  });
  expect(confirm && children(confirm)).toEqual(
    expect.arrayContaining(["postgresql option_facts", "eth_call", "postgresql confirm_payments"]),
  );
  const [options] = named("POST /v1/gateway/payment/:id/options");
  expect(options && children(options)).toContain("eth_call");
  expect(named("POST /v1/payments")[0]?.parentSpanId).toBeUndefined();

  const [unknown] = named("GET /v1/payments/:id");
  expect(unknown?.attributes).not.toHaveProperty(["turnpike.payment_key"]);

  const [batch] = named("relay batch");
  expect(batch).toMatchObject({
    kind: PRODUCER,
    attributes: { "turnpike.payment_keys": [payment["turnpike.payment_key"]], "turnpike.chain": server.caip2 },
  });
  expect(batch && children(batch)).toContain("eth_sendRawTransaction");
  expect(named("eth_sendRawTransaction")[0]).toMatchObject({ kind: CLIENT, traceId: batch?.traceId });

  const webhook = named("webhook delivery").find(({ traceId }) => delivered.headers.traceparent?.includes(traceId));
  expect(webhook).toMatchObject({ attributes: payment });
  expect(delivered.headers.traceparent).toBe(`00-${webhook?.traceId}-${webhook?.spanId}-01`);

  const logged = lines.map((line) => JSON.parse(line)).filter(({ route }) => route?.endsWith("/confirm"));
  expect(logged).toMatchObject([{ trace_id: CALLER.trace, span_id: confirm?.spanId }]);

  expect(collector.requests.map(({ path, apiKey }) => [path, apiKey])).toContainEqual(["/v1/traces", "a secret"]);
  const sent = collector.requests.map(({ body }) => body).join();
  // An event's id contains the payment's id without its prefix.
  const capability = paymentId.replace("pay_", "");
  expect(delivered.event.id).toContain(capability);
  for (const secret of [
    CALLER.state,
    capability,
    server.apiKey,
    server.walletKey,
    receiver.url,
    server.rpcUrl,
    signed.signature,
  ]) {
    expect(sent).not.toContain(secret);
  }
});

test("a stop sends all spans that wait", async () => {
  const collector = await startCollector();
  onTestFinished(() => collector.close());
  const tracing = openTracing(settingsOf(collector.url), { version: "1", role: "all" }, () => {});
  const spans = 512 + 2_048;
  for (let each = 0; each < spans; each += 1) tracing.requests?.begin("work", () => ({}), undefined).end({}, false);
  await tracing.close();
  await expect.poll(() => collector.spans().length).toBe(spans);
});

test("attributes of a span that is not recorded are not computed", async () => {
  const computed = (): never => {
    throw new Error("computed");
  };
  const settings = { ...settingsOf("http://localhost:9"), sampler: "always_off" };
  const tracing = openTracing(settings, { version: "1", role: "all" }, () => {});
  for (const { span } of [UNTRACED, tracing]) expect(await span("work", computed, async () => "done")).toBe("done");
  tracing.requests?.begin("request", computed, undefined).end({}, false);
  await tracing.close();
});

test("a collector that is away is logged once, without its URL and headers", async () => {
  const collector = await startCollector();
  await collector.close();
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: "api-key=secret" };
  const server = await startServer({ role: null, environment });
  const lines: string[] = [];
  const process = await startProcess(server.installation, { role: "api", onLine: (line) => void lines.push(line) });
  await createPayment(server.at(process.baseUrl));
  const warnings = (): string[] => lines.filter((line) => line.includes("the collector does not take spans"));
  await expect.poll(warnings, { timeout: 30_000 }).toHaveLength(1);
  expect(JSON.parse(warnings()[0] ?? "")).toMatchObject({ failure: "ECONNREFUSED", times: 1 });
  await process.kill("SIGTERM");
  expect(warnings()).toHaveLength(1);
  for (const secret of [new URL(collector.url).host, "api-key"]) expect(lines.join()).not.toContain(secret);
  await server.stop();
});

test("a collector that hangs delays neither requests nor the stop", async () => {
  const collector = await startCollector({ hangs: true });
  onTestFinished(() => collector.close());
  const server = await startServer({ role: null, environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  const process = await startProcess(server.installation, { role: "api" });
  await Promise.all(Array.from({ length: 20 }, () => createPayment(server.at(process.baseUrl))));
  await expect.poll(() => collector.requests.length, { timeout: 20_000 }).toBe(1);
  await createPayment(server.at(process.baseUrl));
  const sinceMs = performance.now();
  await process.kill("SIGTERM");
  expect(await process.exited).toBe(0);
  // The request that the stop sends would hold the process for 5 s.
  expect(performance.now() - sinceMs).toBeLessThan(5_000);
  expect(collector.requests.length).toBeLessThanOrEqual(3);
  await server.stop();
});

function settingsOf(endpoint: string): TracingOptions {
  const { tracing } = readConfig(
    {},
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: "api-key=a%20secret",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
    },
  );
  if (!tracing) throw new Error("tracing is off");
  return tracing;
}
