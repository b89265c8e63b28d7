// Every process refuses a revoked key. The database notifies the processes of any revocation.

import { afterAll, beforeAll, expect, test } from "vitest";
import type { Service } from "../../../src/service/main.ts";
import { createSession } from "../../../src/store/database/session.ts";
import { listenForChanges } from "../../../src/store/events/changes.ts";
import { consoleCall, cookieOf, signIn } from "../../harness/server/console.ts";
import { keyIdOf } from "../../harness/server/key-id.ts";
import { startOn, startServer, type TestServer } from "../../harness/server/server.ts";

let server: TestServer;
let other: Service;
beforeAll(async () => {
  server = await startServer({ role: "api", environment: { TRUSTED_PROXIES: "127.0.0.1" } });
  other = await startOn(server.installation, "api");
});
afterAll(async () => {
  await other?.stop();
  await server?.stop();
});

const processes = () => [server, server.at(other.baseUrl ?? "")];
const statusOf = async (process: TestServer, apiKey: string) =>
  (await process.call({ path: "/v1/payments/pay_1/status", headers: { "api-key": apiKey } })).status;

/** The notification takes a moment; until then a process may still accept the key. */
async function untilRefused(process: TestServer, apiKey: string): Promise<void> {
  for (;;) if ((await statusOf(process, apiKey)) === 401) return;
}

test("a key revoked by the command or by plain SQL is refused", async () => {
  for (const revoke of [
    async (keyId: string) => void (await server.store.keys.revoke(keyId)),
    async (keyId: string) => void (await server.sql("update api_keys set revoked_at = now() where id = $1", [keyId])),
    async (keyId: string) => void (await server.sql("delete from api_keys where id = $1", [keyId])),
  ]) {
    const { apiKey } = await server.newOwner();
    for (const process of processes()) expect(await statusOf(process, apiKey)).toBe(404);
    await revoke(await keyIdOf(server, apiKey));
    for (const process of processes()) await untilRefused(process, apiKey);
    for (const process of processes()) expect(await statusOf(process, apiKey)).toBe(401);
  }
});

test("an expired key is refused by every process from that moment, with its sessions", async () => {
  const { apiKey, partnerId } = await server.newOwner();
  const session = await signIn(server, apiKey);
  const keyId = await keyIdOf(server, apiKey);
  expect(await server.store.keys.expire(keyId, new Date(Date.now() + 3_600_000))).toBe(true);
  for (const process of processes()) expect(await statusOf(process, apiKey)).toBe(404);
  // A past time ends the key now. A later time does not extend it.
  expect(await server.store.keys.expire(keyId, new Date(0))).toBe(true);
  expect(await server.store.keys.expire(keyId, new Date(Date.now() + 3_600_000))).toBe(false);
  for (const process of processes()) {
    await untilRefused(process, apiKey);
    expect((await session.call({ path: "/session" })).status).toBe(401);
  }
  const lines = await server.sql("select after from audit_log where subject_id = $1 and action = 'key_revoked'", [
    keyId,
  ]);
  expect(lines).toHaveLength(2);
  expect((await server.store.keys.list(partnerId)).find(({ id }) => id === keyId)?.revokedAt).toBeNull();
});

test("a key bound to addresses is refused elsewhere: API, gateway, console, and as a confirmation", async () => {
  const from = (address: string) => ({ "x-forwarded-for": address });
  const [inside, outside] = ["203.0.113.9", "198.51.100.1"] as const;
  const { apiKey, merchantId, partnerId } = await server.newOwner();
  await server.sql(
    "update api_keys set allowed_addresses = '{203.0.113.0/24}' where partner_id = $1 and role = 'partner'",
    [partnerId],
  );
  const answer = async (path: string, address: string) => {
    const headers = { "api-key": apiKey, "merchant-id": merchantId, ...from(address) };
    const { status, body } = await server.call<{ code: string }>({ path, headers });
    return [status, body.code];
  };
  for (const path of ["/v1/payments/pay_0/status", "/v1/gateway/payment/pay_0/status"]) {
    await expect.poll(() => answer(path, outside)).toEqual([403, "forbidden"]);
    expect(await answer(path, inside)).toEqual([404, "payment_not_found"]);
    for (const form of [`::ffff:${inside}`, `${inside}:5678`, `"[::ffff:${inside}]:443"`]) {
      expect(await answer(path, form)).toEqual([404, "payment_not_found"]);
    }
    for (const unknown of ["unknown", `${outside}:5678`]) {
      expect(await answer(path, unknown)).toEqual([403, "forbidden"]);
    }
  }
  const body = { email: "nobody@example.com", password: "a wrong password" };
  const guess = await consoleCall(server, { path: "/sign-in", body, headers: from(`${outside}:5678`) });
  expect(guess.status).toBe(401);
  const signInFrom = (address: string) =>
    consoleCall(server, { path: "/session", body: { apiKey }, headers: from(address) });
  expect(await signInFrom(outside)).toMatchObject({ status: 403, body: { code: "forbidden" } });
  const cookie = cookieOf(await signInFrom(inside));
  const sessionFrom = (address: string) =>
    consoleCall(server, { path: "/session", headers: { cookie, ...from(address) } });
  expect((await sessionFrom(inside)).status).toBe(200);
  expect(await sessionFrom(outside)).toMatchObject({ status: 403, body: { code: "forbidden" } });
});

