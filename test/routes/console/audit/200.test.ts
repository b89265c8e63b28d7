// The audit log: who did what, through which channel, with the old and the new value.
import { expect, test } from "vitest";
import type { AuditLog } from "../../../../src/contract/console/audit.ts";
import { asPartner } from "../../../harness/server/as-partner.ts";
import { type SignedIn, signIn } from "../../../harness/server/console.ts";
import type { TestServer } from "../../../harness/server/server.ts";
import { invite } from "../../../harness/server/users.ts";
import { givenPayment, givenSucceededPayment } from "../../given.ts";
import { sharedServerForFile } from "../../setup.ts";
import { askToMove, decide, newFirm } from "../change-requests/people.ts";
import { keyIdOf } from "../keys/keys.ts";

const server = sharedServerForFile();

const fresh = async (): Promise<TestServer> => asPartner(server(), await server().newOwner());

async function entriesOf(session: SignedIn): Promise<AuditLog["entries"]> {
  const { status, body } = await session.call<AuditLog>({ path: "/audit?limit=200" });
  expect([status, body.nextCursor]).toEqual([200, null]);
  return body.entries;
}

/** The entries since then, oldest first. */
async function doneBy(session: SignedIn, work: () => Promise<unknown>): Promise<AuditLog["entries"]> {
  const before = (await entriesOf(session)).length;
  await work();
  const entries = await entriesOf(session);
  return entries.slice(0, entries.length - before).reverse();
}

const shown = (entries: AuditLog["entries"]) =>
  entries.map(({ action, via, actor, subject, data }) => ({
    done: `${actor.type} ${via} ${action} ${subject.type}`,
    id: subject.id,
    before: data.before,
    after: data.after,
  }));

test("merchants: created with a key, edited in the console, given a status by the operator, deleted", async () => {
  const owner = await fresh();
  const session = await signIn(owner);
  let merchantId = "";
  const entries = await doneBy(session, async () => {
    const made = await owner.call<{ merchant: { id: string } }>({
      path: "/v1/merchants",
      headers: { "idempotency-key": "m" },
      body: { merchantName: "One", merchantEmail: "one@example.com" },
    });
    merchantId = made.body.merchant.id;
    const path = `/v1/merchants/${merchantId}`;
    await session.call({ path, method: "PATCH", body: { merchantName: "Two" } });
    await session.call({ path, method: "PATCH", body: { merchantName: "Two" } });
    await owner.store.merchants.setStatus(merchantId, "suspended");
    const proof = { "api-key": owner.apiKey };
    await session.call({ path, method: "DELETE", headers: proof });
    await session.call({ path, method: "DELETE", headers: proof });
  });
  const [one, two] = ["One", "Two"].map((name) => ({ name, email: "one@example.com", logo: null }));
  expect(shown(entries)).toEqual([
    { done: "key api merchant_created merchant", id: merchantId, before: null, after: one },
    { done: "key console merchant_changed merchant", id: merchantId, before: one, after: two },
    {
      done: "operator cli merchant_status_changed merchant",
      id: merchantId,
      before: { status: "active" },
      after: { status: "suspended" },
    },
    { done: "key console merchant_deleted merchant", id: merchantId, before: two, after: null },
  ]);
  const keyId = await keyIdOf(session);
  const keyPrefix = owner.apiKey.slice(0, "tp_partner_0000".length);
  expect(entries[1]?.actor).toEqual({ type: "key", keyId, keyPrefix, address: "127.0.0.1" });
});

test("destinations, old and new", async () => {
  const owner = await fresh();
  const session = await signIn(owner);
  const [settlement] = await owner.sql<{ id: string; asset: string; destination: string }>(
    "select id, asset, destination from crypto_settlements where merchant_id = $1 order by id",
    [owner.merchantId],
  );
  const after = `${owner.caip2}:0x000000000000000000000000000000000000dEaD`;
  const entries = await doneBy(session, async () => {
    const path = `/v1/merchants/${owner.merchantId}/settlements/crypto/${settlement?.id}`;
    const headers = { "api-key": owner.apiKey };
    await session.call({ path, method: "PUT", headers, body: { destination: after } });
    await session.call({ path, method: "DELETE", headers });
  });
  const facts = (destination: string | undefined) => ({ asset: settlement?.asset, destination });
  expect(shown(entries)).toEqual([
    {
      done: "key console settlement_changed settlement",
      id: settlement?.id,
      before: facts(settlement?.destination),
      after: facts(after),
    },
    { done: "key console settlement_deleted settlement", id: settlement?.id, before: facts(after), after: null },
  ]);
});

