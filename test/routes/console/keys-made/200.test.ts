// A key and everything that it made, shown and ended in the console.

import { beforeEach, expect, test } from "vitest";
import type { Made } from "../../../../src/contract/console/made-by-key.ts";
import { signIn } from "../../../harness/server/console.ts";
import { keyIdOf } from "../../../harness/server/key-id.ts";
import { all, makeWith, NOTIFIED, timeAfterAll } from "../../../harness/server/made-by-key.ts";
import { newUser } from "../../../harness/server/users.ts";
import { createKeyFor, type RouteServer, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();
let shop: RouteServer;
let stolen: { key: string; id: string };
beforeEach(async () => {
  shop = (await server().asNewOwner()).at(server().baseUrl);
  const key = await createKeyFor(shop, "partner");
  stolen = { key, id: await keyIdOf(shop, key) };
});
const path = () => `/keys/${stolen.id}/made`;

test("an owner sees what the key made, and ends it with a proof; others' things work on", async () => {
  const theirs = await makeWith(shop, stolen.key);
  const ours = await makeWith(shop, shop.apiKey);
  const before = await theirs.works();
  const owner = await newUser(shop, shop.apiKey, { role: "owner" });
  const shown = await owner.call<Made>({ path: path() });
  expect([shown.status, shown.body.payments, shown.body.made.users.length]).toEqual([200, 3, 3]);
  expect((await owner.call({ method: "DELETE", path: path() })).status).toBe(403);
  expect(await theirs.works()).toEqual(all(before, true));
  await owner.confirm();
  const ended = await owner.call<Made>({ method: "DELETE", path: path() });
  expect([ended.status, ended.body]).toEqual([200, shown.body]);
  await expect.poll(() => theirs.works(), NOTIFIED).toEqual(all(before, false));
  expect(await ours.works()).toEqual(all(before, true));
  const lines = await shop.sql<{ actor: string }>(
    "select distinct actor from audit_log where partner_id = $1 and action in ('user_removed', 'key_revoked')",
    [shop.partnerId],
  );
  expect(lines).toEqual([{ actor: owner.id }]);
});

test("since a time, with a key's session that sends the key again", async () => {
  const earlier = await makeWith(shop, stolen.key);
  const since = encodeURIComponent(await timeAfterAll(shop));
  const later = await makeWith(shop, stolen.key);
  const before = await later.works();
  const session = await signIn(shop, shop.apiKey);
  const headers = { "api-key": shop.apiKey };
  const { status } = await session.call({ method: "DELETE", path: `${path()}?since=${since}`, headers });
  expect(status).toBe(200);
  await expect.poll(() => later.works(), NOTIFIED).toEqual(all(before, false));
  expect(await earlier.works()).toEqual(all(before, true));
});
