// A node that takes each transaction and says that it does not, in words that no list knows.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { confirmedPayment } from "../payments/confirmed.ts";
import { EVENTUALLY, stage, succeedsOnce } from "./relay-stage.ts";

let chain: OwnChain;
beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());

/** More often than a batch may be refused. */
const SENT_TIMES = 6;

test("nothing is abandoned, and each payment is paid in one batch", { timeout: 240_000 }, async (context) => {
  const { server, node, relay } = await stage(chain, context, 1);
  node.misbehave(async ({ method, params }) => {
    if (method !== "eth_sendRawTransaction") return null;
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    await fetch(chain.rpcUrl, { method: "POST", body, headers: { "content-type": "application/json" } });
    return { type: "error", code: -32_000, message: "submission not accepted" };
  });
  const payments = [await confirmedPayment(server), await confirmedPayment(server)];
  await chain.stopMining();
  const { errors } = await relay();
  const sent = () => node.methods().filter((method) => method === "eth_sendRawTransaction");
  await vi.waitFor(() => expect(sent().length).toBeGreaterThanOrEqual(SENT_TIMES), { ...EVENTUALLY, timeout: 120_000 });
  await chain.resumeMining();
  for (const payment of payments) await succeedsOnce(payment, server);
  expect(errors).toEqual([]);
  expect(await server.sql("select payments from relay_batches")).toEqual([{ payments: 2 }]);
});
