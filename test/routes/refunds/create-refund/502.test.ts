// A chain that does not respond proves nothing about the transaction, so nothing is written.
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type RpcProxy, startRpcProxy } from "../../../harness/chain/rpc-proxy.ts";
import { startServer } from "../../../harness/server/server.ts";
import { type RouteServer, rowsOf } from "../../setup.ts";
import { givenPaid, payBack, refund } from "../given-refunds.ts";

let proxy: RpcProxy;
let server: RouteServer;
beforeAll(async () => {
  proxy = await startRpcProxy(inject("sharedChain").rpcUrl);
  server = await startServer({ chain: { rpcUrls: [proxy.url] } });
});
afterAll(async () => {
  await server?.stop();
  await proxy?.close();
});

test("returns 502, and a repeat with the same key succeeds", async () => {
  const { paymentId, buyer, token, amount } = await givenPaid(server);
  const txHash = await payBack(server, token, buyer.address, amount);
  const key = { "idempotency-key": "refund" };
  for (const fault of [{ type: "hang_up" } as const, { type: "http", status: 503, body: "down" } as const]) {
    proxy.misbehave(({ method }) => (method === "eth_getTransactionReceipt" ? fault : null));
    const { status, headers, body } = await refund(server, { paymentId, txHash }, key);
    expect([status, body.code, headers.get("retry-after")]).toEqual([502, "bad_gateway", "1"]);
    expect(await rowsOf(server, "refunds")).toBe(0);
    expect(await rowsOf(server, "idempotent_answers")).toBe(0);
  }
  proxy.misbehave(() => null);
  expect((await refund(server, { paymentId, txHash }, key)).status).toBe(200);
  // Repeating a stored response needs no chain.
  proxy.misbehave(() => ({ type: "hang_up" }));
  expect((await refund(server, { paymentId, txHash }, key)).headers.get("idempotent-replayed")).toBe("true");
  proxy.misbehave(() => null);
});
