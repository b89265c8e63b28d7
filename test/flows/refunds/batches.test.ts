// Payments and refunds share the relayers' batches, and a refund uses no more gas than a payment.
import type { Hex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentKey } from "../../../src/payment/terms.ts";
import { paidEvents } from "../../harness/books.ts";
import { givenRefund, paidBy } from "../../harness/chain/refunds.ts";
import { confirm, createPayment, type SignedOption, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { startOn, startServer, type TestServer } from "../../harness/server/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ role: "api" });
});
afterAll(() => server.stop());

/** Confirms all before a worker runs, so that they share a batch. @returns the transactions' gas, by payment */
async function relayed(signed: readonly SignedOption[]): Promise<readonly { txHash: Hex; gas: bigint }[]> {
  for (const each of signed) expect((await confirm(server, each)).status).toBe(200);
  const worker = await startOn(server.installation, "worker");
  try {
    for (const { paymentId } of signed) expect((await untilFinal(server, paymentId)).status).toBe("succeeded");
  } finally {
    await worker.stop();
  }
  const found = signed.map(async ({ paymentId }) => {
    const [paid] = await paidEvents(server, [paymentKey(paymentId)]);
    const hash = paid?.txHash ?? "0x";
    return { txHash: hash, gas: (await server.client.getTransactionReceipt({ hash })).gasUsed };
  });
  return Promise.all(found);
}

async function givenRefunds(count: number): Promise<readonly SignedOption[]> {
  const worker = await startOn(server.installation, "worker");
  const buyers = await Promise.all(Array.from({ length: count }, () => server.newBuyer()));
  const paid = await Promise.all(buyers.map((buyer) => paidBy(server, buyer)));
  await worker.stop();
  return Promise.all(
    paid.map(async (paymentId) => {
      const refund = await givenRefund(server, paymentId);
      return signPayment(server, refund.gatewayPaymentId, await server.newBuyer());
    }),
  );
}

const givenPayments = (count: number): Promise<SignedOption[]> =>
  Promise.all(
    Array.from({ length: count }, async () =>
      signPayment(server, await createPayment(server), await server.newBuyer()),
    ),
  );

test("three payments and three refunds are one transaction", async () => {
  const [payments, refunds] = [await givenPayments(3), await givenRefunds(3)];
  const sent = await relayed([...payments, ...refunds]);
  expect(new Set(sent.map(({ txHash }) => txHash)).size).toBe(1);
});

test("alone, a refund uses less gas than a payment", async () => {
  const [refund] = await relayed(await givenRefunds(1));
  const [payment] = await relayed(await givenPayments(1));
  expect(refund?.gas).toBeLessThan(payment?.gas ?? 0n);
});
