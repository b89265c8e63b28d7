// Test payments beside live ones, on a server with a real chain and a test net.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Session } from "../../src/contract/console/records.ts";
import { testTwinOf } from "../../src/merchant/mode.ts";
import type { Service } from "../../src/service/main.ts";
import { type OwnChain, startOwnChain } from "../harness/chain/own-chain.ts";
import { payAsRival } from "../harness/chain/rival.ts";
import { confirm, createPayment, listOptions, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import { asPartner, partnerWith } from "../harness/server/as-partner.ts";
import { consoleCall } from "../harness/server/console.ts";
import { setBalance, startOn, startServer, type TestServer, testClient } from "../harness/server/server.ts";
import { newUser, PASSWORD } from "../harness/server/users.ts";
import type { WireBody } from "../routes/setup.ts";

const NUMBER = 31_441;

let testNet: OwnChain;
let service: Service;
/** As the partner; its own chain is real. */
let live: TestServer;
/** As the same partner in test mode. */
let rehearsal: TestServer;
beforeAll(async () => {
  testNet = await startOwnChain(NUMBER);
  const server = await startServer({ otherPlaces: [{ ...testNet, chainNumber: NUMBER }], role: null });
  const [real, ...others] = server.installation.chains;
  if (!real) throw new Error("the server has no chain");
  service = await startOn({ ...server.installation, chains: [{ ...real, isTestNet: false }, ...others] }, "all");
  live = server.at(service.baseUrl ?? "");
  rehearsal = asPartner(live, await live.newTestOwner(live.partnerId));
});
afterAll(async () => {
  await service.stop();
  await live.stop();
  await testNet.stop();
});

/** A buyer with money on both chains. */
async function newBuyer() {
  const buyer = await live.newBuyer();
  await setBalance(testClient(testNet.rpcUrl), testNet.deployment.usdc, buyer.address, 1_000_000_000n);
  return { ...buyer, onTestNet: `eip155:${NUMBER}:${buyer.address}` };
}

test("a test payment is offered and paid on the test net only, and a live one on the real chain only", async () => {
  const buyer = await newBuyer();
  const accounts = [buyer.account, buyer.onTestNet];
  const chainsOf = async (server: TestServer) => {
    const options = await listOptions(server, await createPayment(server), accounts);
    return new Set(options.map(({ account }) => account));
  };
  await expect.poll(() => chainsOf(live)).toEqual(new Set([buyer.account]));
  await expect.poll(() => chainsOf(rehearsal)).toEqual(new Set([buyer.onTestNet]));

  const paymentId = await createPayment(rehearsal, { referenceId: "rehearsed" });
  await confirm(rehearsal, await signPayment(rehearsal, paymentId, { ...buyer, account: buyer.onTestNet }));
  expect(await untilFinal(rehearsal, paymentId)).toMatchObject({ status: "succeeded" });

  const listed = (server: TestServer) =>
    server.call<WireBody & { data: { paymentId: string }[]; stats: { totalTransactions: number } }>({
      path: "/v1/payments?status=succeeded",
    });
  expect((await listed(rehearsal)).body).toMatchObject({
    data: [{ paymentId, livemode: false }],
    stats: { totalTransactions: 1, totalRevenue: [{ amount: 10, currency: "USD" }] },
  });
  expect((await listed(live)).body).toMatchObject({ data: [], stats: { totalTransactions: 0, totalRevenue: [] } });
  const events = await rehearsal.call<{ data: { type: string; livemode: boolean }[] }>({
    path: "/v1/events?limit=200",
  });
  expect(events.body.data).toContainEqual(expect.objectContaining({ type: "payment.succeeded", livemode: false }));
});

/** Without a confirm. */
const payOnTestNet = (server: TestServer, signed: Awaited<ReturnType<typeof signPayment>>) =>
  payAsRival({ ...server, ...testNet, client: testClient(testNet.rpcUrl) }, signed);

test("coins of a test net do not pay a live payment, even by terms that were quoted before there was a real chain", async () => {
  const { onTestNet, ...others } = await newBuyer();
  const buyer = { ...others, account: onTestNet };
  const paymentId = await createPayment(live);
  const before = await startOn(live.installation, "api");
  const signed = await signPayment(live.at(before.baseUrl ?? ""), paymentId, buyer).finally(before.stop);
  const paid = await payOnTestNet(live, signed);
  const later = await createPayment(rehearsal);
  await confirm(rehearsal, await signPayment(rehearsal, later, buyer));
  expect(await untilFinal(rehearsal, later)).toMatchObject({ status: "succeeded" });

  const ofTransaction = "select payment_id, state from transfers where tx_hash = decode(substr($1, 3), 'hex')";
  expect(await live.sql(ofTransaction, [paid])).toEqual([{ payment_id: paymentId, state: "parked" }]);
  const path = `/v1/payments/${paymentId}`;
  expect((await live.call<WireBody>({ path })).body).toMatchObject({ status: "requires_action" });
});

test("destinations and deposit addresses are on chains of the mode", async () => {
  const [real, other] = [live.deployment.usdc, testNet.deployment.usdc];
  const add = (server: TestServer, chain: string) =>
    server.call<WireBody>({
      path: `/v1/merchants/${server.merchantId}/settlements/crypto`,
      headers: { "idempotency-key": "k" },
      body: {
        settlements: [{ asset: `${chain}/erc20:0x${"1".repeat(40)}`, destination: `${chain}:${live.destination}` }],
      },
    });
  for (const [server, chain] of [
    [rehearsal, live.caip2],
    [rehearsal, "eip155:1"], // not configured
    [live, `eip155:${NUMBER}`],
  ] as const) {
    const { status, body } = await add(server, chain);
    expect([status, body.issues.map(({ field }) => field)]).toEqual([400, ["settlements.0.asset"]]);
  }
  const ask = async (server: TestServer, asset: string) => {
    const path = `/v1/payments/${await createPayment(server)}/deposit`;
    const { status, body } = await server.call<WireBody>({ path, body: { asset } });
    return [status, body.issues?.[0]?.field];
  };
  expect(await ask(live, `eip155:${NUMBER}/erc20:${other}`)).toEqual([400, "asset"]);
  expect(await ask(rehearsal, `${live.caip2}/erc20:${real}`)).toEqual([400, "asset"]);
  expect(await ask(rehearsal, `eip155:${NUMBER}/erc20:${other}`)).toEqual([200, undefined]);
});

test("the page says that it is a test", async () => {
  const page = async (server: TestServer) => {
    const path = `/${await createPayment(server)}`;
    return (await server.call<string>({ path, headers: { "api-key": null, "merchant-id": null } })).body;
  };
  expect(await page(rehearsal)).toContain("Test payment: no real money moves.");
  expect(await page(live)).not.toContain("no real money moves");
});

test("fees, rules for buyer data and settings of the partner are those of its test payments", async () => {
  const { store, partnerId } = live;
  const fees = { ppm: 1_000n, fixed: new Map(), minimum: new Map([["USD", 5_000n]]), receivers: new Map() };
  await store.feePolicies.append(partnerId, null, fees);
  await store.partners.setReturnTargets(partnerId, ["shop-app:"]);
  expect(await store.partners.returnTargets(testTwinOf(partnerId))).toEqual(["shop-app:"]);
  const least = async (server: TestServer) => {
    const body = { amount: { unit: "iso4217/USD", value: "4999" }, referenceId: "small" };
    return (await server.call<WireBody>({ path: "/v1/payments", body })).body.issues[0]?.message;
  };
  await expect.poll(() => least(live)).toMatch(/^must be at least 5000 /);
  await expect.poll(() => least(rehearsal)).toMatch(/^must be at least 5000 /);
  expect(await store.feePolicies.history(testTwinOf(partnerId))).toBeNull();
  expect((await store.partners.list()).map(({ id }) => id)).not.toContain(testTwinOf(partnerId));
});

test("a test payment under the partner's own fees is recognised if its buyer's authorisation comes without a confirm", async () => {
  const fees = { ppm: 20_000n, fixed: new Map(), minimum: new Map(), receivers: new Map() };
  const { partnerId } = await partnerWith(live, fees);
  const twin = asPartner(live, await live.newTestOwner(partnerId));
  const { onTestNet, ...buyer } = await newBuyer();
  const paymentId = await createPayment(twin);
  await payOnTestNet(twin, await signPayment(twin, paymentId, { ...buyer, account: onTestNet }));
  expect(await untilFinal(twin, paymentId)).toMatchObject({ status: "succeeded" });
});

test("an owner changes and removes users whom they invited in test mode", async () => {
  const ada = await newUser(live, live.apiKey, { role: "owner" });
  const asOwner = async (request: Parameters<typeof ada.call>[0]) => {
    await ada.confirm();
    return (await ada.call<WireBody & { id: string }>({ ...request, headers: { "turnpike-mode": "test" } })).body;
  };
  const { id } = await asOwner({ path: "/users", body: { name: "Tess", role: "manager" } });
  const path = `/users/${id}`;
  expect(await asOwner({ method: "PATCH", path, body: { role: "owner" } })).toEqual({ id });
  expect(await asOwner({ method: "DELETE", path })).toEqual({ id, removed: true });
});

test("a user switches to test mode, where its payments have its name; keys do not switch", async () => {
  const ada = await newUser(live, live.apiKey, { role: "owner", name: "Ada" });
  const inTest = { "turnpike-mode": "test" };
  const modeOf = async (headers: object) =>
    (await ada.call<{ livemode: boolean }>({ path: "/session", headers: { ...headers } })).body.livemode;
  expect([await modeOf({}), await modeOf(inTest)]).toEqual([true, false]);
  const created = await ada.call<WireBody>({
    path: "/v1/payments",
    headers: { ...inTest, "merchant-id": rehearsal.merchantId },
    body: { amount: { unit: "iso4217/USD", value: "6000" }, referenceId: "Ada's" },
  });
  expect(created.body).toMatchObject({ livemode: false });
  const { paymentId } = created.body;
  expect((await rehearsal.call<WireBody>({ path: `/v1/payments/${paymentId}` })).body).toMatchObject({
    createdBy: { type: "user", id: ada.id, name: "Ada" },
  });
  expect((await ada.call({ path: `/payments/${paymentId}` })).status).toBe(404);
  const account = await ada.call<{ name: string }>({ path: "/account", headers: inTest });
  expect(account.body).toMatchObject({ name: "Ada" });
  await ada.confirm();
  const key = await ada.call<{ key: string }>({ path: "/keys", headers: inTest, body: { role: "read" } });
  expect(key.body.key).toMatch(/^tp_test_read_/);
  const signedIn = await live.call<{ livemode: boolean }>({
    path: "/console/api/session",
    headers: { "api-key": null, "turnpike-console": "1", ...inTest },
    body: { apiKey: live.apiKey },
  });
  expect(signedIn.body).toMatchObject({ livemode: true });
});

test("a user who signs in again in test mode stays there; one limited to some merchants has no test mode", async () => {
  const signedIn = async (options: Partial<Parameters<typeof newUser>[2]>) => {
    const { email, id: userId } = await newUser(live, live.apiKey, { role: "manager", ...options });
    const body = { email, password: PASSWORD, userId };
    const headers = { "turnpike-mode": "test" };
    return (await consoleCall<Session>(live, { path: "/sign-in", headers, body })).body;
  };
  expect(await signedIn({})).toMatchObject({ livemode: false, partner: { id: testTwinOf(live.partnerId) } });
  expect(await signedIn({ merchantIds: [live.merchantId] })).toMatchObject({ livemode: true });
});
