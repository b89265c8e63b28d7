// Transfers to deposit addresses are stored exactly as the chain shows them, whatever moves them and in which block.
import { encodeFunctionData, erc20Abi } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  depositsOf,
  type GivenAddress,
  giveAddress,
  signedBatch,
  transfer,
  transferBatch,
} from "../../harness/chain/deposit-addresses.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { sendAsRival } from "../../harness/chain/rival.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import { newAddress, startServer, type TestServer } from "../../harness/server/server.ts";
import { watcherIsAtHead } from "../payments/confirmed.ts";

let chain: OwnChain;
let server: TestServer;
beforeAll(async () => {
  chain = await startOwnChain();
});
afterAll(() => chain.stop());
afterEach(async () => {
  chain.proxy.misbehave(() => null);
  await server.stop();
  await chain.resumeMining();
});

async function serve(): Promise<void> {
  server = await startServer({
    place: chain,
    chain: { rpcUrls: [chain.proxy.url], confirmations: [{ fromStandardUnits: 0n, blocks: 30 }] },
  });
  await chain.stopMining();
  await watcherIsAtHead(server);
}

/** An open payment with an address. */
async function asked(): Promise<GivenAddress & { readonly paymentId: string }> {
  const paymentId = await createPayment(server);
  return { paymentId, ...(await giveAddress(server, paymentId)) };
}

/** Mines a block with what is in the pool. */
async function mined(): Promise<void> {
  await chain.mine();
  await watcherIsAtHead(server);
}

describe("deposits", () => {
  test("are stored with their block: two in one block, and another token", async () => {
    await serve();
    const { paymentId, address } = await asked();
    const first = await transfer(server, { to: address, amount: 4_000_000n });
    const second = await transfer(server, { to: address, amount: 6_000_000n, token: server.deployment.eurc });
    await mined();
    const stored = await depositsOf(server);
    expect(stored).toHaveLength(2);
    expect(stored).toEqual(
      expect.arrayContaining([
        { payment: paymentId, amount: "4000000", tx: first, isThere: true },
        { payment: paymentId, amount: "6000000", tx: second, isThere: true },
      ]),
    );
  });

  test("of a batch are all stored: twenty transfers in one call of another contract", async () => {
    await serve();
    const given = await Promise.all(Array.from({ length: 18 }, asked));
    const twice = given[0] as (typeof given)[number];
    const payouts = [...given, twice].map(({ address }, i) => ({ to: address, amount: BigInt(1_000 + i) }));
    await transferBatch(server, [...payouts, { to: newAddress(), amount: 5n }]);
    await mined();
    const expected = [...given, twice].map(({ paymentId }, i) => [paymentId, String(1_000 + i)]);
    expect((await depositsOf(server)).map(({ payment, amount }) => [payment, amount])).toEqual(expected);
  });

  test("of nothing, and transfers of other tokens and to other addresses, are none", async () => {
    await serve();
    const { address } = await asked();
    const unknown = newAddress();
    const bytecode = await server.client.getCode({ address: server.deployment.usdt });
    await server.client.setCode({ address: unknown, bytecode: bytecode ?? "0x" });
    await transferBatch(server, [
      { to: address, amount: 0n },
      { to: newAddress(), amount: 7n },
    ]);
    await transfer(server, { to: address, amount: 7n, token: unknown });
    await mined();
    expect(await server.balance(unknown, address)).toBe(7n);
    expect(await depositsOf(server)).toEqual([]);
  });
});

describe("a reorg", () => {
  test("marks deposits as removed, and the same transaction brings them back in another place", async () => {
    await serve();
    const { paymentId, address } = await asked();
    const raw = await signedBatch(
      server,
      [1n, 2n, 2n].map((amount) => ({ to: address, amount })),
    );
    await chain.mine(2); // the accounts' funding must be older than the reorg
    const tx = await server.client.sendRawTransaction({ serializedTransaction: raw });
    await mined();
    const rows = (isThere: boolean) => ["1", "2", "2"].map((amount) => ({ payment: paymentId, amount, tx, isThere }));
    expect(await depositsOf(server)).toEqual(rows(true));
    expect(await places()).toEqual([0, 1, 2]);
    await server.sql("update deposits set is_refused = true");
    await chain.reorganise(1);
    await expect.poll(() => depositsOf(server)).toEqual(rows(false));

    await sendAsRival(server, server.deployment.usdc, NOTHING); // it takes the first log index of the block
    await server.client.sendRawTransaction({ serializedTransaction: raw });
    await mined();
    expect(await depositsOf(server)).toEqual(rows(true));
    expect(await places()).toEqual([1, 2, 3]);
    expect(await server.sql("select distinct is_refused from deposits")).toEqual([{ is_refused: true }]);
  });

  const NOTHING = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [newAddress(), 0n] });
  const places = async () =>
    (await server.sql<{ log_index: number }>("select log_index from deposits order by 1")).map((row) => row.log_index);
});
