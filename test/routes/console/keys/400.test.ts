// No partner can lock itself out: its last key with the role partner cannot be revoked, even concurrently.
import { expect, test } from "vitest";
import { asPartner } from "../../../harness/server/as-partner.ts";
import { signIn } from "../../../harness/server/console.ts";
import { createKeyFor, sharedServerForFile, type WireBody } from "../../setup.ts";
import { keyIdOf, keysOf } from "./keys.ts";

const server = sharedServerForFile();

test("the last key", async () => {
  const session = await signIn(server());
  const { status, body } = await session.call<WireBody>({
    path: `/keys/${await keyIdOf(session)}`,
    method: "DELETE",
    headers: { "api-key": server().apiKey },
  });
  expect([status, body.code]).toEqual([400, "invalid_state"]);
  expect((await session.call({ path: "/session" })).status).toBe(200);
});

test("of the last two, revoked concurrently, one remains", async () => {
  for (let round = 0; round < 5; round++) {
    const owner = asPartner(server(), await server().newOwner());
    const sessions = [await signIn(owner), await signIn(owner, await createKeyFor(owner, "partner"))];
    const ids = await Promise.all(sessions.map(keyIdOf));
    const revoke = (id: string, index: number) =>
      sessions[index]?.call({ path: `/keys/${id}`, method: "DELETE", headers: { "api-key": owner.apiKey } });
    await Promise.all(ids.map(revoke));
    const live = await owner.sql(
      "select id from api_keys where partner_id = $1 and role = 'partner' and revoked_at is null",
      [owner.partnerId],
    );
    expect(live).toHaveLength(1);
  }
});

test.each([
  {},
  { role: "%j creates no key" },
  { role: "read", partnerId: "prtn_x" },
  [],
  { role: "read", expiresAt: "2001-01-01T00:00:00Z" },
  { role: "read", allowedAddresses: ["example.com"] },
])("%j creates no key", async (body) => {
  const session = await signIn(server());
  const idsOf = async () => (await keysOf(session)).map(({ id }) => id);
  const before = await idsOf();
  const answer = await session.call({ path: "/keys", headers: { "api-key": server().apiKey }, body });
  expect(answer.status).toBe(400);
  expect(await idsOf()).toEqual(before);
});
