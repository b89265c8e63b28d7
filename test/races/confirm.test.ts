// Concurrent confirms of one payment: identical ones count as one; of different ones, the first wins.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentKey } from "../../src/payment/terms.ts";
import { paidEvents } from "../harness/books.ts";
import type { TestServer } from "../harness/server.ts";
import { sharedServer } from "../harness/shared-server.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/wallet.ts";

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
