// A stolen key that expires or is limited to addresses makes nothing that outlives or outranges it.
import { expect, test } from "vitest";
import type { InvitationCreated } from "../../../../src/contract/console/users.ts";
import { newApiKey } from "../../../../src/merchant/api-key.ts";
import { signIn } from "../../../harness/server/console.ts";
import { newUser } from "../../../harness/server/users.ts";
import { sharedServerForFile, type WireBody } from "../../setup.ts";

const server = sharedServerForFile();
const OWN = ["127.0.0.0/8", "::1/128"];

async function thief() {
  const { partnerId, store } = server();
  const { apiKey, hash, prefix } = newApiKey("partner", partnerId);
  const expiresAt = new Date(Date.now() + 3_600_000);
  await store.keys.insert({ partnerId, role: "partner", hash, prefix, expiresAt, allowedAddresses: OWN });
  const session = await signIn(server(), apiKey);
  const call = (path: string, body: object, method: "POST" | "PATCH" = "POST") =>
    session.call<WireBody & { id: string }>({ method, path, body, headers: { "api-key": apiKey } });
  return { call, apiKey, expiresAt };
}

test("its new keys expire with it and have its addresses; more is refused", async () => {
  const { call, expiresAt } = await thief();
  for (const limits of [{}, { allowedAddresses: ["127.0.0.1"] }]) {
    const { status, body } = await call("/keys", { role: "partner", ...limits });
    expect(status).toBe(201);
    const [key] = await server().sql<{ expires_at: Date; allowed_addresses: string[] }>(
      "select expires_at, allowed_addresses from api_keys where id = $1",
      [body.id],
    );
    expect(key?.expires_at.getTime()).toBeLessThanOrEqual(expiresAt.getTime() + 1_000);
    expect(key?.allowed_addresses).toHaveLength(limits.allowedAddresses ? 1 : 2);
  }
  const later = new Date(expiresAt.getTime() + 60_000).toISOString();
  for (const limits of [
    { expiresAt: later },
    { allowedAddresses: ["0.0.0.0/0"] },
    { allowedAddresses: ["203.0.113.7"] },
  ]) {
    const { status, body } = await call("/keys", { role: "read", ...limits });
    expect([status, body.issues.map(({ field }) => field)]).toEqual([400, Object.keys(limits)]);
  }
});

test("it invites, promotes and pairs no one, and makes no new link", async () => {
  const { call } = await thief();
  const { apiKey, merchantId } = server();
  const user = await newUser(server(), apiKey, { role: "reader" });
  const outcomes = [
    await call("/users", { name: "Eve", role: "owner" }),
    await call(`/users/${user.id}`, { role: "owner" }, "PATCH"),
    await call(`/users/${user.id}/invitation`, {}),
    await call("/tills", { name: "Till", merchantId }),
  ];
  expect(outcomes.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  const session = await signIn(server());
  const headers = { "api-key": apiKey };
  const unlimited = await session.call<InvitationCreated>({
    path: "/users",
    headers,
    body: { name: "A", role: "owner" },
  });
  expect(unlimited.status).toBe(201);
});

test("it makes, changes and rotates no webhook endpoint, with the API and in the console", async () => {
  const { call, apiKey } = await thief();
  const url = "https://thief.example/";
  const own = await server().call<{ id: string }>({ path: "/v1/webhook-endpoints", body: { url } });
  expect(own.status).toBe(201);
  const path = `/v1/webhook-endpoints/${own.body.id}`;
  const requests = [
    { path: "/v1/webhook-endpoints", body: { url } },
    { path, method: "PATCH", body: { url } },
    { path: `${path}/rotate-secret`, body: {} },
  ] as const;
  for (const request of requests) {
    const { status, body } = await server().call({ ...request, headers: { "api-key": apiKey } });
    expect([request.path, status, body.code]).toEqual([request.path, 403, "forbidden"]);
  }
  expect((await call("/v1/webhook-endpoints", { url })).status).toBe(403);
});

test("its payment links end with it at the latest; an address limits no link", async () => {
  const { apiKey, expiresAt } = await thief();
  const amount = { unit: "iso4217/USD", value: "1000" };
  const endS = Math.floor(expiresAt.getTime() / 1_000);
  const headers = { "api-key": apiKey };
  const create = (fields: object) =>
    server().call<WireBody & { id: string }>({ path: "/v1/payment-links", headers, body: { amount, ...fields } });
  for (const fields of [{}, { expiresAt: null }, { expiresAt: endS + 60 }]) {
    const { status, body } = await create(fields);
    expect([status, body.issues.map(({ field }) => field)]).toEqual([400, ["expiresAt"]]);
  }
  const { status, body } = await create({ expiresAt: endS - 60 });
  expect(status).toBe(201);
  const path = `/v1/payment-links/${body.id}`;
  const change = (fields: object) => server().call({ method: "PATCH", path, headers, body: fields });
  expect((await change({ expiresAt: null })).status).toBe(400);
  expect((await change({ expiresAt: endS + 60 })).status).toBe(400);
  expect((await change({ enabled: false })).status).toBe(200);
  const { partnerId, store } = server();
  const limited = newApiKey("partner", partnerId);
  await store.keys.insert({ partnerId, role: "partner", ...limited, allowedAddresses: OWN });
  const link = await server().call({
    path: "/v1/payment-links",
    headers: { "api-key": limited.apiKey },
    body: { amount },
  });
  expect(link.status).toBe(201);
});
