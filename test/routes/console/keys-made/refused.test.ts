// Ending a key with everything that it made is refused to strangers, and to those whom it would lock out.

import { expect, test } from "vitest";
import { ON_COMMAND_LINE } from "../../../../src/merchant/audit.ts";
import { signIn } from "../../../harness/server/console.ts";
import { keyIdOf } from "../../../harness/server/key-id.ts";
import { makeWith } from "../../../harness/server/made-by-key.ts";
import { newUser } from "../../../harness/server/users.ts";
import { createKeyFor, sharedServerForFile, type WireBody } from "../../setup.ts";

const server = sharedServerForFile();

async function withThief() {
  const shop = (await server().asNewOwner()).at(server().baseUrl);
  const key = await createKeyFor(shop, "partner");
  const id = await keyIdOf(shop, key);
  return { shop, key, id, path: `/keys/${id}/made` };
}

test("400 for whom it would end, and while no other key is left", async () => {
  const { shop, key, path } = await withThief();
  const { user, mintedKey } = await makeWith(shop, key);
  await user.confirm();
  expect(await user.call({ method: "DELETE", path })).toMatchObject({ status: 400, body: { code: "invalid_state" } });
  for (const apiKey of [key, mintedKey]) {
    const session = await signIn(shop, apiKey);
    const answer = await session.call<WireBody>({ method: "DELETE", path, headers: { "api-key": apiKey } });
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining("your own access")]);
  }
  const owner = await newUser(shop, shop.apiKey, { role: "owner" });
  const own = (await shop.store.keys.list(shop.partnerId))[0]?.id ?? "";
  await shop.store.keys.revoke(own, ON_COMMAND_LINE);
  for (const { id, role } of await shop.store.keys.list(shop.partnerId)) {
    if (role === "partner" && !path.includes(id)) await shop.store.keys.revoke(id, ON_COMMAND_LINE);
  }
  await owner.confirm();
  const last = await owner.call<WireBody>({ method: "DELETE", path });
  expect([last.status, last.body.message]).toEqual([400, expect.stringContaining("create another one first")]);
  expect((await user.call({ path: "/session" })).status).toBe(200);
});

test("400 for a time that is none, 403 for a manager, 404 for another partner's key", async () => {
  const { shop, path } = await withThief();
  const { path: foreign } = await withThief();
  const owner = await newUser(shop, shop.apiKey, { role: "owner" });
  const manager = await newUser(shop, shop.apiKey, { role: "manager" });
  for (const method of ["GET", "DELETE"] as const) {
    await owner.confirm();
    await manager.confirm();
    expect((await owner.call({ method, path: `${path}?since=yesterday` })).status).toBe(400);
    expect((await manager.call({ method, path })).status).toBe(403);
    await owner.confirm();
    expect((await owner.call({ method, path: foreign })).status).toBe(404);
  }
});
