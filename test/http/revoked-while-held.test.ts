// A response that is held ends when its key, its session or its rights do, and tells nothing that came after.
import { expect, test } from "vitest";
import type { Session } from "../../src/contract/console/records.ts";
import type { PairingCreated } from "../../src/contract/console/tills.ts";
import { newApiKey } from "../../src/merchant/api-key.ts";
import { consoleCall, cookieOf, signIn } from "../harness/server/console.ts";
import { sampleOf, seenMetrics } from "../harness/server/metrics.ts";
import { newUser } from "../harness/server/users.ts";
import { givenPayment } from "../routes/given.ts";
import { createKeyFor, serverForFile, type WireBody } from "../routes/setup.ts";

const metrics = seenMetrics();
const server = serverForFile({ environment: { METRICS_PORT: "0" }, log: metrics.log });

const heldCount = async () => sampleOf(await metrics.read(), "turnpike_http_held_requests");

type Answer = Promise<{ readonly status: number; readonly body: WireBody }>;

/** Ends the right while the response is held. @returns the status and code of the response */
async function refusedAfter(answer: Answer, end: () => Promise<unknown>) {
  await expect.poll(heldCount, { timeout: 30_000 }).toBe(1);
  await end();
  const { status, body } = await answer;
  expect(Object.keys(body)).not.toContain("data");
  return [status, body.code];
}

const revoked = (apiKey: string) => () =>
  server().sql("update api_keys set revoked_at = now() where hash = sha256($1::bytea)", [apiKey]);

async function eventsPath(): Promise<string> {
  await givenPayment(server());
  const { body } = await server().call<{ data: { id: string }[] }>({ path: "/v1/events?limit=1" });
  return `/v1/events?after=${body.data[0]?.id}&maxPollMs=60000`;
}
const statusPath = async (apiKey = server().apiKey) =>
  `/v1/payments/${await givenPayment(server(), {}, { "api-key": apiKey })}/status?maxPollMs=60000`;

test.each([
  ["read", "events", eventsPath],
  ["partner", "a payment's status", statusPath],
  ["pos", "a payment's status", statusPath],
] as const)("a %s key that waits for %s is revoked", async (role, _, path) => {
  const apiKey = await createKeyFor(server(), role);
  const answer = server().call({ path: await path(apiKey), headers: { "api-key": apiKey } });
  expect(await refusedAfter(answer, revoked(apiKey))).toEqual([401, "invalid_api_key"]);
});

test("an event right after the revocation is not delivered", async () => {
  const apiKey = await createKeyFor(server(), "read");
  const answer = server().call({ path: await eventsPath(), headers: { "api-key": apiKey } });
  const end = async () => {
    await revoked(apiKey)();
    await givenPayment(server());
  };
  expect(await refusedAfter(answer, end)).toEqual([401, "invalid_api_key"]);
});

test("a wallet's key that waits at the gateway is revoked", async () => {
  const apiKey = await createKeyFor(server(), "wallet");
  const path = `/v1/gateway/payment/${await givenPayment(server())}/status?maxPollMs=60000`;
  const answer = server().call({ path, headers: { "api-key": apiKey } });
  expect((await refusedAfter(answer, revoked(apiKey)))[0]).toBe(401);
});

test("a key expires while it waits", async () => {
  const path = await eventsPath();
  const { partnerId, store, sql } = server();
  const { apiKey, hash, prefix } = newApiKey("read", partnerId);
  const [row] = await sql<{ at: Date }>("select now() + interval '5 seconds' as at");
  await store.keys.insert({ partnerId, role: "read", hash, prefix, expiresAt: row?.at ?? null });
  const answer = server().call({ path, headers: { "api-key": apiKey } });
  expect(await refusedAfter(answer, async () => null)).toEqual([401, "invalid_api_key"]);
});

test("a user is signed out, removed or limited by somebody else", async () => {
  const { apiKey, merchantId, partnerId, sql } = server();
  const admin = await newUser(server(), apiKey, { role: "owner" });
  const ends = [
    (id: string) => admin.call({ method: "DELETE", path: `/users/${id}/sessions` }),
    (id: string) => sql("delete from console_sessions where user_id = $1 and partner_id = $2", [id, partnerId]),
    (id: string) =>
      sql("update users set merchant_ids = $3 where id = $1 and partner_id = $2", [id, partnerId, [merchantId]]),
  ];
  for (const end of ends) {
    for (const path of [eventsPath, statusPath]) {
      const user = await newUser(server(), apiKey, { role: "reader" });
      const answer = user.call<WireBody>({ path: await path() });
      expect(await refusedAfter(answer, () => end(user.id))).toEqual([401, "unauthorized"]);
    }
  }
});

test("a till is revoked while it follows a sale", async () => {
  const { apiKey, merchantId } = server();
  const owner = await signIn(server());
  const headers = { "api-key": apiKey };
  const { body: pairing } = await owner.call<PairingCreated>({
    path: "/tills",
    headers,
    body: { name: "Counter", merchantId },
  });
  const cookie = cookieOf(await consoleCall(server(), { path: "/pair", body: { code: pairing.code } }));
  const call = (request: { readonly path: string; readonly body?: object }) =>
    consoleCall<WireBody>(server(), { ...request, headers: { cookie } });
  const { body: session } = await consoleCall<Session>(server(), { path: "/session", headers: { cookie } });
  const body = { amount: { unit: "iso4217/USD", value: "500" }, referenceId: `${session.till?.code}-1` };
  const sale = await call({ path: "/v1/payments", body });
  const answer = call({ path: `/v1/payments/${sale.body.paymentId}/status?maxPollMs=60000` });
  expect(await refusedAfter(answer, () => owner.call({ method: "DELETE", path: `/tills/${pairing.id}` }))).toEqual([
    401,
    "unauthorized",
  ]);
});
