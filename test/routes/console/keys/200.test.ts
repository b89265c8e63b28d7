// A partner's keys: list, create, revoke. Each call asks for the key again.
import { expect, test } from "vitest";
import { asPartner } from "../../../harness/server/as-partner.ts";
import { signIn } from "../../../harness/server/console.ts";
import { sharedServerForFile } from "../../setup.ts";
import { keyIdOf, keysOf } from "./keys.ts";

const server = sharedServerForFile();

const fresh = async () => asPartner(server(), await server().newOwner());

test("the list shows only the first characters of each key", async () => {
  const owner = await fresh();
  const keys = await keysOf(await signIn(owner, owner.readKey));
  expect(keys.map(({ role }) => role).sort()).toEqual(["partner", "read", "wallet"]);
  const partner = keys.find(({ role }) => role === "partner");
  expect(partner).toEqual({
    id: expect.stringMatching(/^key_/),
    prefix: owner.apiKey.slice(0, partner?.prefix.length),
    label: null,
    role: "partner",
    createdAt: expect.any(String),
    revokedAt: null,
    lastUsedAt: null,
    expiresAt: null,
    allowedAddresses: [],
  });
  expect(JSON.stringify(keys)).not.toContain(owner.apiKey);
});

test("a new key works at once and is shown only once", async () => {
  const owner = await fresh();
  const session = await signIn(owner);
  const headers = { "api-key": owner.apiKey };
  const made = await session.call<{ id: string; key: string; role: string }>({
    path: "/keys",
    headers,
    body: { role: "read" },
  });
  expect([made.status, made.body.role]).toEqual([201, "read"]);
  expect((await owner.call({ path: "/v1/payments", headers: { "api-key": made.body.key } })).status).toBe(200);
  expect(JSON.stringify(await keysOf(session))).not.toContain(made.body.key);
});

test("a new key has the expiry and the addresses that were asked for", async () => {
  const owner = await fresh();
  const session = await signIn(owner);
  const limits = { expiresAt: "2999-01-01T00:00:00.000Z", allowedAddresses: ["203.0.113.7", "2001:db8::/32"] };
  const made = await session.call<{ id: string; key: string }>({
    path: "/keys",
    headers: { "api-key": owner.apiKey },
    body: { role: "read", ...limits },
  });
  expect(made.status).toBe(201);
  const listed = (await keysOf(session)).find(({ id }) => id === made.body.id);
  expect(listed).toMatchObject({ ...limits, allowedAddresses: ["203.0.113.7/32", "2001:db8::/32"] });
  expect((await owner.call({ path: "/v1/payments", headers: { "api-key": made.body.key } })).status).toBe(403);
});

test("a revoked key is refused from then on, with its sessions; revoking it again changes nothing", async () => {
  const owner = await fresh();
  const session = await signIn(owner);
  const read = await signIn(owner, owner.readKey);
  const id = await keyIdOf(read);
  const revoke = () => session.call({ path: `/keys/${id}`, method: "DELETE", headers: { "api-key": owner.apiKey } });
  const answers = await Promise.all([revoke(), revoke()]);
  for (const { status, body } of answers) expect([status, body]).toEqual([200, { id, revoked: true }]);
  expect((await read.call({ path: "/session" })).status).toBe(401);
  const withKey = async () =>
    (await owner.call({ path: "/v1/payments", headers: { "api-key": owner.readKey } })).status;
  await expect.poll(withKey).toBe(401); // once the process has heard of the change
  const lines = await owner.sql("select 1 from audit_log where action = 'key_revoked' and subject_id = $1", [id]);
  expect(lines).toHaveLength(1);
});
