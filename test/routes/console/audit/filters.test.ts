// The audit log by kind, action, actor, time and text, and page by page where matches are rare.
import { expect, test } from "vitest";
import type { AuditLog } from "../../../../src/contract/console/audit.ts";
import { actionsOf } from "../../../../src/merchant/audit.ts";
import { testTwinOf } from "../../../../src/merchant/mode.ts";
import { asPartner } from "../../../harness/server/as-partner.ts";
import { type SignedIn, signIn } from "../../../harness/server/console.ts";
import { newUser } from "../../../harness/server/users.ts";
import { type RouteServer, sharedServerForFile } from "../../setup.ts";
import { keyIdOf } from "../keys/keys.ts";

const server = sharedServerForFile();

interface Office {
  readonly owner: RouteServer;
  readonly session: SignedIn;
  readonly ada: SignedIn & { readonly id: string };
}

/** A partner whose key renames a merchant, and whose owner Ada makes a till and revokes it. */
async function newOffice(): Promise<Office> {
  const owner = asPartner(server() as never, await server().newOwner());
  const session = await signIn(owner);
  const path = `/v1/merchants/${owner.merchantId}`;
  await owner.call({ method: "PATCH", path, body: { merchantName: "Café Zentral" } });
  const ada = await newUser(owner, owner.apiKey, { role: "owner", name: "Ada Owner" });
  await ada.confirm();
  const body = { name: "Lost till", merchantId: owner.merchantId };
  const { body: till } = await ada.call<{ id: string }>({ path: "/tills", body });
  await ada.call({ method: "DELETE", path: `/tills/${till.id}` });
  return { owner: owner as never, session, ada };
}

async function find({ session }: Office, query: string): Promise<string[]> {
  const { status, body } = await session.call<AuditLog>({ path: `/audit?${query}` });
  expect([status, body.nextCursor]).toEqual([200, null]);
  return body.entries.map(({ action }) => action);
}

test("by kind and action; both must fit", async () => {
  const office = await newOffice();
  expect(await find(office, "kind=tills")).toEqual(["till_revoked", "till_created"]);
  expect(await find(office, "kind=tills&kind=merchants")).toEqual([
    "till_revoked",
    "till_created",
    "merchant_changed",
    "merchant_created",
  ]);
  expect(await find(office, "kind=sign_ins")).toEqual(Array(3).fill("signed_in"));
  expect(await find(office, "action=till_created")).toEqual(["till_created"]);
  expect(await find(office, "kind=merchants&action=till_created")).toEqual([]);
});

test("by actor: a person, a key, and the operator", async () => {
  const office = await newOffice();
  const ofAda = await find(office, `actor=${office.ada.id}`);
  expect(ofAda.slice(0, 2)).toEqual(["till_revoked", "till_created"]);
  expect(ofAda).not.toContain("merchant_changed");
  expect(await find(office, `actor=${await keyIdOf(office.session)}`)).toContain("merchant_changed");
  await office.owner.store.merchants.setStatus(office.owner.merchantId, "suspended");
  expect(await find(office, "actor=operator")).toContain("merchant_status_changed");
  expect(await find(office, "actor=usr_unknown")).toEqual([]);
});

test("by time: from the first moment on, and before the second", async () => {
  const office = await newOffice();
  const { body } = await office.session.call<AuditLog>({ path: "/audit?kind=tills" });
  const [revoked, created] = body.entries.map(({ at }) => at);
  expect(await find(office, `kind=tills&startTs=${revoked}`)).toEqual(["till_revoked"]);
  expect(await find(office, `kind=tills&startTs=${created}&endTs=${revoked}`)).toEqual(["till_created"]);
});

test.each([
  ["a till's name", "lost TILL", ["till_revoked", "till_created"]],
  ["a changed value", "zentral", ["till_revoked", "till_created", "merchant_changed", "merchant_created"]],
  ["an action", "till_rev", ["till_revoked"]],
  ["nothing of it", "100%_", []],
])("by text: %s", async (_, text, actions) => {
  const found = await find(await newOffice(), `kind=tills&kind=merchants&text=${encodeURIComponent(text)}`);
  expect(found).toEqual(actions);
});

