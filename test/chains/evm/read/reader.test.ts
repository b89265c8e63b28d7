// The watcher's view of a chain, on a real node with reorgs.
import { encodeFunctionData, type Hex, parseAbi, parseEther, zeroAddress } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ChainUnavailableError } from "../../../../src/chains/evm/nodes/errors.ts";
import { blocksRequested } from "../../../../src/chains/evm/nodes/log-range.ts";
import { permit2Nonce } from "../../../../src/chains/evm/read/used.ts";
import type { Block, BlockName } from "../../../../src/operations/ports/chain/chain-reader.ts";
import type { Authorization } from "../../../../src/operations/ports/chain/payment-chain.ts";
import type { Option } from "../../../../src/payment/option.ts";
import { termsHash } from "../../../../src/payment/terms.ts";
import { startRpcProxy } from "../../../harness/chain/rpc-proxy.ts";
import {
  authorize,
  chainThrough,
  type Fixture,
  fundedBuyer,
  limitLogRange,
  openFixture,
  optionFor,
  RELAYER,
  relay,
  rpc,
  someone,
} from "../fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

/** Relays a batch and returns its block. */
async function relayed(authorizations: readonly Authorization[]): Promise<Block> {
  await relay(fixture, authorizations);
  return fixture.chain.reader.head();
}

const buy = async (count: number) => {
  const buyer = await fundedBuyer(fixture);
  return Promise.all(
    Array.from({ length: count }, (_, i) => authorize(fixture, buyer, { destination: someone(`shop ${i}`) })),
  );
};

describe("blocks", () => {
  it("form a chain up to the head, with none beyond it", async () => {
    const { reader } = fixture.chain;
    const head = await reader.head();
    const parent = await reader.block(head.number - 1n);
    expect(parent?.hash).toBe(head.parentHash);
    expect(await reader.block(head.number)).toEqual(head);
    expect(await reader.block(head.number + 1n)).toBeNull();
    expect(Math.abs(head.timeS - Date.now() / 1000)).toBeLessThan(3600);
  });

  it("change their hash in a reorg, after which the old block's events can no longer be read", async () => {
    const { reader } = fixture.chain;
    const block = await relayed(await buy(1));
    expect(await reader.paidEventsIn(block)).toHaveLength(1);
    await rpc(fixture, "anvil_reorg", [1, []]);
    const now = await reader.block(block.number);
    expect(now?.hash).not.toBe(block.hash);
    expect(now?.parentHash).toBe(block.parentHash);
    await expect(reader.paidEventsIn(block)).rejects.toThrow(ChainUnavailableError);
    expect(now && (await reader.paidEventsIn(now))).toEqual([]);
  });
});

describe("Paid events", () => {
  it("are read from one block and from several, in chain order", async () => {
    const { reader } = fixture.chain;
    const first = await relayed(await buy(3));
    const second = await relayed(await buy(2));
    const [ofFirst, ofSecond] = [await reader.paidEventsIn(first), await reader.paidEventsIn(second)];
    expect([ofFirst.length, ofSecond.length]).toEqual([3, 2]);
    expect(await reader.paidEventsFrom(first.number, second.number)).toEqual({
      events: [...ofFirst, ...ofSecond],
      to: second.number,
    });
    expect(await reader.paidEventsFrom(second.number, second.number)).toEqual({ events: ofSecond, to: second.number });
    const indexes = ofFirst.map(({ logIndex }) => logIndex);
    expect(indexes).toEqual(indexes.toSorted((a, b) => a - b));
  });

  it("are returned and checked only for this installation's payments, if asked for", async () => {
    const proxy = await startRpcProxy(fixture.rpcUrl);
    const { reader } = chainThrough(fixture, proxy.url);
    const block = await relayed(await buy(3));
    const [, own] = await reader.paidEventsIn(block);
    const ownOf = async () => new Set(own ? [own.paymentKey] : []);
    expect(await reader.paidEventsIn(block, ownOf)).toEqual([own]);
    expect(await reader.paidEventsFrom(block.number, block.number, ownOf)).toEqual({ events: [own], to: block.number });
    proxy.forget();
    expect(await reader.paidEventsIn(block, async () => new Set())).toEqual([]);
    expect(proxy.methods()).toEqual(["eth_getLogs"]);
    await proxy.close();
  });

  it.each([10, 1])("are read in ranges that the node allows (%i blocks), which is remembered", async (allowed) => {
    const proxy = await startRpcProxy(fixture.rpcUrl);
    const { reader } = chainThrough(fixture, proxy.url);
    const first = await relayed(await buy(1));
    await fixture.node.mine({ blocks: 60 });
    const last = await relayed(await buy(2));
    limitLogRange(proxy, allowed);
    const found: bigint[] = [];
    for (let from = first.number; from <= last.number; ) {
      const { events, to } = await reader.paidEventsFrom(from, last.number);
      if (from === first.number) proxy.forget();
      found.push(...events.map(({ blockNumber }) => blockNumber));
      from = to + 1n;
    }
    expect(found).toEqual([first.number, last.number, last.number]);
    // Once the limit is known, no request exceeds it.
    const widths = proxy.requests().map(({ method, params }) => blocksRequested(method, params) ?? 0);
    expect(Math.max(...widths)).toBeLessThanOrEqual(allowed);
    await proxy.close();
  });

  it("are rejected if they are of another block, range or contract, or of none", async () => {
    const proxy = await startRpcProxy(fixture.rpcUrl);
    const { reader } = chainThrough(fixture, proxy.url);
    const block = await relayed(await buy(1));
    const filter = { address: fixture.config.router, blockHash: block.hash };
    const [log] = (await rpc(fixture, "eth_getLogs", [filter])) as object[];
    const lies = [
      { blockHash: `0x${"ab".repeat(32)}` },
      { blockHash: null },
      { blockNumber: "0x1" },
      { blockNumber: null },
      { transactionHash: null },
      { logIndex: null },
      { removed: true },
      { address: someone("another router") },
      { data: "0x" },
      { data: "0x1234" },
      { topics: [] },
    ];
    for (const lie of lies) {
      proxy.misbehave(({ method }) =>
        method === "eth_getLogs" ? { type: "result", result: [{ ...log, ...lie }] } : null,
      );
      await expect(reader.paidEventsIn(block), JSON.stringify(lie)).rejects.toThrow(ChainUnavailableError);
    }
    proxy.misbehave(() => null);
    expect(await reader.paidEventsIn(block)).toHaveLength(1);
    await proxy.close();
  });
});

