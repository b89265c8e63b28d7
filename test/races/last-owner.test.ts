// A partner never loses its last owner: not by a removal, a demotion or a limit, and not by two of them at once.
import { beforeEach, expect, test } from "vitest";
import { newUser, type TestUser } from "../harness/server/users.ts";
import { type RouteServer, sharedServerForFile } from "../routes/setup.ts";

const server = sharedServerForFile();
let shop: RouteServer;
beforeEach(async () => {
  shop = (await server().asNewOwner()).at(server().baseUrl);
});
const newOwner = () => newUser(shop, shop.apiKey, { role: "owner" });
const owners = async (): Promise<number> => {
  const text = `select count(*)::int as count from users
                 where partner_id = $1 and role = 'owner' and merchant_ids is null and removed_at is null`;
  return (await shop.sql<{ count: number }>(text, [shop.partnerId]))[0]?.count ?? Number.NaN;
};
const remove = (by: TestUser, { id }: TestUser) => by.call({ method: "DELETE", path: `/users/${id}` });
const change = (by: TestUser, { id }: TestUser, body: object) =>
  by.call({ method: "PATCH", path: `/users/${id}`, body });

test("the last owner is never removed, demoted or limited; an invitation is no owner yet", async () => {
  const owner = await newOwner();
  await owner.confirm();
  const invited = await owner.call({ path: "/users", body: { name: "Next", role: "owner" } });
  expect(invited.status).toBe(201);
  const limit = { role: "owner", merchantIds: [shop.merchantId] };
  for (const attempt of [
    () => remove(owner, owner),
    () => change(owner, owner, { role: "reader" }),
    () => change(owner, owner, limit),
  ]) {
    await owner.confirm();
    expect(await attempt()).toMatchObject({ status: 400, body: { code: "invalid_state" } });
  }
  const place = { partnerId: shop.partnerId, userId: owner.id, managed: ["owner"] as const };
  const operator = { actor: "operator", via: "cli" } as const;
  expect(await shop.store.users.remove(place, operator)).toBe("is_last");
  expect(await shop.store.users.change(place, { role: "manager", merchantIds: null }, operator)).toBe("is_last");
  const other = await newOwner();
  await owner.confirm();
  expect((await remove(owner, owner)).status).toBe(200);
  expect((await other.call({ path: "/session" })).status).toBe(200);
});

test.each([
  ["remove", remove],
  ["demote", (by: TestUser, whom: TestUser) => change(by, whom, { role: "reader" })],
])("of two owners who %s each other at once, one stays", async (_, act) => {
  for (let round = 0; round < 3; round++) {
    const [one, two] = [await newOwner(), await newOwner()];
    await shop.sql("update users set role = 'reader' where partner_id = $1 and not id = any($2)", [
      shop.partnerId,
      [one.id, two.id],
    ]);
    await Promise.all([one.confirm(), two.confirm()]);
    const statuses = (await Promise.all([act(one, two), act(two, one)])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await owners()).toBe(1);
  }
});

test("of three owners, the second of two who remove each other at once stays removed and removes no one", async () => {
  const [one, two] = [await newOwner(), await newOwner(), await newOwner()];
  await Promise.all([one.confirm(), two.confirm()]);
  const statuses = (await Promise.all([remove(one, two), remove(two, one)])).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(await owners()).toBe(2);
});
