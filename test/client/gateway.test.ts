// The gateway client against the real server, directly and through an unreliable proxy.
import type { TypedDataDefinition } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  ApiError,
  createGatewayClient,
  type GatewayClient,
  type GatewayClientOptions,
} from "../../src/client/index.ts";
import { createPayment } from "../harness/chain/wallet.ts";
import type { Buyer } from "../harness/server/server.ts";
import { sharedServerForFile } from "../routes/setup.ts";
import { type FlakyProxy, startFlakyProxy } from "./flaky-proxy.ts";

const server = sharedServerForFile();
let proxy: FlakyProxy;
let buyer: Buyer;
beforeAll(async () => {
  proxy = await startFlakyProxy(server().baseUrl);
  buyer = await server().newBuyer();
});
afterAll(() => proxy.stop());

const byKey = (changes: Partial<Omit<GatewayClientOptions, "apiKey" | "appId" | "clientId">> = {}) =>
  createGatewayClient({ baseUrl: server().baseUrl, apiKey: server().walletKey, ...changes });

const byApp = () =>
  createGatewayClient({ baseUrl: server().baseUrl, appId: server().appId, clientId: "this installation" });

const newPayment = (changes: Parameters<typeof createPayment>[1] = {}) => createPayment(server(), changes);

/** Lists options, fetches actions and signs: returns a confirm's body. */
async function signed(client: GatewayClient, paymentId: string) {
  const { options, info } = await client.options(paymentId, { accounts: [buyer.account], includePaymentInfo: true });
  expect(info).toMatchObject({ status: "requires_action", merchant: { name: "Test shop" } });
  const option = options?.[0];
  const build = option?.actions[0];
  if (!option || !build) throw new Error("the buyer is offered no option");
  const { actions } = await client.fetch(paymentId, { optionId: option.id, data: build.data.data });
  const typedData = JSON.parse(String(actions[0]?.data.params[1])) as TypedDataDefinition;
  const signature = await privateKeyToAccount(buyer.privateKey).signTypedData(typedData);
  return { optionId: option.id, results: [{ type: "walletRpc" as const, data: [signature] }] };
}

const refusal = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error(`no ApiError: ${error}`);
  return error;
};

test.each([
  ["a key", byKey],
  ["an app id and a client id", byApp],
])("a wallet with %s reads, pays and watches a payment", async (_caller, clientOf) => {
  const client = clientOf();
  const paymentId = await newPayment();
  expect(await client.payment(paymentId)).toMatchObject({ status: "requires_action", amount: { value: "1000" } });
  const body = await signed(client, paymentId);
  expect(await client.confirm(paymentId, body, { maxPollMs: 30_000 })).toMatchObject({
    status: expect.stringMatching(/processing|succeeded/),
  });
  let result = await client.status(paymentId);
  while (!result.isFinal) result = await client.status(paymentId, { maxPollMs: 30_000 });
  expect(result).toMatchObject({ status: "succeeded", info: { txId: expect.stringMatching(/^0x/) } });
  expect(await client.confirm(paymentId, body)).toEqual(result);
});

test("cancels a payment, and repeats the result", async () => {
  const paymentId = await newPayment();
  const cancelled = await byKey().cancel(paymentId);
  expect(cancelled).toMatchObject({ paymentId, cancelledReason: "cancelled_by_user" });
  expect(await byKey().cancel(paymentId)).toEqual(cancelled);
});

test("lost responses: the confirm is repeated, and one payment is made", async () => {
  const waitsMs: number[] = [];
  const client = byKey({ baseUrl: proxy.baseUrl, wait: async (ms) => void waitsMs.push(ms) });
  const paymentId = await newPayment();
  const body = await signed(client, paymentId);
  const before = await server().balance(server().deployment.usdc, buyer.address);
  proxy.next("lose the answer", "a proxy's 502", "lose the request");
  expect(await client.confirm(paymentId, body)).toMatchObject({ isFinal: expect.any(Boolean) });
  for (const [index, backoffMs] of [100, 200, 400].entries()) {
    expect(waitsMs[index]).toBeGreaterThanOrEqual(backoffMs);
    expect(waitsMs[index]).toBeLessThan(2 * backoffMs);
  }
  while (!(await client.status(paymentId, { maxPollMs: 30_000 })).isFinal);
  expect(await server().balance(server().deployment.usdc, buyer.address)).toBe(before - 10_000_000n);
});

test.each([
  [409, "quote_expired"],
  [410, "payment_expired"],
  [422, "params_validation"],
  [429, "rate_limited"],
])("%i is not repeated, and becomes the error", async (status, code) => {
  const client = byKey({ baseUrl: proxy.baseUrl });
  proxy.seen.length = 0;
  proxy.next({ status, body: JSON.stringify({ code, message: "No", requestId: "r" }) });
  expect(await refusal(client.status("pay_1"))).toMatchObject({ status, code, message: "No" });
  expect(proxy.seen).toHaveLength(1);
});

test("an unknown payment, an unknown app and an id with path characters are refused by the server", async () => {
  expect(await refusal(byKey().payment("pay_unknown"))).toMatchObject({ status: 404, code: "payment_not_found" });
  expect(await refusal(byKey().payment("../../merchants"))).toMatchObject({ code: "payment_not_found" });
  const stranger = createGatewayClient({ baseUrl: server().baseUrl, appId: "nobody", clientId: "x" });
  expect(await refusal(stranger.payment("pay_unknown"))).toMatchObject({ status: 401, code: "invalid_app_id" });
});

test("a browser's fetch is called as a function, not as another object's method", async () => {
  const seen: unknown[] = [];
  const fetch = function (this: unknown, ...args: Parameters<typeof globalThis.fetch>) {
    seen.push(this);
    return globalThis.fetch(...args);
  };
  await byKey({ fetch }).payment(await newPayment());
  expect(seen).toEqual([undefined]);
});
