// People who may not ask, decide or go around the second person, and requests that come too late.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import type { AuditLog } from "../../../../src/contract/console/audit.ts";
import { ON_COMMAND_LINE } from "../../../../src/merchant/audit.ts";
import { USER_ROLES, type UserRole } from "../../../../src/merchant/user.ts";
import { asPartner } from "../../../harness/server/as-partner.ts";
import { type SignedIn, signIn } from "../../../harness/server/console.ts";
import type { TestServer } from "../../../harness/server/server.ts";
import { invite, PASSWORD, type TestUser, tokenOf } from "../../../harness/server/users.ts";
import { sharedServerForFile, type WireBody } from "../../setup.ts";
import {
  ask,
  askToMove,
  decide,
  destinationsOf,
  elsewhere,
  type Firm,
  newFirm,
  newPerson,
  outcomeOf,
  require,
} from "./people.ts";

const server = sharedServerForFile();

const REQUIRED = [403, "second_person_required"];

test("no key and no session changes a destination directly", async () => {
  const firm = await newFirm(server());
  const before = await destinationsOf(firm.server);
  const [first, second] = before;
  const crypto = `/v1/merchants/${firm.server.merchantId}/settlements/crypto`;
  const calls = [
    {
      method: "POST",
      path: crypto,
      body: { settlements: [{ asset: second?.asset, destination: elsewhere(server()) }] },
    },
    { method: "PUT", path: `${crypto}/${first?.id}`, body: { destination: elsewhere(server()) } },
    { method: "DELETE", path: `${crypto}/${first?.id}` },
    { method: "DELETE", path: `/v1/merchants/${firm.server.merchantId}` },
  ] as const;
  const keySession = await signIn(firm.server);
  for (const call of calls) {
    const headers = { "idempotency-key": call.method };
    expect(outcomeOf(await firm.server.call<WireBody>({ ...call, headers }))).toEqual(REQUIRED);
    const again = { ...headers, "api-key": firm.server.apiKey };
    expect(outcomeOf(await keySession.call<WireBody>({ ...call, headers: again }))).toEqual(REQUIRED);
    await firm.ada.confirm();
    expect(outcomeOf(await firm.ada.call<WireBody>({ ...call, headers }))).toEqual(REQUIRED);
  }
  expect(await destinationsOf(firm.server)).toEqual(before);
  expect((await firm.server.call({ path: `/v1/merchants/${firm.server.merchantId}` })).status).toBe(200);
});

const mayDecide: Readonly<Record<UserRole, boolean>> = { owner: true, manager: true, cashier: false, reader: false };

test.each(USER_ROLES)("a %s asks, approves, rejects and withdraws as its role says", async (role) => {
  const firm = await newFirm(server());
  await firm.server.store.secondPerson.set(firm.server.partnerId, false);
  const user = await newPerson(firm.server, { role });
  await firm.server.store.secondPerson.set(firm.server.partnerId, true);
  const [first] = await destinationsOf(firm.server);
  const change = { type: "change", settlementId: first?.id, destination: elsewhere(server(), "bEEF") };
  expect((await ask(user, firm.server.merchantId, change)).status).toBe(mayDecide[role] ? 201 : 403);
  expect((await decide(user, await askToMove(firm), "reject")).status).toBe(mayDecide[role] ? 200 : 403);
  expect((await decide(user, await askToMove(firm), "approve")).status).toBe(mayDecide[role] ? 200 : 403);
  expect(outcomeOf(await decide(user, await askToMove(firm), "withdraw"))).toEqual([403, "forbidden"]);
});

test("a key's session asks for nothing and decides nothing", async () => {
  const firm = await newFirm(server());
  const id = await askToMove(firm);
  const session = await signIn(firm.server);
  const headers = { "api-key": firm.server.apiKey };
  for (const path of [`/change-requests/${id}/approve`, `/change-requests/${id}/reject`, "/change-requests"]) {
    expect(outcomeOf(await session.call<WireBody>({ path, headers, body: {} }))).toEqual([403, "forbidden"]);
  }
  const off = { method: "PUT", path: "/second-person", headers, body: { isRequired: false } } as const;
  expect(outcomeOf(await session.call<WireBody>(off))).toEqual([403, "forbidden"]);
});

test("test mode requires no second person: a live partner's people could not ask for a change there", async () => {
  const { partnerId } = await server().newOwner();
  const twin = asPartner(server() as TestServer, await server().newTestOwner(partnerId));
  const owner = await newPerson(twin, { role: "owner" });
  await newPerson(twin, { role: "manager" });
  const { status, body } = await require(owner, true);
  expect([status, body.code, body.message]).toEqual([400, "invalid_state", "Require a second person in live mode"]);
});

