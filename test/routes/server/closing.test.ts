// Held responses end when the client disconnects and when the server stops.
import { afterEach, expect, test } from "vitest";
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
  expect(response.status).toBe(200);
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
