// Long polls last as long as was asked, however the database's clock jumps, as at a failover to a server with another.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPayment } from "../../harness/chain/wallet.ts";
import { type SignedIn, signIn } from "../../harness/server/console.ts";
import { APP_ID, startServer, type TestServer } from "../../harness/server/server.ts";

const HOUR_MS = 3_600_000;

/** The database's time as the process knows it. */
let nowMs = () => Date.now();
let server: TestServer;
let session: SignedIn;
beforeAll(async () => {
  server = await startServer({ role: "api", nowMs: () => nowMs() });
  session = await signIn(server);
});
afterAll(() => server.stop());

const POLLS = {
  async partner(paymentId: string) {
    return (maxPollMs: number) => server.call({ path: `/v1/payments/${paymentId}/status?maxPollMs=${maxPollMs}` });
  },
  async gateway(paymentId: string) {
    const headers = { "api-key": null, "merchant-id": null, "app-id": APP_ID, "client-id": "a client" };
    const path = `/v1/gateway/payment/${paymentId}/status`;
    return (maxPollMs: number) => server.call({ path: `${path}?maxPollMs=${maxPollMs}`, headers });
  },
  async events() {
    const { body } = await server.call<{ data: readonly { id: string }[] }>({ path: "/v1/events?limit=1" });
    return (maxPollMs: number) => server.call({ path: `/v1/events?after=${body.data[0]?.id}&maxPollMs=${maxPollMs}` });
  },
  async console() {
    const { body } = await session.call<{ cursor: string }>({ path: "/changes" });
    return (maxPollMs: number) => session.call({ path: `/changes?after=${body.cursor}&maxPollMs=${maxPollMs}` });
  },
};

describe.each(Object.entries(POLLS))("a long poll (%s)", (_, pollOf) => {
  test("ends in time although the clock stands still", async () => {
    nowMs = () => Date.now();
    const poll = await pollOf(await createPayment(server));
    const stillMs = Date.now();
    nowMs = () => stillMs;
    expect((await poll(300)).status).toBe(200);
  });

  test("waits for the change although the clock is hours ahead at each look", async () => {
    nowMs = () => Date.now();
    const paymentId = await createPayment(server);
    const poll = await pollOf(paymentId);
    let jumps = 0;
    nowMs = () => Date.now() + HOUR_MS * jumps++;
    const held = poll(60_000);
    // The poll is waiting once the server has responded to a later request.
    await server.call({ path: `/v1/payments/${paymentId}/status` });
    const isHeld = await Promise.race([held.then(() => false), new Promise((resolve) => setImmediate(resolve, true))]);
    expect(isHeld).toBe(true);
    await server.call({ method: "POST", path: `/v1/payments/${paymentId}/cancel` });
    const { body } = await held;
    expect(JSON.stringify(body)).toMatch(new RegExp(`cancelled|${paymentId}`));
  });
});
