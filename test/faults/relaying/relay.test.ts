// Nodes, transaction pools and third parties interfere with the relayer: each payment is still paid exactly once.
import { encodeFunctionData, type Hex, numberToHex, parseAbi, parseEther, parseGwei, parseSignature } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { paymentKey, termsHash } from "../../../src/payment/terms.ts";
import { paidEvents } from "../../harness/books.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { optionOf, payAsRival, sendAsRival } from "../../harness/chain/rival.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { setBalance, startOn, startServer, type TestServer } from "../../harness/server/server.ts";
import { confirmExcluded, confirmedPayment, inPool, statusOf } from "../payments/confirmed.ts";

const RELAYER_KEY = generatePrivateKey();
const RELAYER = privateKeyToAccount(RELAYER_KEY).address;

/** The relayer's own bound. */
const OUTBID_AFTER_BLOCKS = 3;

let chain: OwnChain;
/** One relayer and one payment per transaction, so two payments use two nonces of one account. */
let server: TestServer;
beforeAll(async () => {
  chain = await startOwnChain();
  server = await startServer({
    place: chain,
    environment: { RELAYER_KEYS: RELAYER_KEY },
    chain: { rpcUrls: [chain.proxy.url], batchMax: 1 },
  });
});
afterAll(async () => {
  await server.stop();
  await chain.stop();
});
beforeEach(() => chain.proxy.forget());
afterEach(async () => {
  chain.proxy.misbehave(() => null);
  await chain.resumeMining();
});

/** The raw transactions that the relayer has sent since the test began, as seen by the proxy. */
const sent = (): unknown[] =>
  chain.proxy
    .requests()
    .filter(({ method }) => method === "eth_sendRawTransaction")
    .map(({ params }) => params[0]);

/** Keys in the order of their addresses, in which idle relayers are picked. */
const KEYS: readonly Hex[] = [2, 3, 1].map((key) => numberToHex(key, { size: 32 }));

const serveBy = (relayerKeys: readonly Hex[]): Promise<TestServer> =>
  startServer({
    place: chain,
    environment: { RELAYER_KEYS: relayerKeys.join() },
    chain: { rpcUrls: [chain.proxy.url] },
  });

/** Token functions that anyone may call with a signature; the second takes signatures of another type. */
const EIP3009 = parseAbi([
  "function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
]);

async function succeedsOnce(paymentId: string, at = server): Promise<void> {
  expect(await untilFinal(at, paymentId)).toMatchObject({ status: "succeeded" });
  expect(await paidEvents(at, [paymentKey(paymentId)])).toHaveLength(1);
}