test("a wallet app is refused once it is revoked, and its id is not reused", async () => {
  const app = { id: "revoked-wallet", name: "Wallet" };
  expect(await server.store.walletApps.insert(app)).toBe(true);
  const headers = { "api-key": null, "app-id": app.id, "client-id": "client-1" };
  const answerOf = (process: TestServer) =>
    process.call<{ code: string }>({ path: "/v1/gateway/payment/pay_1/status", headers });
  for (const process of processes()) expect((await answerOf(process)).status).toBe(404);
  expect(await server.store.walletApps.revoke(app.id)).toBe(true);
  for (const process of processes()) {
    for (;;) if ((await answerOf(process)).status === 401) break;
    expect((await answerOf(process)).body.code).toBe("invalid_app_id");
  }
  expect(await server.store.walletApps.insert(app)).toBe(false);
});

test("a partner's new version applies to keys that are in use", async () => {
  const { apiKey, partnerId } = await server.newOwner();
  const versionOf = async () =>
    (await server.call({ path: "/v1/payments/pay_1/status", headers: { "api-key": apiKey } })).headers.get(
      "pay-version",
    );
  expect(await versionOf()).toBe("2026-02-18");
  await server.store.partners.pin(partnerId, "2026-02-19.preview");
  while ((await versionOf()) !== "2026-02-19.preview");
});

test("the database notifies of changes to a key, but not of its use", async () => {
  const session = createSession(server.databaseUrl, { info: () => {}, warn: () => {}, error: () => {} });
  const changes = listenForChanges(session);
  await session.open();
  let told = 0;
  let onTold = (): void => {};
  changes.onKeys(() => {
    told += 1;
    onTold();
  });
  const telling = async (sql: string) => {
    const heard = new Promise<void>((resolve) => {
      onTold = resolve;
    });
    await server.sql(sql, [(await server.newOwner()).partnerId]);
    await heard;
  };
  await server.sql("update api_keys set last_used_at = now()");
  await telling("update api_keys set revoked_at = now() where partner_id = $1");
  await telling("update api_keys set role = 'read' where partner_id = $1");
  await telling("update api_keys set expires_at = now() where partner_id = $1");
  await telling("update api_keys set allowed_addresses = '{::1/128}' where partner_id = $1");
  await telling("update partners set version = '2026-02-19.preview' where id = $1");
  await telling(
    "insert into fee_policies (partner_id, ppm, fixed, minimum, receivers) values ($1, 0, '{}', '{}', '{}')",
  );
  expect(told).toBe(6);
  await session.close();
});

test("a key's last use is recorded by the time the process has stopped", async () => {
  const { apiKey, partnerId } = await server.newOwner();
  const service = await startOn(server.installation, "api");
  await statusOf(server.at(service.baseUrl ?? ""), apiKey);
  const listed = async () => (await server.store.keys.list(partnerId)).find(({ role }) => role === "partner");
  await service.stop();
  const [row] = await server.sql<{ now: Date }>("select now()");
  const lastUsedMs = (await listed())?.lastUsedAt?.getTime() ?? 0;
  expect(lastUsedMs).toBeLessThanOrEqual(row?.now.getTime() ?? 0);
  expect(lastUsedMs).toBeGreaterThanOrEqual((await listed())?.createdAt.getTime() ?? Number.POSITIVE_INFINITY);
  expect((await server.store.keys.list(partnerId)).filter(({ lastUsedAt }) => lastUsedAt)).toHaveLength(1);
});
