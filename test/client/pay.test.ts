// Whole payments on the real server and chain, by each method, with a viem account and an EIP-1193 provider; and early
// ends.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PERMIT2, routerAddress } from "../../src/chains/evm/config/deploy.ts";
import { CONTRACTS } from "../../src/client/contracts.ts";
import { createGatewayClient, type GatewayClient, type Provider, pay } from "../../src/client/index.ts";
import { buyerWith, type Funds, startServerWithCoin } from "../harness/chain/methods.ts";
import { createPayment } from "../harness/chain/wallet.ts";
import type { TestServer } from "../harness/server/server.ts";
import { type Asked, buyerFor, byAccount, byProvider, HOSTS, providerOf } from "./payers.ts";

let server: TestServer;
let gateway: GatewayClient;
beforeAll(async () => {
  server = await startServerWithCoin();
  gateway = createGatewayClient({ baseUrl: server.baseUrl, apiKey: server.walletKey });
});
afterAll(() => server.stop());

const linkTo = (paymentId: string): string => `https://pay.example/${paymentId}`;

const SIGN = ["sign"];
const STEPS: Record<string, string[]> = {
  "EIP-3009": SIGN,
  "Permit2 with its approval": ["approve", "sign"],
  "plain ERC-20": ["approve", "send"],
  coin: ["send"],
};

test("it trusts the router and Permit2 of every chain", () => {
  expect(CONTRACTS).toEqual({ router: routerAddress(PERMIT2), permit2: PERMIT2 });
});

describe.each(Object.keys(STEPS))("by %s", (way) => {
  test.each([
    ["a provider", byProvider],
    ["a viem account", byAccount],
  ])("%s pays", async (_wallet, walletOf) => {
    const buyer = await buyerFor(server, way);
    const paymentId = await createPayment(server);
    const kinds: string[] = [];
    const seen: string[] = [];
    const result = await pay(linkTo(paymentId), {
      ...HOSTS,
      ...walletOf(server, buyer),
      gateway,
      onProgress(progress) {
        seen.push(progress.step);
        if (progress.step === "executing") kinds.push(progress.kind);
      },
    });
    expect(result).toMatchObject({ paymentId, status: "succeeded", isFinal: true });
    expect(kinds).toEqual(STEPS[way]);
    expect(seen.slice(0, 2)).toEqual(["options", "executing"]);
    expect(seen.at(-1)).toBe("status");
  });
});

test("a provider on another chain is asked to switch to the option's", async () => {
  const buyer = await server.newBuyer();
  const asked: Asked = [];
  const result = await pay(await createPayment(server), {
    ...HOSTS,
    wallet: providerOf(server, buyer, asked, "eip155:1"),
    accounts: [buyer.account],
    gateway,
  });
  expect(result.status).toBe("succeeded");
  expect(asked.map(({ method }) => method)).toContain("wallet_switchEthereumChain");
});

test("all confirms of a payment are identical", async () => {
  const bodies: string[] = [];
  const confirm: GatewayClient["confirm"] = (paymentId, body, options) => {
    bodies.push(JSON.stringify(body));
    return gateway.confirm(paymentId, body, options);
  };
  await pay(await createPayment(server), {
    ...HOSTS,
    ...byProvider(server, await server.newBuyer()),
    gateway: { ...gateway, confirm },
  });
  expect(bodies.length).toBeGreaterThan(1);
  expect(new Set(bodies).size).toBe(1);
});

describe("an early end has its reason:", () => {
  const nobody: Provider = { request: () => Promise.reject(new Error("the wallet may not be asked")) };

  test("a link of an untrusted host, before any request", async () => {
    const link = "https://pay.example.evil/pay_1";
    await expect(pay(link, { ...HOSTS, wallet: nobody, gateway })).rejects.toMatchObject({
      reason: "not_a_payment_link",
    });
  });

  test("no account that can pay", async () => {
    const poor = await buyerWith(server, {} satisfies Funds);
    const attempt = pay(await createPayment(server), { ...HOSTS, ...byProvider(server, poor), gateway });
    await expect(attempt).rejects.toMatchObject({ reason: "no_option" });
  });

  test("a payment that has ended", async () => {
    const paymentId = await createPayment(server);
    await gateway.cancel(paymentId);
    const attempt = pay(paymentId, { ...HOSTS, ...byProvider(server, await server.newBuyer()), gateway });
    await expect(attempt).rejects.toMatchObject({ reason: "already_final" });
  });

  test.each([
    [409, "quote_expired"],
    [410, "payment_expired"],
  ])("%i from the gateway", async (status, reason) => {
    const answer = async () => Response.json({ code: reason, message: "Over", requestId: "r" }, { status });
    const over = createGatewayClient({ baseUrl: server.baseUrl, apiKey: "any", fetch: answer });
    const attempt = pay("pay_1", { ...HOSTS, wallet: nobody, accounts: ["eip155:1:0x0"], gateway: over });
    await expect(attempt).rejects.toMatchObject({ reason, cause: { status } });
  });

  test.each([
    ["the payment's countdown", "info", "payment_expired"],
    ["the option's price", "option", "quote_expired"],
  ])("%s has expired: nothing is signed", async (_what, whose, reason) => {
    const asked: Asked = [];
    const options: GatewayClient["options"] = async (...call) => {
      const listed = await gateway.options(...call);
      const expiresAt = Math.floor(Date.now() / 1000);
      return whose === "info" && listed.info
        ? { ...listed, info: { ...listed.info, expiresAt } }
        : { ...listed, options: listed.options?.map((option) => ({ ...option, expiresAt })) ?? null };
    };
    const buyer = await server.newBuyer();
    const attempt = pay(await createPayment(server), {
      ...HOSTS,
      ...byProvider(server, buyer, asked),
      gateway: { ...gateway, options },
    });
    await expect(attempt).rejects.toMatchObject({ reason });
    expect(asked.map(({ method }) => method)).not.toContain("eth_signTypedData_v4");
  });
});
