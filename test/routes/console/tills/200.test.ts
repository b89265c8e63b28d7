// A till: paired by a code, limited to its merchant and its own sales, revoked.
import { beforeAll, expect, test } from "vitest";
import type { AuditLog } from "../../../../src/contract/console/audit.ts";
import type { Session } from "../../../../src/contract/console/records.ts";
import type { PairingCreated, Tills } from "../../../../src/contract/console/tills.ts";
import { consoleCall, cookieOf, type SignedIn, signIn } from "../../../harness/server/console.ts";
import { newUser } from "../../../harness/server/users.ts";
import { sharedServerForFile, type WireBody } from "../../setup.ts";

const server = sharedServerForFile();
let owner: SignedIn;
beforeAll(async () => {
  owner = await signIn(server());
});

interface TillList {
  readonly data: readonly { readonly paymentId: string }[];
  readonly stats: { readonly totalTransactions: number };
}

const asKey = () => ({ "api-key": server().apiKey });

async function newTill(name = "Counter"): Promise<PairingCreated> {
  const body = { name, merchantId: server().merchantId };
  const { body: pairing } = await owner.call<PairingCreated>({ path: "/tills", headers: asKey(), body });
  return pairing;
}

const pair = (code: string) => consoleCall<Session>(server(), { path: "/pair", body: { code } });

async function pairedTill() {
  const { id, code } = await newTill();
  const answer = await pair(code);
  const cookie = cookieOf(answer);
  const call: SignedIn["call"] = (request) =>
    consoleCall(server(), { ...request, headers: { cookie, ...request.headers } });
  const till = answer.body.till?.code ?? "";
  const sell = (referenceId: string) =>
    call<WireBody>({ path: "/v1/payments", body: { amount: { unit: "iso4217/USD", value: "500" }, referenceId } });
  return { id, code: till, call, sell, answer };
}

test("a device is paired once by the code, however it is typed, and stays paired", async () => {
  const { code, url } = await newTill("Bar");
  expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect(new URL(url).hash).toBe(`#${code}`);
  const whose = await consoleCall(server(), { path: "/pairing", body: { code: code.toLowerCase() } });
  expect(whose).toMatchObject({ status: 200, body: { name: "Bar", merchantName: expect.any(String) } });
  const { status, body, headers } = await pair(` ${code.toLowerCase().replaceAll("-", " ")} `);
  expect(status).toBe(200);
  expect(body).toMatchObject({ role: "till", key: null, user: null, till: { name: "Bar" } });
  expect(body.merchantIds).toEqual([server().merchantId]);
  expect(headers.get("set-cookie")).toContain("Max-Age=34560000");
  expect(body.expiresAt - Date.now() / 1_000).toBeGreaterThan(89 * 86_400);
  for (const again of [code, "0000-0000-0000", "x"]) {
    expect((await pair(again)).status).toBe(404);
    expect((await consoleCall(server(), { path: "/pairing", body: { code: again } })).status).toBe(404);
  }
});

test("a till creates, follows, lists and cancels its own sales and reaches no others", async () => {
  const [till, other] = [await pairedTill(), await pairedTill()];
  const sold = await till.sell(`${till.code}-1`);
  expect(sold.status).toBe(201);
  const theirs = await other.sell(`${other.code}-1`);
  const foreign = await till.sell("S-1");
  expect([foreign.status, foreign.body.message]).toEqual([400, `referenceId must begin with ${till.code}-`]);
  const list = await till.call<TillList>({ path: `/v1/payments?referenceId=${till.code}` });
  expect(list.body.data.map(({ paymentId }) => paymentId)).toEqual([sold.body.paymentId]);
  const own = `/v1/payments/${sold.body.paymentId}`;
  const others = `/v1/payments/${theirs.body.paymentId}`;
  expect((await till.call({ path: `${others}/status` })).status).toBe(404);
  expect((await till.call({ path: `${others}/cancel`, body: {} })).status).toBe(404);
  expect((await till.call<WireBody>({ path: `${own}/status` })).body.status).toBe("requires_action");
  const shown = await till.call<{ expiresAt: number }>({ path: own.replace("/v1", "") });
  expect(shown.body.expiresAt).toBe(sold.body.expiresAt);
  expect((await till.call({ path: others.replace("/v1", "") })).status).toBe(404);
  expect((await till.call({ path: `${own}/cancel`, body: {} })).status).toBe(200);
  for (const path of ["/audit", "/users", "/tills", "/find?text=5.00", "/v1/merchants/payments", own, "/changes"]) {
    expect([path, (await till.call({ path })).status]).toEqual([path, 403]);
  }
});

