// A transfer has its proof once nodes of as many providers show the same event in the same block, deep and final
// enough.
import { numberToHex } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Proof } from "../../../../src/payment/transfers/proof.ts";
import type { PaidEvent } from "../../../../src/payment/transfers/transfer.ts";
import { type Fault, type RpcProxy, type RpcRequest, startRpcProxy } from "../../../harness/chain/rpc-proxy.ts";
import { authorize, chainThrough, type Fixture, fundedBuyer, openFixture, relay } from "../fixture.ts";

let fixture: Fixture;
let proxies: RpcProxy[];
let transfer: PaidEvent;
const ON_TOP = 3;
beforeAll(async () => {
  fixture = await openFixture();
  proxies = await Promise.all([1, 2].map(() => startRpcProxy(fixture.rpcUrl)));
  await relay(fixture, [await authorize(fixture, await fundedBuyer(fixture))]);
  const [paid] = await fixture.chain.reader.paidEventsIn(await fixture.chain.reader.head());
  if (!paid) throw new Error("there is no event");
  transfer = paid;
  await fixture.node.mine({ blocks: ON_TOP });
});
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.close()));
  await fixture.close();
});

const TWO: Proof = { sources: 2, depth: ON_TOP + 1, finality: null };

async function isProven(
  faultOf: (request: RpcRequest) => Fault | null,
  proof = TWO,
  urls = proxies.map(({ url }) => url),
  of = transfer,
): Promise<boolean> {
  proxies[1]?.misbehave(faultOf);
  const proven = await chainThrough(fixture, ...urls).reader.proven([{ transfer: of, proof }]);
  proxies[1]?.misbehave(() => null);
  return proven.length === 1;
}

const honest = () => null;
const blockWith =
  (tag: string, block: object) =>
  (request: RpcRequest): Fault | null =>
    request.method === "eth_getBlockByNumber" && request.params[0] === tag ? { type: "result", result: block } : null;
const HASH = `0x${"ab".repeat(32)}`;

it("is given if both show it, deep enough", async () => {
  expect(await isProven(honest)).toBe(true);
  expect(await isProven(honest, { ...TWO, depth: ON_TOP + 2 })).toBe(false);
});

it("is not given by two URLs of one provider", async () => {
  const [first] = proxies;
  expect(await isProven(honest, TWO, [`${first?.url}/a`, `${first?.url}/b`])).toBe(false);
  expect(await isProven(honest, { ...TWO, sources: 1 }, [`${first?.url}/a`])).toBe(true);
});

it.each<[string, (request: RpcRequest) => Fault | null]>([
  ["is silent", () => ({ type: "hang_up" })],
  ["lacks the event", ({ method }) => (method === "eth_getLogs" ? { type: "result", result: [] } : null)],
  ["lacks the block", ({ method }) => (method === "eth_getBlockByNumber" ? { type: "result", result: null } : null)],
  [
    "has fewer blocks",
    (request) => blockWith("latest", { number: numberToHex(transfer.blockNumber), hash: HASH })(request),
  ],
  [
    "has another block",
    (request) => blockWith(numberToHex(transfer.blockNumber), { number: "0x1", hash: HASH })(request),
  ],
  ["serves another chain", ({ method }) => (method === "eth_chainId" ? { type: "result", result: "0x1" } : null)],
])("is not given if the second %s", async (_, fault) => {
  expect(await isProven(fault)).toBe(false);
});

it("is not given for another amount or destination", async () => {
  const urls = proxies.map(({ url }) => url);
  expect(await isProven(honest, TWO, urls, { ...transfer, amount: transfer.amount + 1n })).toBe(false);
  expect(await isProven(honest, TWO, urls, { ...transfer, destination: transfer.payer })).toBe(false);
});

it("waits for the block tag at both", async () => {
  const final: Proof = { ...TWO, finality: "finalized" };
  const number = numberToHex(transfer.blockNumber);
  for (const proxy of proxies) proxy.misbehave(blockWith("finalized", { number, hash: HASH }));
  expect(await isProven(blockWith("finalized", { number, hash: HASH }), final)).toBe(true);
  const before = numberToHex(transfer.blockNumber - 1n);
  expect(await isProven(blockWith("finalized", { number: before, hash: HASH }), final)).toBe(false);
  proxies[0]?.misbehave(() => null);
});