test("payments cancelled or marked as refunded by the merchant, but not those cancelled by a buyer", async () => {
  const owner = await fresh();
  const session = await signIn(owner);
  const [mine, buyers, paid] = [
    await givenPayment(owner as never),
    await givenPayment(owner as never),
    await givenSucceededPayment(owner as never),
  ];
  const entries = await doneBy(session, async () => {
    await session.call({ path: `/v1/payments/${mine}/cancel`, body: {} });
    await session.call({ path: `/v1/payments/${mine}/cancel`, body: {} });
    await owner.call({ path: `/v1/gateway/payment/${buyers}/cancel`, headers: { "merchant-id": null }, body: {} });
    await owner.call({ path: "/v1/refunds", body: { paymentId: paid } });
    await owner.call({ path: "/v1/refunds", body: { paymentId: paid } });
  });
  expect(shown(entries)).toEqual([
    { done: "key console payment_cancelled payment", id: mine, before: null, after: null },
    { done: "key api payment_refunded payment", id: paid, before: null, after: {} },
  ]);
});

test("keys and sign-ins, without the key or the session itself", async () => {
  const owner = await fresh();
  const session = await signIn(owner);
  const headers = { "api-key": owner.apiKey };
  let made = { id: "", key: "" };
  let cookie = "";
  const entries = await doneBy(session, async () => {
    made = (await session.call<typeof made>({ path: "/keys", headers, body: { role: "read" } })).body;
    const other = await signIn(owner, made.key);
    cookie = other.cookie.split("=")[1] ?? "-";
    await other.call({ path: "/session", method: "DELETE" });
    await other.call({ path: "/session", method: "DELETE" });
    await session.call({ path: `/keys/${made.id}`, method: "DELETE", headers });
  });
  expect(entries.map(({ action, subject, actor }) => [action, subject.id, actor.keyId])).toEqual([
    ["key_created", made.id, await keyIdOf(session)],
    ["signed_in", made.id, made.id],
    ["signed_out", made.id, made.id],
    ["key_revoked", made.id, await keyIdOf(session)],
  ]);
  const text = JSON.stringify(entries);
  for (const secret of [made.key, owner.apiKey, cookie]) expect(text).not.toContain(secret);
});

test("users are named as long as they exist, also in requests that they made; removing one erases the name", async () => {
  const firm = await newFirm(server());
  const requestId = await askToMove(firm);
  await decide(firm.bob, requestId, "approve");
  const invitation = await invite(firm.server, firm.server.apiKey, { role: "cashier", name: "Carol" });
  const namesOf = async () =>
    (await entriesOf(firm.ada)).map(({ action, subject, names }) => ({ action, id: subject.id, names }));
  expect(await namesOf()).toEqual(
    expect.arrayContaining([
      { action: "user_invited", id: invitation.id, names: { [invitation.id]: "Carol" } },
      { action: "change_approved", id: requestId, names: { [firm.ada.id]: "Ada" } },
    ]),
  );
  await firm.ada.confirm();
  await firm.ada.call({ method: "DELETE", path: `/users/${invitation.id}` });
  expect(JSON.stringify(await entriesOf(firm.ada))).not.toContain("Carol");
  expect(await namesOf()).toContainEqual({ action: "user_invited", id: invitation.id, names: {} });
});

test("pages newest first, without another partner's entries", async () => {
  const owner = await fresh();
  const session = await signIn(owner);
  const all = await entriesOf(session);
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const { body } = await session.call<AuditLog>({ path: `/audit?limit=1${query}` });
    seen.push(...body.entries.map(({ id }) => id));
    cursor = body.nextCursor;
  }
  expect(seen).toEqual(all.map(({ id }) => id));
  const partners = await owner.sql("select distinct partner_id from audit_log where id = any($1)", [seen]);
  expect(partners).toEqual([{ partner_id: owner.partnerId }]);
});

test("a change that is rolled back leaves no entry", async () => {
  const owner = await fresh();
  const session = await signIn(owner);
  const entries = await doneBy(session, () =>
    owner.call({ path: "/v1/refunds", headers: { "idempotency-key": "r" }, body: { paymentId: "pay_unknown" } }),
  );
  expect(entries).toEqual([]);
});
