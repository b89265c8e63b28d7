// Held responses end when the client disconnects and when the server stops.
import { connect } from "node:net";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { buildServer } from "../../../src/http/server.ts";
import {
  fakeServices,
  heldSubscription,
  openPayment,
  PARTNER_KEY,
  readableLogger,
  settingsWith,
} from "../../harness/fake-ports.ts";

const PATH = "/v1/gateway/payment/pay_1/status?maxPollMs=60000";
let server: ReturnType<typeof buildServer>;
afterEach(() => server.close());

async function startHolding() {
  const { subscription, held, closed } = heldSubscription();
  const payments = { findForBuyer: async () => openPayment("pay_1"), apply: async () => false };
  server = buildServer(
    fakeServices({ payments, changes: { subscribe: () => subscription } }),
    settingsWith(readableLogger().logger),
  );
  const baseUrl = await server.listen({ port: 0, host: "127.0.0.1" });
  const abort = new AbortController();
  const answer = fetch(baseUrl + PATH, { headers: { "api-key": PARTNER_KEY.apiKey }, signal: abort.signal });
  await held;
  return { baseUrl, answer, abort, closed };
}

test("a stopping server sends the responses it holds, then accepts no more", async () => {
  const { baseUrl, answer, closed } = await startHolding();
  await server.close();
  const response = await answer;
  expect([response.status, response.headers.get("connection")]).toEqual([200, "close"]);
  expect(await response.json()).toMatchObject({ status: "requires_action", isFinal: false });
  await closed;
  await expect(fetch(`${baseUrl}/healthz`)).rejects.toThrow();
});

test("when the client disconnects, nothing waits for it any longer", async () => {
  const { answer, abort, closed } = await startHolding();
  abort.abort();
  await expect(answer).rejects.toThrow();
  await closed;
});

test("clients that never finish a request do not delay the stop", async () => {
  const { baseUrl, answer } = await startHolding();
  const request = `POST /v1/payments HTTP/1.1\r\nHost: x\r\nApi-Key: ${PARTNER_KEY.apiKey}\r\n`;
  const body = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"amount"';
  const sockets = ["", request, request + body].map((sent) => {
    const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1");
    socket.on("error", () => {});
    socket.resume().write(sent);
    onTestFinished(() => void socket.destroy());
    return new Promise((ended) => socket.once("close", ended));
  });
  await fetch(`${baseUrl}/healthz`); // the server has accepted the others
  const startedMs = performance.now();
  await server.close();
  expect(performance.now() - startedMs).toBeLessThan(5_000);
  expect((await answer).status).toBe(200);
  await Promise.all(sockets);
});

test("while draining, responses end their connections and requests are still served", async () => {
  const { baseUrl, abort, answer } = await startHolding();
  server.drain();
  const { status, headers } = await fetch(`${baseUrl}/healthz`);
  expect([status, headers.get("connection")]).toEqual([200, "close"]);
  abort.abort();
  await expect(answer).rejects.toThrow();
});

test("a request on a connection that was made just before the stop is answered", async () => {
  const { baseUrl, answer } = await startHolding();
  const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await new Promise((connected) => socket.once("connect", connected));
  await fetch(`${baseUrl}/healthz`); // the server has accepted it
  const closing = server.close();
  socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  const received = (await socket.toArray()).join("");
  expect(received).toMatch(/^HTTP\/1\.1 200 /);
  await closing;
  expect((await answer).status).toBe(200);
});
