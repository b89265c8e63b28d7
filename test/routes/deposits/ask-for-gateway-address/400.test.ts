import { describe, expect, test } from "vitest";
import { gateway, givenCancelledPayment, givenConfirm, givenPayment } from "../../given.ts";
import { confirmElsewhere, givenLink, LinkVisitor } from "../../payment-links/given-links.ts";
import { fieldsOf, type RouteServer, sharedServerForFile, type WireBody } from "../../setup.ts";
import { askAsBuyer, type Given, writtenIn } from "../given.ts";

const server = sharedServerForFile("api"); // without workers a confirmed payment stays in processing

const fields = (body: Given) => fieldsOf(body as unknown as WireBody);

test.each([
  ["no CAIP-19 asset", () => "USDC"],
  ["no text", () => 7],
  ["nothing", () => null],
  ["an asset of an unknown chain", () => "eip155:5/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"],
  ["an unknown asset of a known chain", () => `${server().caip2}/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`],
  ["the chain's coin, which takes no deposits", () => `${server().caip2}/slip44:60`],
  ["an asset without a price in the payment's currency", () => `${server().caip2}/erc20:${server().deployment.eurc}`],
  [
    "a wrong checksum",
    () => `${server().caip2}/erc20:${server().deployment.usdc.replace(/[a-f]/, (c) => c.toUpperCase())}x`,
  ],
])("%s", async (_, assetOf) => {
  const paymentId = await givenPayment(server());
  const before = await writtenIn(server());
  const { status, body } = await askAsBuyer(server(), paymentId, assetOf());
  expect([status, body.code, fields(body)]).toEqual([400, "params_validation", ["asset"]]);
  expect(await writtenIn(server())).toEqual(before);
});

test("an asset that the merchant does not take", async () => {
  const { call, caip2, deployment } = server();
  const path = "/v1/merchants";
  const { body: made } = await call({
    path,
    body: { merchantName: "No money", merchantEmail: "m@shop.example" },
    headers: { "idempotency-key": `m-${Date.now()}` },
  });
  const paymentId = await givenPayment(server(), {}, { "merchant-id": made.merchant.id });
  const { status, body } = await askAsBuyer(server(), paymentId, `${caip2}/erc20:${deployment.usdc}`);
  expect([status, fields(body), body.message]).toEqual([400, ["asset"], "asset is not taken by this merchant"]);
});

test("a payment that was created with deposit: false", async () => {
  const paymentId = await givenPayment(server(), { deposit: false });
  const { status, body } = await askAsBuyer(server(), paymentId);
  expect([status, fields(body)]).toEqual([400, ["asset"]]);
  expect(body.message).toContain("deposit: false");
  expect((await askAsBuyer(server(), await givenPayment(server(), { deposit: true }))).status).toBe(200);
});

test("a payment of a link that was created with deposit: false", async () => {
  const closed = await givenLink(server(), { deposit: false });
  const open = await givenLink(server());
  expect([closed.deposit, open.deposit]).toEqual([false, undefined]);
  const created = await new LinkVisitor(server(), closed).pay();
  const { status, body } = await askAsBuyer(server(), created.paymentId ?? "");
  expect([status, fields(body)]).toEqual([400, ["asset"]]);
  const other = await new LinkVisitor(server(), open).pay();
  expect((await askAsBuyer(server(), other.paymentId ?? "")).status).toBe(200);
});

test("a payment that needs the buyer's data", async () => {
  const owner = (await server().asNewOwner()).at(server().baseUrl) as RouteServer;
  await server().store.buyerDataRules.set(owner.partnerId, {
    from: new Map([["USD", 100n]]),
    chains: [],
    assets: [],
    termsUrl: null,
  });
  const paymentId = await givenPayment(owner);
  const { status, body } = await askAsBuyer(server(), paymentId);
  expect([status, fields(body)]).toEqual([400, ["asset"]]);
  expect(body.message).toContain("buyer's data");
});

test("a payment that is confirmed by a wallet, or has ended, also for a known address", async () => {
  const confirmed = await givenPayment(server());
  await askAsBuyer(server(), confirmed);
  const confirm = await givenConfirm(server(), confirmed, await server().newBuyer());
  expect((await gateway(server(), confirmed, "/confirm", { body: confirm })).status).toBe(200);
  const cancelled = await givenPayment(server());
  await askAsBuyer(server(), cancelled);
  await gateway(server(), cancelled, "/cancel", { method: "POST" });
  for (const paymentId of [confirmed, cancelled, await givenCancelledPayment(server())]) {
    const before = await writtenIn(server());
    const { status, body } = await askAsBuyer(server(), paymentId);
    expect([status, body.code]).toEqual([400, "invalid_state"]);
    expect(await writtenIn(server())).toEqual(before);
  }
  const unknown = await askAsBuyer(server(), cancelled, "USDC");
  expect(unknown.body.code).toBe("invalid_state");
});

describe("a payment of a full link", () => {
  const paid = (paymentId: string) =>
    confirmElsewhere(server(), paymentId, { method: "eip3009", relayState: "queued" });

  test.each([
    ["while another buyer pays its last use", async () => {}, "Other buyers are paying"],
    [
      "whose uses are gone",
      (paymentId: string) => server().sql("update payments set status = 'succeeded' where id = $1", [paymentId]),
      "is used up",
    ],
  ])("%s: no address is given, and nothing is written", async (_, then, message) => {
    const link = await givenLink(server(), { maxUses: 1 });
    const [first, second] = await Promise.all([1, 2].map(() => new LinkVisitor(server(), link).pay()));
    await paid(first?.paymentId ?? "");
    await then(first?.paymentId ?? "");
    const before = await writtenIn(server());
    const { status, body } = await askAsBuyer(server(), second?.paymentId ?? "");
    expect([status, body.code]).toEqual([400, "invalid_state"]);
    expect(body.message).toContain(message);
    expect(await writtenIn(server())).toEqual(before);
  });
});

test("a body without the asset", async () => {
  const paymentId = await givenPayment(server());
  const { status, body } = await gateway(server(), paymentId, "/deposit", { body: {} });
  expect([status, body.code, fieldsOf(body)]).toEqual([400, "params_validation", ["asset"]]);
});
