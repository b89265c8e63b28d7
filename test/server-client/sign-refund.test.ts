// A back end signs refunds with turnpike/server, on the real server and chain: by each method, whole and partial, and
// again after whatever went wrong. The money moves once.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGatewayClient } from "../../src/client/index.ts";
import { paymentKey } from "../../src/payment/terms.ts";
import { NoAnswerError, PayError, type Refund } from "../../src/server-client/index.ts";
import { buyerFor } from "../client/payers.ts";
import { paidEvents } from "../harness/books.ts";
import { askForAddress, sendTo } from "../harness/chain/deposits.ts";
import { buyerWith, startServerWithCoin } from "../harness/chain/methods.ts";
import { accountOf, clientOf, paidIn, turnpikeOf } from "../harness/chain/refund-signers.ts";
import { createPayment, untilFinal } from "../harness/chain/wallet.ts";
import type { TestServer } from "../harness/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServerWithCoin();
});
afterAll(() => server.stop());

const refundOf = async (way: string, half = false): Promise<Refund> => {
  const { paymentId } = await paidIn(server, way);
  const amount = half ? { amount: { unit: "iso4217/USD", value: "500" } } : {};
  return turnpikeOf(server).refunds.create({ paymentId, reason: "Returned", ...amount });
};

/** What the chain paid to the refund's receiver. */
const paidBack = async ({ gatewayPaymentId }: Refund) =>
  (await paidEvents(server, [paymentKey(gatewayPaymentId)])).map(({ amount, fee, destination }) => ({
    amount: amount.toString(),
    fee,
    to: `${server.caip2}:${destination}`,
  }));

const onceExactly = ({ amount, to }: Refund) => [{ amount: amount.value, fee: 0n, to }];

const WAYS = ["EIP-3009", "Permit2 with its approval", "plain ERC-20", "coin"];

describe.each(WAYS)("a payment by %s", (way) => {
  test.each([
    ["whole", false],
    ["a part", true],
  ])("is refunded, %s", async (_, half) => {
    const refund = await refundOf(way, half);
    const signed = await turnpikeOf(server).refunds.sign(
      refund.refundId,
      clientOf(server, await buyerFor(server, way)),
    );
    expect(signed).toMatchObject({ status: "succeeded", refundId: refund.refundId, to: refund.to });
    expect(await paidBack(refund)).toEqual(onceExactly(refund));
    const details = await turnpikeOf(server).payments.get(refund.paymentId);
    expect(details).toMatchObject({ isRefunded: !half, refundedAmount: { value: refund.amount.value } });
  });
});

test("an unmodified viem account signs, and any account of the merchant may pay", async () => {
  const refund = await refundOf("EIP-3009");
  const account = accountOf(await server.newBuyer());
  expect((await turnpikeOf(server).refunds.sign(refund, account)).status).toBe("succeeded");
  expect(await paidBack(refund)).toEqual(onceExactly(refund));
});

describe("it may be repeated:", () => {
  test("a refund that has ended is returned, and nothing is signed", async () => {
    const { refunds } = turnpikeOf(server);
    const refund = await refundOf("EIP-3009");
    const first = await refunds.sign(refund.refundId, accountOf(await server.newBuyer()));
    const never = { address: server.destination, signTypedData: () => Promise.reject(new Error("asked to sign")) };
    expect(await refunds.sign(refund.refundId, never)).toEqual(first);
    const cancelled = await refunds.cancel((await refundOf("EIP-3009")).refundId);
    expect(await refunds.sign(cancelled.refundId, never)).toEqual(cancelled);
  });

  test("the confirm's response is lost: the refund is awaited all the same", async () => {
    const refund = await refundOf("EIP-3009");
    let confirms = 0;
    const losing: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (String(url).includes("/confirm") && confirms++ === 0) throw new TypeError("the response is lost");
      return response;
    };
    const { refunds } = turnpikeOf(server, { fetch: losing, retries: 0 });
    expect((await refunds.sign(refund.refundId, accountOf(await server.newBuyer()))).status).toBe("succeeded");
    expect(confirms).toBe(1);
    expect(await paidBack(refund)).toEqual(onceExactly(refund));
  });

  test.each(WAYS)("by %s: the process dies between the wallet and the confirm", async (way) => {
    const refund = await refundOf(way);
    const wallet = clientOf(server, await buyerFor(server, way));
    const dying: typeof fetch = (url, init) =>
      String(url).includes("/confirm") || String(url).includes("/status")
        ? Promise.reject(new TypeError("killed"))
        : fetch(url, init);
    const doomed = turnpikeOf(server, { fetch: dying, retries: 0 }).refunds.sign(refund.refundId, wallet);
    await expect(doomed).rejects.toBeInstanceOf(NoAnswerError);
    // This token refuses an approval on top of another one, so the first must be seen.
    if (way.startsWith("Permit2")) await server.client.mine({ blocks: 1 });
    expect((await turnpikeOf(server).refunds.sign(refund.refundId, wallet)).status).toBe("succeeded");
    expect(await paidBack(refund)).toEqual(onceExactly(refund));
  });

  test.each(WAYS)("by %s: two processes with one account sign at once", async (way) => {
    const refund = await refundOf(way);
    const wallet = clientOf(server, await buyerFor(server, way));
    // The account's transactions may clash: then one of the two fails, and may be repeated.
    await Promise.allSettled([1, 2].map(() => turnpikeOf(server).refunds.sign(refund.refundId, wallet)));
    expect((await turnpikeOf(server).refunds.sign(refund.refundId, wallet)).status).toBe("succeeded");
    expect(await paidBack(refund)).toEqual(onceExactly(refund));
  });

  test("two accounts sign at once: one pays", async () => {
    const refund = await refundOf("EIP-3009");
    const signers = await Promise.all([1, 2].map(async () => accountOf(await server.newBuyer())));
    const both = signers.map((signer) => turnpikeOf(server).refunds.sign(refund.refundId, signer));
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
    expect(await paidBack(refund)).toEqual(onceExactly(refund));
  });
});