describe("a node", () => {
  test("whose reply is lost after it accepted the transaction is sent the same bytes again", async () => {
    let replies = 1;
    chain.proxy.misbehave(({ method }) =>
      method === "eth_sendRawTransaction" && replies-- > 0 ? { type: "lost_reply" } : null,
    );
    const { paymentId } = await confirmedPayment(server);
    await succeedsOnce(paymentId);
    expect(sent().length).toBeGreaterThan(0);
    expect(new Set(sent()).size).toBe(1);
  });

  test("that fails for a while delays payments and loses none", async () => {
    await chain.stopMining();
    let failures = 12;
    const { paymentId } = await confirmedPayment(server);
    chain.proxy.misbehave(() => (failures-- > 0 ? { type: "http", status: 500, body: "down" } : null));
    await vi.waitFor(() => expect(failures).toBeLessThan(0), { timeout: 30_000, interval: 100 });
    await chain.resumeMining();
    await succeedsOnce(paymentId);
  });

  test("that drops the transaction from its pool is sent the same bytes again", async () => {
    await chain.stopMining();
    const { paymentId } = await confirmedPayment(server);
    const { hash, raw } = await inPool(server);
    await chain.dropFromPool(hash);
    await expect(server.client.getTransaction({ hash })).rejects.toThrow("could not be found");
    expect((await inPool(server)).hash).toBe(hash);
    expect(sent()).toEqual([raw, raw]);
    await chain.resumeMining();
    await succeedsOnce(paymentId);
  });

  test("that mines nothing is sent the same bytes again, then a version with higher fees; one of them is mined", async () => {
    await chain.stopMining();
    const { paymentId } = await confirmedPayment(server);
    const first = await inPool(server);
    await expect.poll(() => sent().length).toBeGreaterThan(1);
    expect(new Set(sent())).toEqual(new Set([first.raw]));
    await mineWithoutIt(OUTBID_AFTER_BLOCKS);
    await expect.poll(() => inPool(server).then(({ hash }) => hash)).not.toBe(first.hash);
    const second = await inPool(server);
    expect(second).toMatchObject({ nonce: first.nonce, relayer: first.relayer });
    expect(BigInt(second.max_fee_per_gas)).toBeGreaterThan(BigInt(first.max_fee_per_gas));
    await chain.resumeMining();
    await succeedsOnce(paymentId);
    const mined = await Promise.allSettled(
      [first, second].map(({ hash }) => server.client.getTransactionReceipt({ hash })),
    );
    expect(mined.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  });

  /** Mines blocks whose base fee is too high for it, then lowers the fee for the next one. */
  async function mineWithoutIt(blocks: number): Promise<void> {
    const { baseFeePerGas } = await server.client.getBlock();
    for (let block = 0; block < blocks; block++) {
      await server.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei("90") });
      await chain.mine();
    }
    await server.client.setNextBlockBaseFeePerGas({ baseFeePerGas: baseFeePerGas ?? 0n });
  }

  test("that loses one of two transactions is sent it again, so the later nonce is mined as well", async () => {
    await chain.stopMining();
    const first = await confirmedPayment(server);
    const { hash, nonce } = await inPool(server);
    const second = await confirmedPayment(server);
    await expect.poll(() => inPool(server).then((form) => form.nonce)).toBe(nonce + 1);
    await chain.dropFromPool(hash);
    await chain.resumeMining();
    await succeedsOnce(first.paymentId);
    await succeedsOnce(second.paymentId);
  });
});

describe("someone else", () => {
  test("who submits the authorisation before the confirm has paid the payment", async () => {
    const signed = await signPayment(server, await createPayment(server), await server.newBuyer());
    await payAsRival(server, signed);
    await chain.mine();
    expect(await confirm(server, signed)).toMatchObject({ status: 200 });
    await succeedsOnce(signed.paymentId);
  });

  test("who front-runs the relayer's batch has paid the payment", async () => {
    await chain.stopMining();
    const signed = await confirmedPayment(server);
    const batch = await inPool(server);
    const rival = await payAsRival(server, signed);
    await chain.mine();
    await succeedsOnce(signed.paymentId);
    const mined = await Promise.all([rival, batch.hash].map((hash) => server.client.getTransactionReceipt({ hash })));
    expect(mined.map(({ status, blockNumber }) => [status, blockNumber])).toEqual([
      ["success", mined[0]?.blockNumber],
      ["success", mined[0]?.blockNumber],
    ]);
  });

  test("who submits the authorisation directly to the token fails: only the router can use it", async () => {
    const signed = await signPayment(server, await createPayment(server), await server.newBuyer());
    const { terms } = optionOf(server, signed);
    const { payer, router, amount, deadlineS, token } = terms;
    const { r, s, yParity } = parseSignature(signed.signature);
    const args = [payer, router, amount, 0n, BigInt(deadlineS), termsHash(terms), 27 + yParity, r, s] as const;
    for (const functionName of ["receiveWithAuthorization", "transferWithAuthorization"] as const) {
      const hash = await sendAsRival(server, token, encodeFunctionData({ abi: EIP3009, functionName, args }));
      await chain.mine();
      expect(await server.client.getTransactionReceipt({ hash })).toMatchObject({ status: "reverted" });
    }
    expect(await confirm(server, signed)).toMatchObject({ status: 200 });
    await succeedsOnce(signed.paymentId);
  });

  test("must submit a payment that the wallet excluded from the relayer; then it succeeds", async () => {
    const signed = await signPayment(server, await createPayment(server), await server.newBuyer());
    expect(await confirmExcluded(server, signed)).toMatchObject({ status: 200, body: { status: "processing" } });
    const other = await confirmedPayment(server); // once this is relayed, the first would have been too
    await succeedsOnce(other.paymentId);
    expect(await statusOf(server, signed.paymentId)).toBe("processing");
    expect(await paidEvents(server, [paymentKey(signed.paymentId)])).toEqual([]);
    await payAsRival(server, signed);
    await succeedsOnce(signed.paymentId);
  });
});

