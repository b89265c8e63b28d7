// Where a second person is required, a person accepts an address that somebody else named or asked for.
import { beforeEach, expect, test } from "vitest";
import { signIn } from "../../../harness/server/console.ts";
import { newUser, type TestUser } from "../../../harness/server/users.ts";
import { gateway } from "../../given.ts";
import { createKeyFor, type RouteServer, sharedServerForFile, type WireBody } from "../../setup.ts";
import { atRefund, givenPaid, type ShownRefund } from "../given-refunds.ts";

const server = sharedServerForFile();
let shop: RouteServer;
let ada: TestUser;
let grace: TestUser;
beforeEach(async () => {
  shop = (await server().asNewOwner()).at(server().baseUrl) as RouteServer;
  ada = await newUser(shop, shop.apiKey, { role: "manager", name: "Ada" });
  grace = await newUser(shop, shop.apiKey, { role: "owner", name: "Grace" });
  await shop.store.secondPerson.set(shop.partnerId, true);
});

const decidedBy = (user: Pick<TestUser, "call">, refundId: string, action: string, account: string) =>
  user.call<WireBody & ShownRefund>({ path: `/v1/refunds/${refundId}/${action}`, body: { account } });

async function requestedBy(user: Pick<TestUser, "call">, body: object): Promise<ShownRefund> {
  const answer = await user.call<ShownRefund>({ path: "/v1/refunds", body });
  expect(answer.status).toBe(201);
  return answer.body;
}

const FORBIDDEN = [403, "forbidden"];

test("a `to`: neither its requester nor a key, nor a key's session, accepts it; another person does", async () => {
  const { paymentId } = await givenPaid(shop);
  const { account } = await shop.newBuyer(0n);
  const { refundId, claim } = await requestedBy(ada, { paymentId, to: account });
  expect(claim).toMatchObject({ account, by: "merchant" });
  const byKey = await atRefund(
    shop,
    refundId,
    "accept",
    { account },
    { "api-key": await createKeyFor(shop, "partner") },
  );
  const session = await signIn(shop, await createKeyFor(shop, "partner"));
  const bySession = await decidedBy(session, refundId, "accept", account);
  const own = await decidedBy(ada, refundId, "accept", account);
  for (const { status, body } of [byKey, bySession, own]) expect([status, body.code]).toEqual(FORBIDDEN);
  const accepted = await decidedBy(grace, refundId, "accept", account);
  expect([accepted.status, accepted.body]).toMatchObject([200, { status: "requires_action", to: account }]);
});

test("a `to` that a key asked for: no other key accepts it, and a key may reject it", async () => {
  const { paymentId } = await givenPaid(shop);
  const { account } = await shop.newBuyer(0n);
  const { body } = await shop.call<ShownRefund>({ path: "/v1/refunds", body: { paymentId, to: account } });
  const key = { "api-key": await createKeyFor(shop, "partner") };
  const accepted = await atRefund(shop, body.refundId, "accept", { account }, key);
  expect([accepted.status, accepted.body.code]).toEqual(FORBIDDEN);
  const rejected = await atRefund(shop, body.refundId, "reject", { account }, key);
  expect([rejected.status, rejected.body.claim]).toEqual([200, undefined]);
});

test("a buyer's address: the refund's requester may have named it, so another person accepts it", async () => {
  const { paymentId } = await givenPaid(shop);
  const { account } = await shop.newBuyer(0n);
  const { refundId } = await requestedBy(ada, { paymentId, reason: "Returned" });
  await shop.sql("update refunds set status = 'requires_address', destination = null where id = $1", [refundId]);
  expect((await gateway(shop, paymentId, "/refund-address", { body: { account } })).status).toBe(200);
  const byKey = await atRefund(shop, refundId, "accept", { account });
  const own = await decidedBy(ada, refundId, "accept", account);
  for (const { status, body } of [byKey, own]) expect([status, body.code]).toEqual(FORBIDDEN);
  expect((await decidedBy(grace, refundId, "accept", account)).status).toBe(200);
});
