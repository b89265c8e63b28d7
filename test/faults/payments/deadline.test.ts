// A payment that can no longer be paid fails only once that is certain: after its deadline, at the depth of the chain's
// policy, and without a transfer on chain.
import { encodeFunctionData, type Hex, parseAbi, parseSignature } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { paymentKey, termsHash } from "../../../src/payment/terms.ts";
import { expectBooksToBalance, paidEvents } from "../../harness/books.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { optionOf, payAsRival, sendAsRival } from "../../harness/chain/rival.ts";
import { createPayment, type SignedOption, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { type Buyer, setBalance, startOn, startServer, type TestServer } from "../../harness/server/server.ts";
import { confirmedPayment, inPool, statusOf, watcherHasBegun, watcherIsAtHead } from "./confirmed.ts";

const GRACE_S = 10;
const DEPTH = 2;
/** Enough time to confirm. */
const LIFETIME_S = 60;

let chain: OwnChain;
let server: TestServer;
beforeAll(async () => {
  chain = await startOwnChain();
  server = await serve("all");
});
afterAll(async () => {
  await server.stop();
  await chain.stop();
});
afterEach(() => chain.resumeMining());

const serve = (role: "all" | "api"): Promise<TestServer> =>
  startServer({
    place: chain,
    role,
    chain: { inclusionGraceS: GRACE_S, confirmations: [{ fromStandardUnits: 0n, blocks: DEPTH }] },
  });

/** Uses the chain's clock, which runs ahead of ours after the first test. */
const soon = async (): Promise<number> => (await chain.nowS()) + LIFETIME_S;

/** Mines past the deadline block by block: the payment fails once the first block at the deadline is deep enough. */
async function failsAfterDeadline(at: TestServer, { paymentId, option }: SignedOption): Promise<void> {
  const { deadlineS } = optionOf(at, { option }).terms;
  for (let afterS = -2; afterS < DEPTH - 1; afterS++) {
    await chain.mineAt(deadlineS + afterS);
    await watcherIsAtHead(at);
    expect(await statusOf(at, paymentId)).toBe("processing");
  }
  await chain.mine();
  expect(await untilFinal(at, paymentId)).toMatchObject({ status: "failed" });
  expect(await paidEvents(at, [paymentKey(paymentId)])).toEqual([]);
}

const reasonOf = (at: TestServer, paymentId: string) =>
  at.sql("select data->>'authorization' as reason from payment_events where type = 'given_up' and payment_id = $1", [
    paymentId,
  ]);

test("a payment whose buyer has moved the money away fails after its deadline and is not relayed again", async () => {
  await chain.stopMining();
  const buyer = await server.newBuyer();
  const signed = await confirmedPayment(server, { buyer, expiresAt: await soon() });
  await inPool(server);
  await setBalance(server.client, server.deployment.usdc, buyer.address, 0n);
  await failsAfterDeadline(server, signed);
  expect(await reasonOf(server, signed.paymentId)).toEqual([{ reason: "unused" }]);
  await setBalance(server.client, server.deployment.usdc, buyer.address, 1_000_000_000n);
  await chain.mine(3);
  expect(await statusOf(server, signed.paymentId)).toBe("failed");
});

test("a payment whose authorisation the buyer has cancelled fails after its deadline", async () => {
  await chain.stopMining();
  const buyer = await server.newBuyer();
  const signed = await confirmedPayment(server, { buyer, expiresAt: await soon() });
  await inPool(server);
  await cancelAuthorization(buyer, signed); // mined before the batch
  await failsAfterDeadline(server, signed);
  expect(await reasonOf(server, signed.paymentId)).toEqual([{ reason: "cancelled" }]);
});

test("a payment that was not relayed in time fails, no matter when the relayer returns", async () => {
  const away = await serve("api");
  await chain.stopMining();
  const signed = await confirmedPayment(away, { expiresAt: await soon() });
  await chain.mineAt(optionOf(away, signed).terms.deadlineS + 100);
  await chain.mine(DEPTH);
  await chain.resumeMining();
  const worker = await startOn(away.installation, "worker");
  expect(await untilFinal(away, signed.paymentId)).toMatchObject({ status: "failed" });
  await away.stop();
  await worker.stop();
});

test("a payment submitted in time by someone else succeeds, however late the watcher sees it", async () => {
  const away = await serve("api");
  const worker = await startOn(away.installation, "worker");
  await watcherHasBegun(away);
  await worker.stop();
  const signed = await confirmedPayment(away, { expiresAt: await soon() });
  await payAsRival(away, signed);
  await chain.mine();
  await chain.mineAt(optionOf(away, signed).terms.deadlineS + 100);
  await chain.mine(DEPTH);
  const back = await startOn(away.installation, "worker");
  expect(await untilFinal(away, signed.paymentId)).toMatchObject({ status: "succeeded" });
  await away.stop();
  await back.stop();
});

test("money that arrives after a payment has ended is reported as late", async () => {
  await chain.stopMining();
  const paymentId = await createPayment(server, { expiresAt: await soon() });
  const signed = await signPayment(server, paymentId, await server.newBuyer());
  await server.call({ method: "POST", path: `/v1/payments/${signed.paymentId}/cancel` });
  await payAsRival(server, signed);
  await chain.mine(DEPTH);
  await expect
    .poll(() => server.sql("select kind from exceptions where payment_id = $1", [signed.paymentId]))
    .toEqual([{ kind: "late" }]);
  expect(await statusOf(server, signed.paymentId)).toBe("cancelled");
  await expectBooksToBalance(server);
});

const CANCEL = parseAbi([
  "function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
]);

/** EIP-3009 cancelAuthorization, which a buyer may call at any time for an unused authorisation. */
async function cancelAuthorization({ privateKey, address }: Buyer, signed: SignedOption): Promise<Hex> {
  const { usdc } = server.deployment;
  const nonce = termsHash(optionOf(server, signed).terms);
  const signature = await privateKeyToAccount(privateKey).signTypedData({
    domain: { name: "USD Coin", version: "2", chainId: 31_337, verifyingContract: usdc },
    types: {
      CancelAuthorization: [
        { name: "authorizer", type: "address" },
        { name: "nonce", type: "bytes32" },
      ],
    },
    primaryType: "CancelAuthorization",
    message: { authorizer: address, nonce },
  });
  const { r, s, yParity } = parseSignature(signature);
  return sendAsRival(
    server,
    usdc,
    encodeFunctionData({
      abi: CANCEL,
      functionName: "cancelAuthorization",
      args: [address, nonce, 27 + yParity, r, s],
    }),
  );
}
