// The steps of `pay` one by one, as a page runs them: nothing is signed or sent twice, and a lost response loses
// nothing.
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  accountsOf,
  confirmPayment,
  createGatewayClient,
  executePayment,
  type GatewayClient,
  type KeptResults,
  NoAnswerError,
  type Provider,
  preparePayment,
} from "../../src/client/index.ts";
import { startServerWithCoin } from "../harness/chain/methods.ts";
import { createPayment } from "../harness/chain/wallet.ts";
import type { TestServer } from "../harness/server/server.ts";
import { type Asked, buyerFor, providerOf } from "./payers.ts";

let server: TestServer;
let gateway: GatewayClient;
beforeAll(async () => {
  server = await startServerWithCoin();
  gateway = createGatewayClient({ baseUrl: server.baseUrl, apiKey: server.walletKey });
});
afterAll(() => server.stop());

function keep(): KeptResults & { readonly all: Map<string, string> } {
  const all = new Map<string, string>();
  return {
    all,
    read: (step) => all.get(JSON.stringify(step)) ?? null,
    keep: (step, result) => void all.set(JSON.stringify(step), result),
  };
}

const executed = (asked: Asked): string[] =>
  asked.map(({ method }) => method).filter((method) => /eth_(sign|send)/.test(method));

async function prepare(way: string) {
  const asked: Asked = [];
  const wallet = providerOf(server, await buyerFor(server, way), asked);
  const paymentId = await createPayment(server);
  const accounts = await accountsOf(wallet, [server.caip2]);
  const { options, info } = await gateway.options(paymentId, { accounts, includePaymentInfo: true });
  const [option] = options ?? [];
  if (!option || !info) throw new Error("no option");
  const prepared = await preparePayment(paymentId, option, { gateway, paymentExpiresAtS: info.expiresAt });
  return { asked, wallet, paymentId, prepared };
}

test.each([
  ["plain ERC-20", ["eth_sendTransaction", "eth_sendTransaction"]],
  ["Permit2 with its approval", ["eth_sendTransaction", "eth_signTypedData_v4"]],
])("by %s: a second try asks the wallet for nothing again, and pays once", async (way, methods) => {
  const { asked, wallet, paymentId, prepared } = await prepare(way);
  expect(prepared.steps.map(({ kind }) => kind)).toEqual(["approve", way === "plain ERC-20" ? "send" : "sign"]);
  const kept = keep();
  const first = await executePayment(prepared, { wallet, kept });
  expect(executed(asked)).toEqual(methods);
  expect(await executePayment(prepared, { wallet, kept })).toEqual(first);
  expect(executed(asked)).toEqual(methods);
  expect(await confirmPayment(paymentId, first, { gateway })).toMatchObject({ status: "succeeded" });
  expect(kept.all.size).toBe(2);
});

test("after a refusal midway, it continues from there", async () => {
  const { asked, wallet, prepared } = await prepare("plain ERC-20");
  const kept = keep();
  const refusing = {
    async request(call: { method: string; params?: unknown }) {
      if (executed(asked).length === 1 && call.method === "eth_sendTransaction")
        throw Object.assign(new Error("no"), { code: 4001 });
      return wallet.request(call);
    },
  };
  await expect(executePayment(prepared, { wallet: refusing, kept })).rejects.toMatchObject({
    reason: "refused_in_wallet",
  });
  expect(kept.all.size).toBe(1);
  const body = await executePayment(prepared, { wallet, kept });
  expect(executed(asked)).toHaveLength(2);
  expect(await confirmPayment(prepared.paymentId, body, { gateway })).toMatchObject({ status: "succeeded" });
});

test("a confirm whose responses are all lost can be repeated, and has paid once", async () => {
  const { wallet, paymentId, prepared } = await prepare("EIP-3009");
  const body = await executePayment(prepared, { wallet });
  const lost = createGatewayClient({
    baseUrl: server.baseUrl,
    apiKey: server.walletKey,
    wait: async () => {},
    async fetch(...request) {
      await globalThis.fetch(...request);
      throw new TypeError("the connection broke");
    },
  });
  await expect(confirmPayment(paymentId, body, { gateway: lost })).rejects.toBeInstanceOf(NoAnswerError);
  expect(await confirmPayment(paymentId, body, { gateway })).toMatchObject({ status: "succeeded" });
});

test("with a given clock, an expired payment does not reach the wallet", async () => {
  const { asked, wallet, prepared } = await prepare("EIP-3009");
  const nowMs = () => prepared.until.atS * 1000;
  await expect(executePayment(prepared, { wallet, nowMs })).rejects.toMatchObject({ reason: "payment_expired" });
  expect(executed(asked)).toEqual([]);
});

test.each<[string, object]>([
  ["the buyer goes back", { name: "AbortError" }],
  ["the payment expires", { reason: "payment_expired" }],
])("if %s while the wallet switches the chain, it is asked for nothing more", async (end, error) => {
  const { wallet, asked, prepared } = await prepare("coin");
  const goesBack = new AbortController();
  let nowMs = Date.now();
  let chainId = "0x1";
  const elsewhere: Provider = {
    async request(call) {
      if (call.method === "eth_chainId") return chainId;
      if (call.method !== "wallet_switchEthereumChain") return wallet.request(call);
      if (end === "the buyer goes back") goesBack.abort();
      else nowMs = prepared.until.atS * 1000;
      chainId = `0x${BigInt(server.caip2.slice("eip155:".length)).toString(16)}`;
      return null;
    },
  };
  const attempt = executePayment(prepared, { wallet: elsewhere, signal: goesBack.signal, nowMs: () => nowMs });
  await expect(attempt).rejects.toMatchObject(error);
  expect(executed(asked)).toEqual([]);
});