describe("a relayer without coins", () => {
  test("loses nothing and continues once it is funded", async () => {
    await server.client.setBalance({ address: RELAYER, value: 0n });
    const { paymentId } = await confirmedPayment(server);
    await expect.poll(() => sent().length).toBeGreaterThan(0);
    expect(await statusOf(server, paymentId)).toBe("processing");
    await server.client.setBalance({ address: RELAYER, value: parseEther("100") });
    await succeedsOnce(paymentId);
  });

  test("leaves its payments to the other relayers", async () => {
    const several = await serveBy(KEYS);
    const [first, second] = KEYS.map((key) => privateKeyToAccount(key).address);
    for (const address of [first, second]) if (address) await several.client.setBalance({ address, value: 0n });
    for (let payments = 0; payments < 2; payments++) {
      const { paymentId } = await confirmedPayment(several);
      await succeedsOnce(paymentId, several);
    }
    await expect
      .poll(() => several.sql("select relayer from relay_batches where mined_in is null order by relayer"))
      .toEqual([{ relayer: first }, { relayer: second }]); // both were tried
    for (const address of [first, second])
      if (address) await several.client.setBalance({ address, value: parseEther("1") });
    await expect.poll(() => several.sql("select from relay_batches where mined_in is null")).toEqual([]);
    await several.stop();
  });
});

describe("a transaction that nodes refuse for an unknown reason", () => {
  test("does not hold up others", async () => {
    const [first, second] = KEYS;
    if (!first || !second) throw new Error("three keys were expected");
    const several = await serveBy([first, second]);
    await chain.stopMining();
    let refused: unknown = null;
    chain.proxy.misbehave(({ method, params }) => {
      if (method !== "eth_sendRawTransaction") return null;
      refused ??= params[0];
      return params[0] === refused ? { type: "error", code: -32_000, message: "tx type not supported" } : null;
    });
    const stuck = await confirmedPayment(several);
    await expect.poll(() => refused).not.toBeNull();
    const other = await confirmedPayment(several);
    const { hash } = await inPool(several);
    await chain.dropFromPool(hash);
    expect((await inPool(several)).hash).toBe(hash);
    await chain.resumeMining();
    await succeedsOnce(other.paymentId, several);
    chain.proxy.misbehave(() => null);
    await succeedsOnce(stuck.paymentId, several);
    await several.stop();
  });
});

describe("a batch", () => {
  test("pays the others if one buyer has moved the money away, and that one once the money is back", async () => {
    const batching = await startServer({ place: chain, role: "api", chain: { rpcUrls: [chain.proxy.url] } });
    const { usdc } = batching.deployment;
    const buyers = await Promise.all([1, 2, 3].map(() => batching.newBuyer()));
    const [good, poor, alsoGood] = await Promise.all(buyers.map((buyer) => confirmedPayment(batching, { buyer })));
    const address = buyers[1]?.address;
    if (!good || !poor || !alsoGood || !address) throw new Error("three payments were expected");
    await setBalance(batching.client, usdc, address, 0n);
    const worker = await startOn(batching.installation, "worker");
    await succeedsOnce(good.paymentId, batching);
    await succeedsOnce(alsoGood.paymentId, batching);
    expect(await batching.sql("select payments from relay_batches")).toEqual([{ payments: 3 }]);
    expect(await statusOf(batching, poor.paymentId)).toBe("processing");
    await expect
      .poll(() => batching.sql("select relay_state from confirmations where payment_id = $1", [poor.paymentId]))
      .toEqual([{ relay_state: "held" }]);
    await setBalance(batching.client, usdc, address, 10_000_000n);
    await succeedsOnce(poor.paymentId, batching);
    await batching.stop();
    await worker.stop();
  });
});
