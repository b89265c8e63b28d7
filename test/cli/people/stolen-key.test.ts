// turnpike key revoke --with-everything-it-made: what a stolen key made ends with it, and nothing else does.

import { beforeEach, expect, test } from "vitest";
import { ON_COMMAND_LINE } from "../../../src/merchant/audit.ts";
import type { MadeKind, Named } from "../../../src/merchant/made-by-key.ts";
import { consoleCall, cookieOf } from "../../harness/server/console.ts";
import { keyIdOf } from "../../harness/server/key-id.ts";
import { all, asKey, makeWith, NOTIFIED, timeAfterAll } from "../../harness/server/made-by-key.ts";
import { newUser, PASSWORD, tokenOf } from "../../harness/server/users.ts";
import { ask, destinationsOf, elsewhere } from "../../routes/console/change-requests/people.ts";
import { createKeyFor, type RouteServer, serverForFile } from "../../routes/setup.ts";
import { json, turnpike } from "../turnpike.ts";

const server = serverForFile({ role: "api" });
const settings = () => server().installation.environment;
let shop: RouteServer;
let stolen: { key: string; id: string };
beforeEach(async () => {
  shop = (await server().asNewOwner()).at(server().baseUrl);
  const key = await createKeyFor(shop, "partner");
  stolen = { key, id: await keyIdOf(shop, key) };
});

type Shown = Record<MadeKind, readonly Named[]> & {
  payments: number;
  changes: Record<string, number>;
  left: { owners: number; keys: number };
};
const revoke = (...options: string[]) => ["key", "revoke", stolen.id, "--with-everything-it-made", ...options];
const preview = async (...options: string[]) =>
  (await json<{ wouldEnd: Shown }>(revoke(...options), settings())).wouldEnd;
const end = async (...options: string[]) =>
  (await json<{ ended: Shown }>(revoke("--yes", ...options), settings())).ended;
const idsOf = (things: readonly Named[]) => things.map(({ id }) => id).sort();
const linesOf = (action: string) =>
  shop.sql<{ subject_id: string; actor: string }>(
    "select subject_id, actor from audit_log where partner_id = $1 and action = $2 order by subject_id",
    [shop.partnerId, action],
  );

test("the preview names what would end and ends nothing; with --yes all of it ends, also what it made made", async () => {
  const theirs = await makeWith(shop, stolen.key);
  const ours = await makeWith(shop, shop.apiKey);
  const before = await theirs.works();
  expect(before).toEqual(all(before, true));
  const { ids } = theirs;
  const made = {
    keys: [ids.mintedKey, ids.keyOfUser].sort(),
    users: [ids.invitation, ids.user, ids.grandchild].sort(),
    tills: [ids.till],
    paymentLinks: [ids.link],
    webhookEndpoints: [ids.endpoint],
  };
  const shown = await preview();
  for (const kind of ["keys", "users", "tills", "paymentLinks", "webhookEndpoints"] as const) {
    expect([kind, idsOf(shown[kind])]).toEqual([kind, made[kind]]);
  }
  expect([shown.payments, shown.changes, shown.changeRequests]).toEqual([3, {}, []]);
  expect(shown.left).toEqual({ owners: 2, keys: 2 });
  const asked = await turnpike(revoke(), settings());
  expect(asked.stdout).toContain("Nothing has ended yet. Rerun with --yes to end it.");
  for (const id of Object.values(ids)) expect(asked.stdout).toContain(id);
  expect(await theirs.works()).toEqual(all(before, true));
  expect(await end()).toEqual(shown);
  await expect.poll(() => theirs.works(), NOTIFIED).toEqual(all(before, false));
  expect(await ours.works()).toEqual(all(before, true));
  expect((await shop.call({ path: "/v1/payments", headers: { "api-key": stolen.key } })).status).toBe(401);
});

