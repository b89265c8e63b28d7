// A deposit meets a cancel, or a confirm of a wallet: one wins, and what loses is never lost.
import { afterAll, beforeAll, expect, test } from "vitest";
import { askForAddress, sendTo } from "../harness/chain/deposits.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import type { TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";

const PAYMENTS = 12;

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function asked() {
  const paymentId = await createPayment(server);
  return { paymentId, ...(await askForAddress(server, paymentId)) };
}

const logOf = async (paymentId: string) =>
  (
    await server.sql<{ type: string }>(
      `select type from payment_events where payment_id = $1 and type in ('confirmed', 'cancelled', 'paid')
        order by id`,
      [paymentId],
    )
  ).map(({ type }) => type);

test("a cancel and a full deposit in the same moment have one winner", async () => {
  const payments = await Promise.all(Array.from({ length: PAYMENTS }, asked));
  await Promise.all(
    payments.map(async ({ paymentId, address }) => {
      await Promise.all([
        sendTo(server, address, 10_000_000n),
        server.call({ path: `/v1/payments/${paymentId}/cancel`, body: {} }),
      ]);
      const { status } = await untilFinal(server, paymentId);
      expect(await logOf(paymentId)).toEqual(status === "succeeded" ? ["confirmed", "paid"] : ["cancelled"]);
    }),
  );
});

test("a deposit and a wallet's confirm in the same moment: one pays, and the other is not taken", async () => {
  const payments = await Promise.all(
    Array.from({ length: PAYMENTS }, async () => {
      const given = await asked();
      return { ...given, signed: await signPayment(server, given.paymentId, await server.newBuyer()) };
    }),
  );
  await Promise.all(
    payments.map(async ({ paymentId, address, signed }) => {
      const [, answer] = await Promise.all([sendTo(server, address, 10_000_000n), confirm(server, signed)]);
      expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
      expect(await logOf(paymentId)).toEqual(["confirmed", "paid"]);
      const [confirmed] = await server.sql<{ method: string }>(
        "select method from confirmations where payment_id = $1",
        [paymentId],
      );
      expect(confirmed?.method === "deposit").toBe(answer.status !== 200);
    }),
  );
});
