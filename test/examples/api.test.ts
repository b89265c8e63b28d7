// The example API and its agent, run as their README says: an unmodified x402 client buys, and only who pays is served.
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setBalance, type TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";
import { installExample, run } from "./install.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function openApi() {
  const folder = await installExample("api");
  const api = run(folder, ["server.js"], {
    TURNPIKE_URL: server.baseUrl,
    API_KEY: server.apiKey,
    MERCHANT_ID: server.merchantId,
    PORT: "0",
  });
  const [, url = ""] = await api.prints(/the API is at (\S+)/);
  return { folder, url };
}

/** An agent with this much USDC, in smallest units. */
async function runAgent({ folder, url }: { readonly folder: string; readonly url: string }, balance: bigint) {
  const key = generatePrivateKey();
  const { address } = privateKeyToAccount(key);
  await setBalance(server.client, server.deployment.usdc, address, balance);
  const settings = { API_URL: url, NETWORK: server.caip2, PRIVATE_KEY: key, TOKEN: server.deployment.usdc };
  return { address, agent: run(folder, ["agent.js", "Lisbon"], settings) };
}

test("the agent pays 0.25 USD and gets its forecast", async () => {
  const { address, agent } = await runAgent(await openApi(), 1_000_000n);
  const [, paymentId] = await agent.prints(/paid (pay_\w+) by transaction 0x[0-9a-f]{64}/);
  await agent.prints(/city: 'Lisbon', forecast: 'sunny'/);
  expect(await agent.exited).toBe(0);
  expect(await server.balance(server.deployment.usdc, address)).toBe(750_000n);
  const { body } = await server.call<{ status: string }>({ path: `/v1/payments/${paymentId}` });
  expect(body.status).toBe("succeeded");
});

test("who does not pay gets nothing: an agent without money, and a request without a payment", async () => {
  const api = await openApi();
  const { agent } = await runAgent(api, 0n);
  await agent.prints(/answered 402/);
  expect(await agent.exited).toBe(1);
  const ordered = await fetch(`${api.url}/forecasts?city=Lisbon`, { method: "POST" });
  const { order, x402Url } = (await ordered.json()) as { order: string; x402Url: string };
  const unpaid = await fetch(`${api.url}/forecasts/${order}`);
  expect([unpaid.status, await unpaid.json()]).toEqual([402, { status: "requires_action", x402Url }]);
  expect((await fetch(`${api.url}/forecasts/other`)).status).toBe(404);
});