test("each end has its line in the audit log, by the operator, and a second run ends and writes nothing more", async () => {
  const { ids } = await makeWith(shop, stolen.key);
  await end();
  const count = async () =>
    (
      await shop.sql<{ count: number }>("select count(*)::int as count from audit_log where partner_id = $1", [
        shop.partnerId,
      ])
    )[0]?.count;
  const expected = {
    key_revoked: [stolen.id, ids.mintedKey, ids.keyOfUser],
    user_removed: [ids.user, ids.grandchild, ids.invitation],
    till_revoked: [ids.till],
    payment_link_deleted: [ids.link],
    webhook_endpoint_deleted: [ids.endpoint],
  };
  for (const [action, subjects] of Object.entries(expected)) {
    const lines = await linesOf(action);
    expect([action, lines.map(({ subject_id }) => subject_id)]).toEqual([action, [...subjects].sort()]);
    expect(new Set(lines.map(({ actor }) => actor))).toEqual(new Set(["operator"]));
  }
  expect(await linesOf("payment_cancelled")).toHaveLength(3);
  const lines = await count();
  const again = await end();
  expect(
    Object.values(again)
      .flat()
      .filter((each) => typeof each === "object" && "id" in each),
  ).toEqual([]);
  expect([again.payments, await count()]).toEqual([0, lines]);
});

test("with --since, what the key made before stays, and so does what that made", async () => {
  const earlier = await makeWith(shop, stolen.key);
  const before = await earlier.works();
  const since = await timeAfterAll(shop);
  const later = await makeWith(shop, stolen.key);
  await end("--since", since);
  await expect.poll(() => later.works(), NOTIFIED).toEqual(all(before, false));
  expect(await earlier.works()).toEqual(all(before, true));
  expect((await shop.call({ path: "/v1/payments", headers: { "api-key": stolen.key } })).status).toBe(401);
});

test("a user whom others invited stays, without the link and the password that came by the key", async () => {
  const [taken, open, own] = [
    await newUser(shop, shop.apiKey, { role: "owner", name: "Taken" }),
    await newUser(shop, shop.apiKey, { role: "reader", name: "Open" }),
    await newUser(shop, shop.apiKey, { role: "reader", name: "Own" }),
  ];
  const linkTo = (id: string, key = stolen.key) => asKey<{ url: string }>(shop, key, `/users/${id}/invitation`, {});
  const join = async ({ email, name }: typeof taken, link: { url: string }) =>
    cookieOf(
      await consoleCall(shop, { path: "/join", body: { token: tokenOf(link), name, email, password: PASSWORD } }),
    );
  const thief = await join(taken, await linkTo(taken.id));
  const openLink = await linkTo(open.id);
  await linkTo(own.id);
  const recovered = await join(own, await linkTo(own.id, shop.apiKey));
  const shown = await preview();
  expect([shown.users, idsOf(shown.userLinks), shown.left.owners]).toEqual([[], [open.id, taken.id].sort(), 0]);
  expect((await turnpike(revoke(), settings())).stdout).toContain(`turnpike user new-link <user>`);
  await end();
  const statusOf = async (cookie: string) =>
    (await consoleCall(shop, { path: "/session", headers: { cookie } })).status;
  expect([await statusOf(thief), await statusOf(open.cookie), await statusOf(recovered)]).toEqual([401, 200, 200]);
  const signIn = async ({ email }: typeof taken) =>
    (await consoleCall(shop, { path: "/sign-in", body: { email, password: PASSWORD } })).status;
  expect([await signIn(taken), await signIn(open), await signIn(own)]).toEqual([401, 200, 200]);
  expect((await consoleCall(shop, { path: "/invitation", body: { token: tokenOf(openLink) } })).status).toBe(404);
  expect((await preview()).userLinks).toEqual([]);
  const again = await json<{ url: string }>(["user", "new-link", taken.id, "--partner", shop.partnerId], settings());
  expect(await statusOf(await join(taken, again))).toBe(200);
  expect((await preview()).userLinks).toEqual([]);
});

