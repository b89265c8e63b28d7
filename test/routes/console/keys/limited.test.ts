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
  const { apiKey, hash, prefix } = newApiKey("partner");
  const expiresAt = new Date(Date.now() + 3_600_000);
  await store.keys.insert({ partnerId, role: "partner", hash, prefix, expiresAt, allowedAddresses: OWN });
  const session = await signIn(server(), apiKey);
  const call = (path: string, body: object, method: "POST" | "PATCH" = "POST") =>
    session.call<WireBody & { id: string }>({ method, path, body, headers: { "api-key": apiKey } });
  return { call, expiresAt };
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
