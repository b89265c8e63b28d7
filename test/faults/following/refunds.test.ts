// Reorganisations and refunds: while the payment's own transfer is gone, its open refunds are held; a succeeded refund
// whose transfer is moved or removed keeps its status, is reported, and is paid again by the same transaction.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { paymentKey } from "../../../src/payment/terms.ts";
import { paidEvents } from "../../harness/books.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { givenRefund, paidBy, readRefund, signRefund, type WireRefund } from "../../harness/chain/refunds.ts";
import { confirm, listOptions, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { type Buyer, startServer, type TestServer } from "../../harness/server/server.ts";
import { inPool, watcherIsAtHead } from "../payments/confirmed.ts";

let chain: OwnChain;
let server: TestServer;
let buyer: Buyer;
let signer: Buyer;
beforeAll(async () => {
  chain = await startOwnChain();
  server = await startServer({
    place: chain,
    chain: { rpcUrls: [chain.proxy.url], confirmations: [{ fromStandardUnits: 0n, blocks: 1 }] },
  });
  buyer = await server.newBuyer();
  signer = await server.newBuyer();
  await chain.mine(3); // the accounts' funding must be older than the reorganisations
});
afterAll(async () => {
  await server.stop();
  await chain.stop();
});
afterEach(() => chain.resumeMining());

const EVENTUALLY = { timeout: 30_000 };

async function exceptionsOf({ paymentId }: Pick<WireRefund, "paymentId">) {
  const { body } = await server.call<{ data: { kind: string; message: string }[] }>({
    path: `/v1/exceptions?paymentId=${paymentId}`,
  });
  return body.data;
}

/** Removes the block with the transfer of this payment, and all after it. */
async function removeTransfer(paymentId: string): Promise<void> {
  await chain.stopMining();
  const [paid] = await paidEvents(server, [paymentKey(paymentId)]);
  const head = await server.client.getBlockNumber();
  await chain.reorganise(Number(head - (paid?.blockNumber ?? head)) + 1);
}

describe("while the payment's own transfer is reorganised away", () => {
  test("an open refund is held: nothing can be signed; once it is back, it is signed", async () => {
    const paymentId = await paidBy(server, buyer);
    const refund = await givenRefund(server, paymentId);
    const early = await signPayment(server, refund.gatewayPaymentId, signer);
    await removeTransfer(paymentId);
    await expect
      .poll(async () => (await exceptionsOf(refund)).map(({ kind }) => kind), EVENTUALLY)
      .toEqual(["reorged"]);
    expect(await listOptions(server, refund.gatewayPaymentId, [signer.account])).toEqual([]);
    expect((await confirm(server, early)).status).toBe(409);
    expect((await readRefund(server, refund.refundId)).status).toBe("requires_action");
    await inPool(server);
    await chain.resumeMining();
    await expect
      .poll(async () => (await listOptions(server, refund.gatewayPaymentId, [signer.account])).length, EVENTUALLY)
      .toBe(1);
    expect(await signRefund(server, refund, signer)).toBe("succeeded");
    expect(await paidEvents(server, [paymentKey(refund.gatewayPaymentId)])).toHaveLength(1);
  });
});

describe("a refund whose own transfer is reorganised away", () => {
  test("stays succeeded, is reported on its payment, and is paid again by the same transaction", async () => {
    const paymentId = await paidBy(server, buyer);
    const refund = await givenRefund(server, paymentId);
    await chain.mine(2);
    await watcherIsAtHead(server);
    expect(await signRefund(server, refund, signer)).toBe("succeeded");
    const [first] = await paidEvents(server, [paymentKey(refund.gatewayPaymentId)]);
    await removeTransfer(refund.gatewayPaymentId);
    await expect
      .poll(async () => (await exceptionsOf(refund)).map(({ kind }) => kind), EVENTUALLY)
      .toEqual(["reorged"]);
    expect((await exceptionsOf(refund))[0]?.message).toMatch(new RegExp(`^Refund ${refund.refundId}: `));
    expect((await readRefund(server, refund.refundId)).status).toBe("succeeded");
    const { raw } = await inPool(server);
    expect(raw).toBeDefined();
    await chain.mine();
    await chain.resumeMining();
    await expect
      .poll(() => paidEvents(server, [paymentKey(refund.gatewayPaymentId)]), EVENTUALLY)
      .toMatchObject([{ txHash: first?.txHash }]);
    expect(await readRefund(server, refund.refundId)).toMatchObject({ status: "succeeded", txId: first?.txHash });
    expect((await untilFinal(server, refund.gatewayPaymentId)).status).toBe("succeeded");
  });
});