test("a till's list and total have no sale of another till, even if its reference contains the code", async () => {
  const [till, other] = [await pairedTill(), await pairedTill()];
  const own = await till.sell(`${till.code}-1`);
  expect((await other.sell(`${other.code}-${till.code}-1`)).status).toBe(201);
  for (const path of ["/v1/payments", "/v1/payments?startTs=2020-01-01T00:00:00Z"]) {
    const { data, stats } = (await till.call<TillList>({ path })).body;
    expect([path, data.map(({ paymentId }) => paymentId)]).toEqual([path, [own.body.paymentId]]);
    expect(stats).toMatchObject({ totalTransactions: 1 });
  }
});

test("pairing another device ends the first, and revoking ends every use; the log names the till", async () => {
  const { id, call } = await pairedTill();
  const again = await owner.call<PairingCreated>({ path: `/tills/${id}/pairing`, headers: asKey(), body: {} });
  expect((await call({ path: "/session" })).status).toBe(200);
  const second = cookieOf(await pair(again.body.code));
  expect((await call({ path: "/session" })).status).toBe(401);
  const listed = (await owner.call<Tills>({ path: "/tills" })).body.tills.find((till) => till.id === id);
  expect(listed).toMatchObject({ name: "Counter", usedAt: expect.any(String), pairedAt: expect.any(String) });
  expect(listed?.revokedAt).toBeNull();
  expect((await owner.call({ method: "DELETE", path: `/tills/${id}` })).status).toBe(200);
  const after = (await owner.call<Tills>({ path: "/tills" })).body.tills.find((till) => till.id === id);
  expect(after).toMatchObject({ name: "Counter", usedAt: null, revokedAt: expect.any(String) });
  expect((await consoleCall(server(), { path: "/session", headers: { cookie: second } })).status).toBe(401);
  const log = (await owner.call<AuditLog>({ path: "/audit" })).body.entries.filter(({ subject }) => subject.id === id);
  expect(log.map(({ action }) => action)).toEqual([
    "till_revoked",
    "signed_in",
    "till_paired",
    "till_code_created",
    "signed_in",
    "till_paired",
    "till_created",
  ]);
  for (const made of [log[3], log[6]]) expect(made?.actor).toMatchObject({ type: "key", address: "127.0.0.1" });
  expect(log[1]?.actor).toEqual({ type: "till", tillId: id, tillName: "Counter", address: "127.0.0.1" });
});

test("a manager limited to other merchants sees and pairs no till of this one", async () => {
  const { id } = await newTill();
  const other = await server().call<{ merchant: { id: string } }>({
    path: "/v1/merchants",
    headers: { "idempotency-key": "till" },
    body: { merchantName: "Other", merchantEmail: "o@example.com" },
  });
  const merchantIds = [other.body.merchant.id];
  const manager = await newUser(server(), server().apiKey, { role: "manager", merchantIds });
  expect((await manager.call<Tills>({ path: "/tills" })).body.tills).toEqual([]);
  expect((await manager.call({ method: "DELETE", path: `/tills/${id}` })).status).toBe(404);
  await manager.confirm();
  const body = { name: "Mine", merchantId: server().merchantId };
  expect((await manager.call({ path: "/tills", body })).status).toBe(400);
});
