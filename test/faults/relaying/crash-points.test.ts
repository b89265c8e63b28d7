// kill -9 of the server at each named point of a payment, then a restart: one transfer, and the payment succeeds. The
// second server runs in the test's process, which costs a second less for each point.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentKey } from "../../../src/payment/terms.ts";
import type { Service } from "../../../src/service/main.ts";
import { PAYMENT_CRASH_POINTS } from "../../../src/settings/crash-point.ts";
import { paidEvents } from "../../harness/books.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { startProcess } from "../../harness/server/process.ts";
import { startOn, startServer, type TestServer } from "../../harness/server/server.ts";

let installation: TestServer;
let after: Service | null = null;
beforeAll(async () => {
  installation = await startServer({ role: null });
});
afterAll(async () => {
  await after?.stop();
  await installation.stop();
});

describe("a server that is killed", () => {
  test.each(PAYMENT_CRASH_POINTS)(
    "at %s pays exactly once after its restart, and the wallet sees it",
    async (crashPoint) => {
      await after?.stop();
      const { usdc } = installation.deployment;
      const buyer = await installation.newBuyer();
      const holders = [buyer.address, installation.destination, installation.feeReceiver];
      const balances = () => Promise.all(holders.map((holder) => installation.balance(usdc, holder)));
      const before = await balances();

      const doomed = await startProcess(installation.installation, { crashPoint });
      const atDoomed = installation.at(doomed.baseUrl);
      const paymentId = await createPayment(atDoomed);
      const signed = await signPayment(atDoomed, paymentId, buyer);
      const answer = confirm(atDoomed, signed).catch((error: unknown) => error); // it may die before it responds
      expect(await doomed.exited).toBe("SIGKILL");
      await answer;

      after = await startOn(installation.installation, "all");
      const server = installation.at(after.baseUrl ?? "");
      expect(await confirm(server, signed)).toMatchObject({ status: 200 });
      expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });

      expect(await paidEvents(server, [paymentKey(paymentId)])).toHaveLength(1);
      // 10.00 USD is 10 000 000 units; 0.4 % of it is 40 000.
      const change = (await balances()).map((balance, index) => balance - (before[index] ?? 0n));
      expect(change).toEqual([-10_000_000n, 9_960_000n, 40_000n]);
      const open = await server.sql("select from confirmations where payment_id = $1 and relay_state <> 'closed'", [
        paymentId,
      ]);
      expect(open).toEqual([]);
      const events = await server.sql("select type from payment_events where payment_id = $1 order by id", [paymentId]);
      expect(events).toEqual([{ type: "created" }, { type: "confirmed" }, { type: "paid" }]);
    },
  );
});
