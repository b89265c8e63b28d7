// Concurrent confirms share RPC requests, and a failure affects only the payment it concerns.

import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { EvmChain } from "../../../../src/chains/evm/chain.ts";
import { mint } from "../../../../src/local/tokens/circle-token.ts";
import type { Authorization } from "../../../../src/operations/ports/chain/payment-chain.ts";
import { type RpcProxy, startRpcProxy } from "../../../harness/chain/rpc-proxy.ts";
import { authorize, chainThrough, type Fixture, openFixture } from "../fixture.ts";

let fixture: Fixture;
let proxy: RpcProxy;
let chain: EvmChain;
let authorizations: Authorization[];

beforeAll(async () => {
  fixture = await openFixture();
  proxy = await startRpcProxy(fixture.rpcUrl);
  const buyer = privateKeyToAccount(generatePrivateKey());
  await mint(fixture.node, fixture.deployment.usdc, buyer.address, 1_000_000_000n);
  authorizations = await Promise.all(Array.from({ length: 200 }, () => authorize(fixture, buyer)));
});
afterAll(async () => {
  await proxy.close();
  await fixture.close();
});
beforeEach(async () => {
  proxy.misbehave(() => null);
  chain = chainThrough(fixture, proxy.url);
  expect(await chain.check()).toEqual([]);
  proxy.forget();
});

const verifyAll = (list: readonly Authorization[]) => Promise.all(list.map((one) => chain.payment.verify(one)));

it("200 at once take at most 6 RPC requests", async () => {
  const verdicts = await verifyAll(authorizations);
  expect(verdicts).toEqual(authorizations.map(() => expect.objectContaining({ type: "payable" })));
  expect(proxy.methods().length).toBeLessThanOrEqual(6);
});

it("199 with the signature of another payment take at most 3 RPC requests", async () => {
  const [first] = authorizations;
  const forged = authorizations.map((each) => ({ ...each, signature: first?.signature ?? "0x" })).slice(1);
  expect(await verifyAll(forged)).toEqual(forged.map(() => ({ type: "invalid_signature" })));
  expect(proxy.methods().length).toBeLessThanOrEqual(3);
});

it("a bad one among 100 good ones is identified without affecting the others", async () => {
  const mixed = authorizations.slice(0, 101);
  const forged = { ...mixed[50], signature: mixed[51]?.signature } as Authorization;
  const verdicts = await verifyAll(mixed.with(50, forged));
  expect(verdicts[50]).toEqual({ type: "invalid_signature" });
  expect(verdicts.toSpliced(50, 1)).toEqual(
    Array.from({ length: 100 }, () => expect.objectContaining({ type: "payable" })),
  );
  expect(proxy.methods().length).toBeLessThanOrEqual(4);
});

it("a node with too little gas for all in one eth_call gets smaller calls", async () => {
  proxy.misbehave(({ method, params }) => {
    const isLarge = method === "eth_call" && JSON.stringify(params).length > 60_000;
    return isLarge ? { type: "error", code: -32000, message: "out of gas" } : null;
  });
  expect(await verifyAll(authorizations)).toEqual(
    authorizations.map(() => expect.objectContaining({ type: "payable" })),
  );
});

it("at most 5000 can wait; more are unknown at once", async () => {
  proxy.misbehave(() => ({ type: "http", status: 503, body: "busy" }));
  const [first] = authorizations;
  if (!first) throw new Error("no authorisation");
  const many = Array.from({ length: 5_001 }, (_, i): Authorization => {
    const terms = { ...first.option.terms, amount: BigInt(i + 1) };
    return { ...first, option: { ...first.option, terms } };
  });
  const verdicts = await verifyAll(many);
  expect(verdicts.at(-1)).toEqual({ type: "unknown", message: expect.stringContaining("more than 5000") });
  expect(new Set(verdicts.map(({ type }) => type))).toEqual(new Set(["unknown"]));
});