test("a till of others stays, without the device and the code that came by the key", async () => {
  const ours = await makeWith(shop, shop.apiKey);
  const till = ours.ids.till ?? "";
  const { code } = await asKey<{ code: string }>(shop, stolen.key, `/tills/${till}/pairing`, {});
  const device = cookieOf(await consoleCall(shop, { path: "/pair", body: { code } }));
  const { code: next } = await asKey<{ code: string }>(shop, stolen.key, `/tills/${till}/pairing`, {});
  expect(idsOf((await preview()).pairings)).toEqual([till]);
  await end();
  expect((await consoleCall(shop, { path: "/session", headers: { cookie: device } })).status).toBe(401);
  expect((await consoleCall(shop, { path: "/pair", body: { code: next } })).status).toBe(404);
  const listed = (await shop.store.tills.list({ partnerId: shop.partnerId, merchantIds: null })).find(
    ({ id }) => id === till,
  );
  expect(listed?.revokedAt).toBeNull();
});

test("a request for a destination by a user whom the key made is withdrawn", async () => {
  const { user } = await makeWith(shop, stolen.key);
  await newUser(shop, shop.apiKey, { role: "owner", name: "Bob" });
  await shop.store.secondPerson.set(shop.partnerId, true);
  const [first] = await destinationsOf(shop);
  const change = { type: "change", settlementId: first?.id, destination: elsewhere(shop) };
  expect((await ask(user, shop.merchantId, change)).status).toBe(201);
  expect((await preview()).changeRequests).toHaveLength(1);
  await end();
  const [request] = await shop.sql<{ status: string }>("select status from change_requests where partner_id = $1", [
    shop.partnerId,
  ]);
  expect(request?.status).toBe("withdrawn");
  expect((await linesOf("change_withdrawn")).map(({ actor }) => actor)).toEqual(["operator"]);
});

test("the last owner ends if the key made it, and the preview says that none is left; other changes are named", async () => {
  await makeWith(shop, stolen.key);
  const call = {
    path: `/v1/merchants/${shop.merchantId}`,
    method: "PATCH",
    headers: { "api-key": stolen.key },
  } as const;
  expect((await shop.call({ ...call, body: { merchantName: "Renamed" } })).status).toBe(200);
  const { stdout } = await turnpike(revoke(), settings());
  expect(stdout).toContain(`WARNING: ${shop.partnerId} has no other owner. Invite one: turnpike user invite`);
  expect(stdout).toContain("It also changed what others made, which stays: 1 merchant_changed");
  expect(stdout).not.toContain("no other key");
  const { ended } = await json<{ ended: Shown }>(revoke("--yes"), settings());
  expect([ended.users.length, ended.left]).toEqual([3, { owners: 0, keys: 1 }]);
});

test("revoking the only key warns that no other is left", async () => {
  for (const { id } of await shop.store.keys.list(shop.partnerId)) {
    if (id !== stolen.id) await shop.store.keys.revoke(id, ON_COMMAND_LINE);
  }
  const { stdout } = await turnpike(revoke("--yes"), settings());
  expect(stdout).toContain(`WARNING: ${shop.partnerId} has no other key of the role partner`);
});

test.each([
  ["an unknown key", ["key", "revoke", "key_0", "--with-everything-it-made"], "there is no key key_0"],
  [
    "an unknown key with --yes",
    ["key", "revoke", "key_0", "--with-everything-it-made", "--yes"],
    "there is no key key_0",
  ],
  ["--yes alone", ["key", "revoke", "key_0", "--yes"], "--since and --yes are for --with-everything-it-made only"],
  ["a time that is none", ["key", "revoke", "key_0", "--since", "x"], "must be a time in ISO 8601"],
])("%s is refused with an explanation", async (_, args, words) => {
  const { code, stderr } = await turnpike(args, settings());
  expect([code, stderr.includes(words)]).toEqual([1, true]);
});
