// Requests as Gem Wallet's Rust core sends them (gemwalletcom/core), and responses as it decodes them: the fields that
// its structs require, and an error by the HTTP status alone.
import { privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { expire, givenPayment } from "../routes/given.ts";
import { sharedServerForFile } from "../routes/setup.ts";

const server = sharedServerForFile();

async function gem(method: "GET" | "POST", path: string, body?: unknown) {
  const response = await fetch(`${server().baseUrl}/v1/gateway/payment/${path}`, {
    method,
    headers: {
      "WCP-Version": "2026-02-18",
      "Sdk-Name": "gem-wallet",
      "Sdk-Version": "1.0.0",
      "App-Id": server().appId,
      "Client-Id": "com.gemwallet.test",
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, never> };
}

const options = (paymentId: string, account: string) =>
  gem("POST", `${paymentId}/options?includePaymentInfo=true`, { accounts: [account] });
const status = (paymentId: string) => gem("GET", `${paymentId}/status?maxPollMs=60000`);

const DIGITS = expect.stringMatching(/^\d+$/);
const INFO = {
  status: "requires_action",
  merchant: { name: expect.any(String) },
  amount: { unit: "iso4217/USD", value: DIGITS, display: { decimals: 2 } },
};

test("it reads the options, fetches and signs an action, and sees the payment succeed", async () => {
  const paymentId = await givenPayment(server());
  const buyer = await server().newBuyer();
  const offered = await options(paymentId, buyer.account);
  expect([offered.status, offered.body]).toMatchObject([200, { info: INFO, collectData: null }]);
  const [option] = offered.body.options as unknown as {
    id: string;
    amount: object;
    actions: { type: string; data: { data: string } }[];
  }[];
  expect(option).toMatchObject({
    id: expect.any(String),
    account: buyer.account,
    amount: { unit: expect.stringMatching(/^caip19\//), value: DIGITS },
    actions: [{ type: "build", data: { data: expect.any(String) } }],
  });
  expect(option).not.toHaveProperty("collectData.fields");

  const optionId = option?.id;
  const fetched = await gem("POST", `${paymentId}/fetch`, { optionId, data: option?.actions[0]?.data.data });
  const [action] = fetched.body.actions as unknown as {
    type: string;
    data: { chain_id: string; method: string; params: [string, string] };
  }[];
  expect([fetched.status, action]).toMatchObject([
    200,
    { type: "walletRpc", data: { chain_id: expect.stringMatching(/^eip155:\d+$/), method: "eth_signTypedData_v4" } },
  ]);
  const signature = await privateKeyToAccount(buyer.privateKey).signTypedData(JSON.parse(action?.data.params[1] ?? ""));
  const results = [{ type: "walletRpc", data: [signature] }];
  const confirmed = await gem("POST", `${paymentId}/confirm?maxPollMs=60000`, { optionId, results });
  expect([confirmed.status, confirmed.body]).toMatchObject([200, { status: "succeeded", isFinal: true }]);
  const seen = await status(paymentId);
  expect([seen.status, seen.body]).toMatchObject([200, { status: "succeeded", info: { txId: expect.any(String) } }]);
});

test("an option whose actions it fetches with empty data has the same actions", async () => {
  const paymentId = await givenPayment(server());
  const buyer = await server().newBuyer();
  const { body } = await options(paymentId, buyer.account);
  const [option] = body.options as unknown as { id: string }[];
  const fetched = await gem("POST", `${paymentId}/fetch`, { optionId: option?.id, data: "" });
  expect([fetched.status, fetched.body]).toMatchObject([200, { actions: [{ type: "walletRpc" }] }]);
});

test("it cancels with the JSON null, and then reads the end with its info but no options", async () => {
  const paymentId = await givenPayment(server());
  const cancelled = await gem("POST", `${paymentId}/cancel`, null);
  expect([cancelled.status, cancelled.body]).toMatchObject([200, { status: "cancelled" }]);
  const { account } = await server().newBuyer();
  expect((await options(paymentId, account)).body).toMatchObject({
    info: { ...INFO, status: "cancelled" },
    options: [],
  });
  expect((await status(paymentId)).body).toMatchObject({ status: "cancelled", isFinal: true });
});

test("an expired payment is 410, an unknown one 404", async () => {
  const paymentId = await givenPayment(server());
  await expire(server(), paymentId);
  const { account } = await server().newBuyer();
  expect((await options(paymentId, account)).status).toBe(410);
  expect((await options("pay_00000000000000000000000000", account)).status).toBe(404);
});
