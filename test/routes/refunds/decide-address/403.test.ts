// Where a second person is required, an address goes through once two people stand behind it.
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

/** Two people, one after the other: neither is enough alone. */
async function expectTwoAccept(refundId: string, account: string, by: "buyer" | "merchant"): Promise<void> {
  const byKey = await atRefund(shop, refundId, "accept", { account });
  const first = await decidedBy(ada, refundId, "accept", account);
  expect([first.status, first.body]).toMatchObject([
    200,
    { status: "requires_address", claim: { account, by, acceptedBy: ada.id } },
  ]);
  expect(first.body.to).toBeUndefined();
  const again = await decidedBy(ada, refundId, "accept", account);
  const byKeyThen = await atRefund(shop, refundId, "accept", { account });
  for (const { status, body } of [byKey, again, byKeyThen]) expect([status, body.code]).toEqual(FORBIDDEN);
  const second = await decidedBy(grace, refundId, "accept", account);
  expect([second.status, second.body]).toMatchObject([200, { status: "requires_action", to: account }]);
  expect(second.body.claim).toBeUndefined();
  const lines = await shop.sql(
    "select actor, after from audit_log where subject_id = $1 and action = 'refund_address_accepted' order by id",
    [refundId],
  );
  const destination = account.split(":").at(-1);
  expect(lines.slice(-2)).toEqual([
    { actor: ada.id, after: { destination, status: "requires_address" } },
    { actor: grace.id, after: { destination } },
  ]);
}

test("a `to` that a key asked for: its maker may accept it, so two people do; no other key does", async () => {
  const { paymentId } = await givenPaid(shop);
  const { account } = await shop.newBuyer(0n);
  const { refundId } = await requestedBy(shop, { paymentId, to: account });
  await expectTwoAccept(refundId, account, "merchant");
});

test("a `to` that a key asked for: a key may reject it", async () => {
  const { paymentId } = await givenPaid(shop);
  const { account } = await shop.newBuyer(0n);
  const { refundId } = await requestedBy(shop, { paymentId, to: account });
  const key = { "api-key": await createKeyFor(shop, "partner") };
  const rejected = await atRefund(shop, refundId, "reject", { account }, key);
  expect([rejected.status, rejected.body.claim]).toEqual([200, undefined]);
});

const claimed = (paymentId: string, account: string) =>
  gateway(shop, paymentId, "/refund-address", { body: { account } });

/** A refund without an address, as of a deposit, and the buyer's account, which is named on the payment's page. */
async function givenBuyersClaim(requester: Pick<TestUser, "call">) {
  const { paymentId } = await givenPaid(shop);
  const { account } = await shop.newBuyer(0n);
  const { refundId } = await requestedBy(requester, { paymentId, reason: "Returned" });
  await shop.sql("update refunds set status = 'requires_address', destination = null where id = $1", [refundId]);
  expect((await claimed(paymentId, account)).status).toBe(200);
  return { paymentId, refundId, account };
}

test.each(["a person", "a key"])("a buyer's address, after %s asked: who accepts it may have named it", async (who) => {
  const { refundId, account } = await givenBuyersClaim(who === "a key" ? shop : ada);
  await expectTwoAccept(refundId, account, "buyer");
});

test("a buyer's address that is rejected after the first person: the buyer names another, for two again", async () => {
  const { paymentId, refundId, account } = await givenBuyersClaim(shop);
  expect((await decidedBy(grace, refundId, "accept", account)).status).toBe(200);
  const rejected = await decidedBy(ada, refundId, "reject", account);
  expect([rejected.status, rejected.body.status, rejected.body.claim]).toEqual([200, "requires_address", undefined]);
  expect(await shop.sql("select is_rejected from refunds where id = $1", [refundId])).toEqual([{ is_rejected: true }]);
  const { account: other } = await shop.newBuyer(0n);
  expect((await claimed(paymentId, other)).status).toBe(200);
  await expectTwoAccept(refundId, other, "buyer");
});

test("two people accept at once as the first: one is, and the other accepts again", async () => {
  const { refundId, account } = await givenBuyersClaim(shop);
  const answers = await Promise.all([ada, grace].map((user) => decidedBy(user, refundId, "accept", account)));
  const accepted = answers.filter(({ status }) => status === 200);
  expect(accepted.length).toBeGreaterThan(0);
  expect(await shop.sql("select status from refunds where id = $1", [refundId])).toEqual([
    { status: accepted.length === 2 ? "requires_action" : "requires_address" },
  ]);
});
