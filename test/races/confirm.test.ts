// Concurrent confirms of one payment: identical ones count as one; of different ones, the first wins.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentKey } from "../../src/payment/terms.ts";
import { confirmExcluded } from "../faults/payments/confirmed.ts";
import { paidEvents } from "../harness/books.ts";
import { payAsRival } from "../harness/chain/rival.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import type { Buyer, TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";

const CONFIRMS = 20;

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function paidOnce(paymentId: string): Promise<void> {
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  expect(await paidEvents(server, [paymentKey(paymentId)])).toHaveLength(1);
  const confirmations = await server.sql("select from confirmations where payment_id = $1", [paymentId]);
  expect(confirmations).toHaveLength(1);
}

describe(`${CONFIRMS} concurrent confirms`, () => {
  test("that are identical are all 200, and the payment is paid once", async () => {
    const paymentId = await createPayment(server);
    const signed = await signPayment(server, paymentId, await server.newBuyer());
    const answers = await Promise.all(Array.from({ length: CONFIRMS }, () => confirm(server, signed)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await paidOnce(paymentId);
  });

  test("with two buyers' options: one option's are 200, the other's 400, and the first one pays", async () => {
    const { usdc } = server.deployment;
    const paymentId = await createPayment(server);
    const buyers = await Promise.all([server.newBuyer(), server.newBuyer()]);
    const signed = await Promise.all(buyers.map((buyer) => signPayment(server, paymentId, buyer)));
    const answers = await Promise.all(
      Array.from({ length: CONFIRMS / 2 }, () => signed.map((one) => confirm(server, one))).flat(),
    );
    const statuses = [0, 1].map((of) => answers.filter((_, index) => index % 2 === of).map(({ status }) => status));
    const winner = statuses.findIndex(([first]) => first === 200);
    const loser = 1 - winner;
    expect(statuses[winner]).toEqual(Array.from({ length: CONFIRMS / 2 }, () => 200));
    expect(statuses[loser]).toEqual(Array.from({ length: CONFIRMS / 2 }, () => 400));
    const codes = answers.filter(({ status }) => status === 400).map(({ body }) => body);
    for (const body of codes) expect(body).toMatchObject({ code: "invalid_state" });

    await paidOnce(paymentId);
    const balances = await Promise.all(buyers.map(({ address }) => server.balance(usdc, address)));
    expect(balances[winner]).toBe(990_000_000n);
    expect(balances[loser]).toBe(1_000_000_000n);
  });
});

describe("one balance", () => {
  const PRICE = 10_000_000n;
  const signedBy = async (buyer: Buyer) => signPayment(server, await createPayment(server), buyer);

  test("backs only as many concurrent confirms as it covers; the others are refused and stay payable", async () => {
    const buyer = await server.newBuyer(3n * PRICE + 5_000_000n);
    const signed = await Promise.all(Array.from({ length: CONFIRMS }, () => signedBy(buyer)));
    const answers = await Promise.all(signed.map((each) => confirm(server, each)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(CONFIRMS - 3);
    // The chain refuses confirms that reached it together (400), and the database refuses the rest (422).
    for (const { status, body } of refused) {
      expect([400, 422]).toContain(status);
      expect(body).toMatchObject({ code: "params_validation", message: expect.stringContaining("insufficient") });
    }
    for (const [index, { paymentId }] of signed.entries()) {
      if (answers[index]?.status === 200)
        expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
    }
    const { paymentId = "" } = signed.find((_, index) => answers[index]?.status !== 200) ?? {};
    await confirm(server, await signPayment(server, paymentId, await server.newBuyer()));
    expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  });

  test("does not back a second confirm while the first is not on chain", async () => {
    const buyer = await server.newBuyer(2n * PRICE - 1n);
    const [first, second] = [await signedBy(buyer), await signedBy(buyer)];
    expect((await confirmExcluded(server, first)).status).toBe(200);
    expect(await confirm(server, second)).toMatchObject({
      status: 422,
      body: { code: "params_validation", message: expect.stringContaining("insufficient") },
    });
    await payAsRival(server, first);
    await untilFinal(server, first.paymentId);
  });

  test("is free for the next payment as soon as the last one is on chain", async () => {
    const buyer = await server.newBuyer(2n * PRICE);
    const [first, second] = [await signedBy(buyer), await signedBy(buyer)];
    expect((await confirm(server, first)).status).toBe(200);
    await untilFinal(server, first.paymentId);
    expect((await confirm(server, second)).status).toBe(200);
    expect(await untilFinal(server, second.paymentId)).toMatchObject({ status: "succeeded" });
    expect(await server.balance(server.deployment.usdc, buyer.address)).toBe(0n);
  });
});