describe("the state of a block", () => {
  it("includes transactions and used authorisations up to it, and none after it", async () => {
    const { reader } = fixture.chain;
    const [authorization] = await buy(1);
    if (!authorization) throw new Error("no authorisation");
    const before = await reader.head();
    const block = await relayed([authorization]);
    expect(await reader.isUsed(authorization.option, before)).toBe(false);
    expect(await reader.isUsed(authorization.option, block)).toBe(true);
    const count = await reader.transactionCount(RELAYER, before);
    expect(await reader.transactionCount(RELAYER, block)).toBe(count + 1n);
    await expect(reader.transactionCount(RELAYER, { ...block, hash: `0x${"11".repeat(32)}` })).rejects.toThrow(
      ChainUnavailableError,
    );
  });
});

describe("balances", () => {
  it("are of a block's state, for tokens and coins, and unknown for what is no token", async () => {
    const { reader } = fixture.chain;
    const { usdc } = fixture.deployment;
    const { address } = await fundedBuyer(fixture);
    await fixture.node.setBalance({ address, value: 7n });
    await fixture.node.mine({ blocks: 1 });
    const before = await reader.head();
    const holdings = [usdc, zeroAddress, someone("no token")].map((token) => ({ address, token }));
    const held = await reader.balancesAt(before, holdings);
    expect(held).toEqual([expect.any(BigInt), 7n, null]);
    expect(held[0]).toBeGreaterThan(0n);
    await fixture.node.mine({ blocks: 1 }); // the node changes the state of its newest block
    await fixture.node.setBalance({ address, value: 8n });
    await fixture.node.mine({ blocks: 1 });
    expect(await reader.balancesAt(before, holdings)).toEqual(held);
    expect(await reader.balancesAt(await reader.head(), holdings.slice(1))).toEqual([8n, null]);
    const many = Array.from({ length: 601 }, (_, i) => ({
      address: i === 600 ? address : someone(`${i}`),
      token: usdc,
    }));
    expect((await reader.balancesAt(before, many)).at(-1)).toBe(held[0]);
    expect(await reader.balancesAt(before, [])).toEqual([]);
  });
});

const INVALIDATE = parseAbi(["function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)"]);

describe("a buyer's invalidation of a Permit2 nonce", () => {
  const optionOf = (payer: Hex, changes = {}): Option => ({ ...optionFor(fixture, payer, changes), method: "permit2" });
  let option: Option;
  let block: BlockName;
  beforeAll(async () => {
    const { address } = await fundedBuyer(fixture);
    option = optionOf(address);
    const { word, bit } = permit2Nonce(termsHash(option.terms));
    const args = [word, 1n << bit] as const;
    const data = encodeFunctionData({ abi: INVALIDATE, functionName: "invalidateUnorderedNonces", args });
    await fixture.node.setBalance({ address, value: parseEther("1") });
    const to = fixture.deployment.permit2;
    const hash = await fixture.node.sendUnsignedTransaction({ from: address, to, data, gas: 100_000n });
    await fixture.node.mine({ blocks: 30 });
    const { blockNumber: number, blockHash } = await fixture.node.waitForTransactionReceipt({ hash });
    block = { number, hash: blockHash };
  });

  it("is found in its block and in a range, and no other option's is", async () => {
    const { reader } = fixture.chain;
    const other = optionOf(option.terms.payer, { amount: 7n });
    expect(await reader.cancellations(option, block)).toEqual([block]);
    expect(await reader.cancellations(option, { from: block.number - 1n, to: block.number })).toHaveLength(1);
    expect(await reader.cancellations(option, { from: 0n, to: block.number - 1n })).toEqual([]);
    expect(await reader.cancellations(other, { from: 0n, to: block.number })).toEqual([]);
    expect(await reader.isUsed(option, block)).toBe(true);
  });

  it.each([10, 1])("is found on a node that returns the logs of at most %i blocks", async (allowed) => {
    const proxy = await startRpcProxy(fixture.rpcUrl);
    limitLogRange(proxy, allowed);
    const { reader } = chainThrough(fixture, proxy.url);
    const range = { from: block.number - 15n, to: block.number + 29n };
    expect(await reader.cancellations(option, range)).toEqual([block]);
    await proxy.close();
  });
});