test("by text: the name of who did it", async () => {
  expect(await find(await newOffice(), "text=ada%20owner&kind=tills")).toEqual(["till_revoked", "till_created"]);
});

test("by text: a letter that the database and Node turn small in different ways", async () => {
  const office = await newOffice();
  const path = `/v1/merchants/${office.owner.merchantId}`;
  await office.owner.call({ method: "PATCH", path, body: { merchantName: "İstanbul" } });
  expect(await find(office, `kind=merchants&action=merchant_changed&text=${encodeURIComponent("İSTANBUL")}`)).toEqual([
    "merchant_changed",
    "merchant_changed",
  ]);
});

test("in test mode, people whom an entry is about have their names", async () => {
  const { owner, ada } = await newOffice();
  await server().sql(
    `insert into audit_log (partner_id, actor, via, action, subject_type, subject_id)
     values ($1, 'operator', 'cli', 'user_changed', 'user', $2)`,
    [testTwinOf(owner.partnerId), ada.id],
  );
  const inTest = { headers: { "turnpike-mode": "test" } };
  for (const query of ["kind=people", "text=ada%20owner"]) {
    const { body } = await ada.call<AuditLog>({ path: `/audit?${query}`, ...inTest });
    expect(body.entries).toMatchObject([{ action: "user_changed", names: { [ada.id]: "Ada Owner" } }]);
  }
});

test.each([
  "kind=others",
  "action=x",
  "actor=",
  "text=",
  "startTs=yesterday",
  "endTs=2026-01-01T00:00:00Z%5BUTC%5D",
  "level=1",
])("%s is refused", async (query) => {
  const session = await signIn(server());
  for (const path of ["/audit", "/audit.csv"]) {
    const { status, body } = await session.call<{ code: string }>({ path: `${path}?${query}` });
    expect([path, status, body.code]).toEqual([path, 400, "params_validation"]);
  }
});

/** More entries than one page is searched in. */
const MANY = 20_001;

test("a rare match is found page by page; the pages in between are empty", async () => {
  const office = await newOffice();
  const { partnerId } = office.owner;
  await server().sql(
    `insert into audit_log (partner_id, actor, via, action, subject_type, subject_id)
     select $1, 'operator', 'cli', 'signed_in', 'key', 'key_' || n from generate_series(1, ${MANY}) n`,
    [partnerId],
  );
  const first = await office.session.call<AuditLog>({ path: "/audit?kind=tills&limit=1" });
  expect(first.body.entries).toEqual([]);
  const pages: string[] = [];
  for (let cursor = first.body.nextCursor; cursor !== null; ) {
    const { body } = await office.session.call<AuditLog>({
      path: `/audit?kind=tills&limit=1&cursor=${encodeURIComponent(cursor)}`,
    });
    pages.push(body.entries.map(({ action }) => action).join());
    cursor = body.nextCursor;
  }
  expect(pages).toEqual(["till_revoked", "till_created"]);
  const filter = { partnerId, merchantIds: null, actions: actionsOf(["tills"], []), actor: null, text: null };
  const hasMoreThan = (count: number, text: string | null = null) =>
    office.owner.store.audit.hasMoreThan({ ...filter, text, startMs: null, endMs: null }, count);
  expect([await hasMoreThan(1), await hasMoreThan(2)]).toEqual([true, false]);
  expect([await hasMoreThan(0, "till_revoked"), await hasMoreThan(1, "till_revoked")]).toEqual([true, false]);
  const other = await office.session.call<{ code: string }>({
    path: `/audit?kind=merchants&cursor=${encodeURIComponent(first.body.nextCursor ?? "")}`,
  });
  expect([other.status, other.body.code]).toEqual([400, "invalid_params"]);
});
