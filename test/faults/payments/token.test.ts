// Tokens pause transfers and issuers deny accounts while payments are open: a payment that can be paid later is, any
// other fails once that is certain, and no other payment is held up.
import { type Address, encodeFunctionData, parseEther, zeroHash } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { create2 } from "../../../src/chains/evm/config/deploy.ts";
import { administer, type LocalChain, localChain } from "../../../src/local/tokens/administrator.ts";
import { setDenied, setPaused } from "../../../src/local/tokens/circle-token.ts";
import { paymentKey } from "../../../src/payment/terms.ts";
import type { Service } from "../../../src/service/main.ts";
import { feeOnTransferTokenAbi, feeOnTransferTokenBytecode } from "../../contracts/generated/fee-on-transfer-token.ts";
import { paidEvents } from "../../harness/books.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { optionOf, payAsRival } from "../../harness/chain/rival.ts";
import { confirm, createPayment, type SignedOption, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { type Buyer, startOn, startServer, type TestServer } from "../../harness/server/server.ts";
import { confirmedPayment, relayStateOf, statusOf } from "./confirmed.ts";

const GRACE_S = 10;
/** Enough time to confirm. */
const LIFETIME_S = 60;

let chain: OwnChain;
let administrator: LocalChain;
let server: TestServer;
beforeAll(async () => {
  chain = await startOwnChain();
  administrator = localChain(chain.rpcUrl);
  server = await serve("all");
});
afterAll(async () => {
  await server.stop();
  await chain.stop();
});

const serve = (role: "all" | "api"): Promise<TestServer> =>
  startServer({ place: chain, role, chain: { inclusionGraceS: GRACE_S } });

/** Uses the chain's clock, which runs ahead of ours after the first test. */
const soon = async (): Promise<number> => (await chain.nowS()) + LIFETIME_S;

const signedPayment = async (buyer: Buyer): Promise<SignedOption> =>
  signPayment(server, await createPayment(server, { expiresAt: await soon() }), buyer);

async function succeedsOnce({ paymentId }: SignedOption, at = server): Promise<void> {
  expect(await untilFinal(at, paymentId)).toMatchObject({ status: "succeeded" });
  expect(await paidEvents(at, [paymentKey(paymentId)])).toHaveLength(1);
}

async function failsAtDeadline(signed: SignedOption, at = server): Promise<void> {
  expect(await statusOf(at, signed.paymentId)).toBe("processing");
  await chain.mineAt(optionOf(at, signed).terms.deadlineS);
  expect(await untilFinal(at, signed.paymentId)).toMatchObject({ status: "failed" });
  expect(await paidEvents(at, [paymentKey(signed.paymentId)])).toEqual([]);
}

const isHeld = (at: TestServer, { paymentId }: SignedOption) =>
  expect.poll(() => relayStateOf(at, paymentId)).toBe("held");

describe("a token whose issuer pauses all transfers", () => {
  const setPausedTo = (isPaused: boolean) => setPaused(administrator, server.deployment.usdc, isPaused);

  test("refuses a confirm with a clear message, and accepts it after the pause", async () => {
    const signed = await signedPayment(await server.newBuyer());
    await setPausedTo(true);
    expect(await confirm(server, signed)).toMatchObject({
      status: 400,
      body: { code: "params_validation", message: expect.stringContaining("paused all transfers") },
    });
    expect(await statusOf(server, signed.paymentId)).toBe("requires_action");
    await setPausedTo(false);
    expect(await confirm(server, signed)).toMatchObject({ status: 200 });
    await succeedsOnce(signed);
  });

  test("holds confirmed payments until the pause ends", async () => {
    const later = await serve("api");
    const signed = await confirmedPayment(later, { expiresAt: await soon() });
    await setPausedTo(true);
    const worker = await startOn(later.installation, "worker");
    await isHeld(later, signed);
    expect(await statusOf(later, signed.paymentId)).toBe("processing");
    await setPausedTo(false);
    await succeedsOnce(signed, later);
    await stopAll(later, worker);
  });

  test("past a payment's deadline fails it, and it is never paid later", async () => {
    const later = await serve("api");
    const signed = await confirmedPayment(later, { expiresAt: await soon() });
    await setPausedTo(true);
    const worker = await startOn(later.installation, "worker");
    await isHeld(later, signed);
    await failsAtDeadline(signed, later);
    await setPausedTo(false);
    await chain.mine(3);
    expect(await statusOf(later, signed.paymentId)).toBe("failed");
    await stopAll(later, worker);
  });
});

describe("a token whose issuer denies an account", () => {
  const setDeniedTo = (account: Buyer["address"], isDenied: boolean) =>
    setDenied(administrator, server.deployment.usdc, account, isDenied);

  test.each(["buyer's", "merchant's"])("refuses a confirm with a clear message: the %s", async (whose) => {
    const buyer = await server.newBuyer();
    const signed = await signedPayment(buyer);
    const account = whose === "buyer's" ? buyer.address : server.destination;
    await setDeniedTo(account, true);
    expect(await confirm(server, signed)).toMatchObject({
      status: 400,
      body: { code: "params_validation", message: expect.stringContaining("issuer refuses this transfer") },
    });
    await setDeniedTo(account, false);
    expect(await confirm(server, signed)).toMatchObject({ status: 200 });
    await succeedsOnce(signed);
  });

  test("the buyer's after the confirm: the rest of the batch is paid, and that payment fails in the end", async () => {
    const batching = await serve("api");
    const denied = await batching.newBuyer();
    const bad = await confirmedPayment(batching, { buyer: denied, expiresAt: await soon() });
    const good = await confirmedPayment(batching, { expiresAt: await soon() });
    await setDeniedTo(denied.address, true);
    const worker = await startOn(batching.installation, "worker");
    await succeedsOnce(good, batching);
    await isHeld(batching, bad);
    await failsAtDeadline(bad, batching);
    expect(await batching.sql("select payments from relay_batches")).toEqual([{ payments: 2 }]);
    await stopAll(batching, worker);
  });

  test("the merchant's after the confirm: other destinations are paid, and that one once it is allowed", async () => {
    const batching = await serve("api");
    const bad = await confirmedPayment(batching, { expiresAt: await soon() });
    await changeDestination(batching);
    const good = await confirmedPayment(batching, { expiresAt: await soon() });
    await setDeniedTo(batching.destination, true);
    const worker = await startOn(batching.installation, "worker");
    await succeedsOnce(good, batching);
    await isHeld(batching, bad);
    expect(await batching.sql("select payments from relay_batches")).toEqual([{ payments: 2 }]);
    // The partner sees no final status, no settlement, and no exception because no money moved.
    expect(await batching.call({ path: `/v1/payments/${bad.paymentId}` })).toMatchObject({
      body: { status: "processing", settlement: null },
    });
    expect((await batching.call<{ data: unknown[] }>({ path: "/v1/exceptions" })).body.data).toEqual([]);
    await setDeniedTo(batching.destination, false);
    await succeedsOnce(bad, batching);
    await stopAll(batching, worker);
  });

  test("the merchant's until the deadline: the buyer keeps the money, and the payment fails", async () => {
    const later = await serve("api");
    const signed = await confirmedPayment(later, { expiresAt: await soon() });
    await setDeniedTo(later.destination, true);
    const worker = await startOn(later.installation, "worker");
    await isHeld(later, signed);
    await failsAtDeadline(signed, later);
    expect(await later.call({ path: `/v1/payments/${signed.paymentId}` })).toMatchObject({
      body: { status: "failed", failureCode: null, settlement: null },
    });
    await stopAll(later, worker);
  });
});

describe("a token that keeps part of each transfer", () => {
  test("is refused at the confirm despite its configuration; a forced transfer moves and credits nothing", async () => {
    const { at, token } = await withFeeToken();
    const buyer = await at.newBuyer(0n);
    await administer(administrator, [{ to: token, data: mintData(buyer.address) }]);
    const paymentId = await createPayment(at, { expiresAt: await soon() });
    const signed = await signPayment(at, paymentId, buyer);
    expect(signed.option.amount.unit).toContain(token);
    expect(await confirm(at, signed)).toMatchObject({
      status: 400,
      body: { code: "params_validation", message: expect.stringContaining("choose another option") },
    });
    const hash = await payAsRival(at, signed);
    await chain.mine();
    expect(await at.client.getTransactionReceipt({ hash })).toMatchObject({ status: "reverted" });
    expect(await statusOf(at, paymentId)).toBe("requires_action");
    expect(await paidEvents(at, [paymentKey(paymentId)])).toEqual([]);
    expect(await at.balance(token, buyer.address)).toBe(HOLDS);
    await at.stop();
  });

  const HOLDS = parseEther("1000");
  const mintData = (to: Address) =>
    encodeFunctionData({ abi: feeOnTransferTokenAbi, functionName: "mint", args: [to, HOLDS] });

  /** A server whose operator configured such a token as an ordinary one with EIP-3009. */
  async function withFeeToken() {
    const { address: token, to, data } = create2(zeroHash, feeOnTransferTokenBytecode);
    await administer(administrator, [{ to, data }]);
    const entry = {
      address: token,
      symbol: "TEST",
      name: "Fee On Transfer",
      decimals: 18,
      method: "eip3009",
      peggedTo: "USD",
      domain: { name: "Fee On Transfer", version: "1" },
    } as const;
    const caip2 = server.caip2;
    const assets = [{ ...entry, chain: caip2, id: `${caip2}/erc20:${token}` }];
    return { token, at: await startServer({ place: chain, chain: { inclusionGraceS: GRACE_S, assets } }) };
  }
});

/** Moves the merchant's USDC destination to another account. */
async function changeDestination(at: TestServer): Promise<void> {
  const settlements = await at.store.settlements.list(at.partnerId, at.merchantId);
  const id = settlements.find(({ asset }) => asset.endsWith(at.deployment.usdc))?.id;
  const destination = `${at.caip2}:${privateKeyToAccount(generatePrivateKey()).address}`;
  const path = `/v1/merchants/${at.merchantId}/settlements/crypto/${id}`;
  expect(await at.call({ method: "PUT", path, body: { destination } })).toMatchObject({ status: 200 });
}

async function stopAll(at: TestServer, worker: Service): Promise<void> {
  try {
    await at.stop();
  } finally {
    await worker.stop();
  }
}