test("no user may decide their own request, or approve without the password", async () => {
  const firm = await newFirm(server());
  const id = await askToMove(firm);
  expect(outcomeOf(await decide(firm.ada, id, "approve"))).toEqual([403, "forbidden"]);
  const { status, body } = await firm.bob.call<WireBody>({ path: `/change-requests/${id}/approve`, body: {} });
  expect([status, body.message]).toEqual([403, "Confirm that it is you, then try again"]);
});

test("a manager of other merchants and another partner's owner do not find the request", async () => {
  const firm = await newFirm(server(), false);
  const other = await firm.server.call<WireBody>({
    path: "/v1/merchants",
    headers: { "idempotency-key": "other" },
    body: { merchantName: "Other", merchantEmail: "o@example.com" },
  });
  const limited = { role: "manager", merchantIds: [other.body.merchant.id] } as const;
  const carol = await newPerson(firm.server, limited);
  await require(firm.ada, true);
  const { ada: stranger } = await newFirm(server());
  const id = await askToMove(firm);
  const { requestId } = (await require(firm.ada, false)).body;
  for (const user of [carol, stranger]) {
    expect(outcomeOf(await decide(user, id, "approve"))).toEqual([404, "not_found"]);
    expect(outcomeOf(await decide(user, requestId ?? "", "approve"))).toEqual([404, "not_found"]);
    expect((await user.call<{ requests: unknown[] }>({ path: "/change-requests" })).body.requests).toEqual([]);
    const change = { type: "remove", settlementId: (await destinationsOf(firm.server))[0]?.id };
    expect(outcomeOf(await ask(user, firm.server.merchantId, change))).toEqual([404, "not_found"]);
  }
});

const asRole = async (firm: Firm, user: TestUser, role: UserRole): Promise<void> => {
  await firm.ada.confirm();
  const { status } = await firm.ada.call({ method: "PATCH", path: `/users/${user.id}`, body: { role } });
  expect(status).toBe(200);
};

test("a user whose rights were taken away approves nothing, and what they asked for is outdated", async () => {
  const firm = await newFirm(server());
  const before = await destinationsOf(firm.server);
  const id = await askToMove(firm);
  const change = { type: "remove", settlementId: before[0]?.id };
  const bobs = await ask(firm.bob, firm.server.merchantId, change);
  await asRole(firm, firm.bob, "reader");
  expect(outcomeOf(await decide(firm.bob, id, "approve"))).toEqual([403, "forbidden"]);
  expect(outcomeOf(await decide(firm.ada, bobs.body.id, "approve"))).toEqual([409, "request_closed"]);
  expect(await destinationsOf(firm.server)).toEqual(before);
});

test("a request is outdated if the destination changed since it was asked for, or its merchant is gone", async () => {
  const firm = await newFirm(server());
  const [one, two] = [await askToMove(firm), await askToMove(firm, elsewhere(server(), "bEEF"))];
  expect((await decide(firm.bob, two, "approve")).status).toBe(200);
  const answer = await decide(firm.bob, one, "approve");
  expect([answer.status, answer.body.code, answer.body.message]).toEqual([
    409,
    "request_closed",
    "What this changes is no longer as it was when this was asked for: nothing was changed",
  ]);
  const three = await askToMove(firm);
  const deletion = await ask(firm.ada, firm.server.merchantId, { type: "delete_merchant" });
  expect((await decide(firm.bob, deletion.body.id, "approve")).status).toBe(200);
  expect(outcomeOf(await decide(firm.bob, three, "approve"))).toEqual([409, "request_closed"]);
  expect((await destinationsOf(firm.server))[0]?.destination).toBe(elsewhere(server(), "bEEF"));
});

test("a request and a direct change accept and refuse the same destinations", async () => {
  const [direct, firm] = [await newFirm(server(), false), await newFirm(server())];
  const { caip2 } = server();
  const asset = `${caip2}/erc20:${elsewhere(server()).split(":")[2]}`;
  const pairs = [
    { asset, destination: elsewhere(server(), "bEEF") },
    { asset: "eip155:999999/slip44:60", destination: elsewhere({ caip2: "eip155:999999" }) },
    { asset, destination: elsewhere({ caip2: "eip155:999999" }) },
    { asset, destination: elsewhere(server()) },
    { asset, destination: `${caip2}:0x${"0".repeat(40)}` },
  ];
  const path = `/v1/merchants/${direct.server.merchantId}/settlements/crypto`;
  for (const [index, pair] of pairs.entries()) {
    const settlements = [pair];
    const headers = { "idempotency-key": `${index}` };
    const made = await direct.server.call<WireBody>({ path, headers, body: { settlements } });
    const asked = await ask(firm.ada, firm.server.merchantId, { type: "add", settlements });
    expect([asked.status, asked.body.message], pair.destination).toEqual([made.status, made.body.message]);
    expect(made.status).toBe(index < 2 ? 201 : 400);
    if (made.status === 201) expect((await decide(firm.bob, asked.body.id, "approve")).status).toBe(200);
  }
  expect(await destinationsOf(firm.server)).toContainEqual(expect.objectContaining(pairs[0]));
});