describe("nothing is signed", () => {
  test("if the account's balance is short: the error names what is missing", async () => {
    const refund = await refundOf("EIP-3009");
    const { refunds } = turnpikeOf(server);
    const poor = await server.newBuyer(9_999_999n);
    const attempt = refunds.sign(refund.refundId, accountOf(poor));
    await expect(attempt).rejects.toMatchObject({
      reason: "no_option",
      message: expect.stringMatching(/: 1 are missing$/),
    });
    expect((await refunds.get(refund.refundId)).status).toBe("requires_action");
  });

  test("if the account lacks the network's fee, or sends on another chain", async () => {
    const refund = await refundOf("plain ERC-20");
    const { refunds } = turnpikeOf(server);
    const withoutCoin = await buyerWith(server, { dai: "1000" });
    await expect(refunds.sign(refund.refundId, clientOf(server, withoutCoin))).rejects.toMatchObject({
      reason: "no_option",
      message: expect.stringMatching(/insufficient_gas/),
    });
    const wallet = clientOf(server, await buyerFor(server, "plain ERC-20"));
    const elsewhere = { ...wallet, getChainId: async () => 1 };
    await expect(refunds.sign(refund.refundId, elsewhere)).rejects.toMatchObject({ reason: "unknown_chain" });
    const onlySigns = accountOf(await buyerFor(server, "plain ERC-20"));
    await expect(refunds.sign(refund.refundId, onlySigns)).rejects.toMatchObject({ reason: "wallet_unable" });
    expect(await paidBack(refund)).toEqual([]);
  });

  test("if the signer is the receiver", async () => {
    const { paymentId, buyer } = await paidIn(server, "EIP-3009");
    const { refunds } = turnpikeOf(server);
    const { refundId } = await refunds.create({ paymentId, reason: "Returned" });
    await expect(refunds.sign(refundId, accountOf(buyer))).rejects.toMatchObject({
      reason: "no_option",
      message: expect.stringMatching(/pays_itself/),
    });
  });

  test("before the merchant has accepted the address that the buyer of a deposit named", async () => {
    const turnpike = turnpikeOf(server);
    const paymentId = await createPayment(server);
    await sendTo(server, (await askForAddress(server, paymentId)).address, 10_000_000n);
    await untilFinal(server, paymentId);
    const { refundId } = await turnpike.refunds.create({ paymentId, reason: "Returned" });
    const account = accountOf(await server.newBuyer());
    await expect(turnpike.refunds.sign(refundId, account)).rejects.toBeInstanceOf(PayError);
    const gateway = createGatewayClient({ baseUrl: server.baseUrl, apiKey: server.walletKey });
    const [wrong, right] = [(await server.newBuyer()).account, (await server.newBuyer(0n)).account];
    await gateway.refundAddress(paymentId, { account: wrong });
    expect((await turnpike.refunds.reject(refundId, wrong)).status).toBe("requires_address");
    await gateway.refundAddress(paymentId, { account: right });
    expect(await turnpike.refunds.accept(refundId, right)).toMatchObject({ status: "requires_action", to: right });
    expect((await turnpike.refunds.sign(refundId, account)).status).toBe("succeeded");
  });
});
