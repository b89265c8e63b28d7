import { expect, test } from "vitest";
import { gateway, givenCancelledPayment, givenPayment, givenSucceededPayment } from "../../given.ts";
import { rowsOf, sharedServerForFile } from "../../setup.ts";

const server = sharedServerForFile();
const options = (paymentId: string, body: object, query = "") =>
  gateway(server(), paymentId, `/options${query}`, { body });

test("one option per account and asset that can pay, and nothing is written", async () => {
  const paymentId = await givenPayment(server());
  const { account } = await server().newBuyer();
  const events = await rowsOf(server(), "payment_events");
  const { status, body } = await options(paymentId, { accounts: [account.toLowerCase()] });
  expect(status).toBe(200);
  expect(body).toEqual({
    options: [
      {
        id: expect.any(String),
        account,
        amount: {
          unit: `caip19/${server().caip2}/erc20:${server().deployment.usdc}`,
          value: "1000000",
          display: {
            assetSymbol: "USDC",
            assetName: expect.any(String),
            decimals: 6,
            networkName: expect.any(String),
          },
        },
        etaS: expect.any(Number),
        expiresAt: null,
        actions: [{ type: "build", data: { data: expect.any(String) } }],
        collectData: null,
      },
    ],
    collectData: null,
    info: null,
  });
  expect(await rowsOf(server(), "payment_events")).toBe(events);
});

test.each([
  ["in the query", "?includePaymentInfo=true", {}],
  ["in the body", "", { includePaymentInfo: true }],
])("includePaymentInfo %s", async (_, query, body) => {
  const paymentId = await givenPayment(server());
  const answer = await options(paymentId, { accounts: [], ...body }, query);
  expect(answer.body.info).toEqual((await gateway(server(), paymentId)).body);
});

test("includePaymentInfo=false omits it", async () => {
  const { body } = await options(await givenPayment(server()), { accounts: [] }, "?includePaymentInfo=false");
  expect(body.info).toBeNull();
});

test("extra fields and parameters are ignored", async () => {
  const { account } = await server().newBuyer();
  const body = { accounts: [account], refresh: null, wallet: { name: "x" } };
  const { status } = await options(await givenPayment(server()), body, "?theme=dark&theme=light");
  expect(status).toBe(200);
});

test("accounts without funds, accounts on other chains, and no accounts have no options", async () => {
  const paymentId = await givenPayment(server());
  const { account: poor } = await server().newBuyer(0n);
  for (const accounts of [[poor], ["eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8"], ["solana:abcd:xyz"], []]) {
    const { status, body } = await options(paymentId, { accounts });
    expect([status, body.options]).toEqual([200, []]);
  }
});

test.each([
  ["in the query", "?includeUnavailable=true", {}],
  ["in the body", "", { includeUnavailable: true }],
])("includeUnavailable %s says what is missing, and adds the network fee", async (_, query, extra) => {
  const paymentId = await givenPayment(server());
  const [{ account: poor }, { account: rich }] = [await server().newBuyer(1n), await server().newBuyer()];
  const { body } = await options(paymentId, { accounts: [poor, rich], ...extra }, query);
  expect(body.options).toMatchObject([{ account: rich, networkFee: null }]);
  const asset = `${server().caip2}/erc20:${server().deployment.usdc}`;
  expect(body.unavailable).toContainEqual({
    asset,
    account: poor,
    reason: "insufficient_balance",
    display: expect.objectContaining({ assetSymbol: "USDC", decimals: 6 }),
    amount: "1000000",
    balance: "1",
    shortfall: "999999",
  });
  expect(body.unavailable).not.toContainEqual(expect.objectContaining({ asset, account: rich }));
});

test("options are empty once a payment is final, with its info on request", async () => {
  for (const paymentId of [await givenSucceededPayment(server()), await givenCancelledPayment(server())]) {
    const { status, body } = await options(paymentId, { accounts: [] }, "?includePaymentInfo=true");
    expect([status, body.options]).toEqual([200, []]);
    expect(body.info).toMatchObject({ status: expect.stringMatching(/succeeded|cancelled/) });
  }
});

test("a wallet app can authenticate with its public id", async () => {
  const { status, headers } = await gateway(server(), await givenPayment(server()), "/options", {
    body: { accounts: [] },
    headers: { "api-key": null, "app-id": server().appId, "client-id": "client-1" },
  });
  expect([status, headers.get("pay-version")]).toEqual([200, "2026-02-18"]);
});