test("the same token twice, in upper or lower case, is refused on request, and outdated on approval", async () => {
  const firm = await newFirm(server());
  const { merchantId, partnerId } = firm.server;
  const [first] = await destinationsOf(firm.server);
  const { body: removal } = await ask(firm.ada, merchantId, { type: "remove", settlementId: first?.id });
  await decide(firm.bob, removal.id, "approve");
  const before = await destinationsOf(firm.server);
  const [namespace, hex = ""] = first?.asset.split(":0x") ?? [];
  const destination = elsewhere(server());
  for (const again of [first?.asset, `${namespace}:0x${hex.toLowerCase()}`]) {
    const settlements = [first?.asset, again].map((asset) => ({ asset, destination }));
    const answer = await ask(firm.ada, merchantId, { type: "add", settlements });
    expect(outcomeOf(answer)).toEqual([409, "settlement_asset_conflict"]);
  }
  const id = await askToMove(firm);
  const twice = [first?.asset, first?.asset].map((asset) => ({ asset, destination }));
  await server().sql("update change_requests set change = $2 where id = $1 and partner_id = $3", [
    id,
    { type: "add", settlements: twice },
    partnerId,
  ]);
  expect(outcomeOf(await decide(firm.bob, id, "approve"))).toEqual([409, "request_closed"]);
  expect(await destinationsOf(firm.server)).toEqual(before);
});

test("an expired request can no longer be approved", async () => {
  const firm = await newFirm(server());
  const id = await askToMove(firm);
  await server().sql("update change_requests set expires_at = now() - interval '1 second' where id = $1", [id]);
  const answer = await decide(firm.bob, id, "approve");
  expect([answer.status, answer.body.message]).toEqual([409, "This has expired: ask for it again"]);
});

test("one person cannot become two: invitations, promotions and new links wait for the operator", async () => {
  const firm = await newFirm(server());
  const cashier = await newPerson(firm.server, { role: "cashier" });
  const keySession = await signIn(firm.server);
  const attempts = [
    { path: "/users", body: { name: "Eve", role: "owner" } },
    { path: "/users", body: { name: "Eve", role: "manager" } },
    { method: "PATCH", path: `/users/${cashier.id}`, body: { role: "manager" } },
    { path: `/users/${firm.bob.id}/invitation`, body: {} },
  ] as const;
  for (const attempt of attempts) {
    await firm.ada.confirm();
    expect(outcomeOf(await firm.ada.call<WireBody>(attempt))).toEqual(REQUIRED);
    const headers = { "api-key": firm.server.apiKey };
    expect(outcomeOf(await keySession.call<WireBody>({ ...attempt, headers }))).toEqual(REQUIRED);
  }
  await firm.ada.confirm();
  expect((await firm.ada.call({ path: `/users/${cashier.id}/invitation`, body: {} })).status).toBe(201);
});

test("an invitation made before is void once a second person is required", async () => {
  const firm = await newFirm(server(), false);
  const invitation = await invite(firm.server, firm.server.apiKey, { role: "owner" });
  const forgotten = await invite(firm.server, firm.server.apiKey, { role: "owner", name: "Nobody" });
  await firm.server.sql("update users set invite_expires_at = now() - interval '1 year' where id = $1", [forgotten.id]);
  await require(firm.ada, true);
  const body = { token: tokenOf(invitation), name: "Eve", email: `${firm.ada.id}@example.com`, password: PASSWORD };
  const joined = await (firm.ada as SignedIn).call({ path: "/join", body });
  expect(joined.status).toBe(404);
  const { entries } = (await firm.ada.call<AuditLog>({ path: "/audit?limit=5" })).body;
  const ended = entries.filter(({ action }) => action === "sessions_ended");
  expect(ended.map(({ subject, actor, data }) => [subject.id, actor.userId, data.after])).toEqual([
    [invitation.id, firm.ada.id, { links: 1 }],
  ]);
});

test("requiring it again leaves the operator's invitations", async () => {
  const firm = await newFirm(server());
  const { partnerId, store } = firm.server;
  const inviteHash = randomBytes(32);
  const carol = { partnerId, role: "manager", merchantIds: null, name: "Carol", inviteHash } as const;
  await store.users.invite(carol, ON_COMMAND_LINE);
  expect((await require(firm.ada, true)).status).toBe(200);
  expect(await store.users.findInvitation(inviteHash)).toMatchObject({ name: "Carol" });
});
