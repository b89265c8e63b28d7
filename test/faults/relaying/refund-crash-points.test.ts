// kill -9 of the server at each named point of a refund, then a restart: the money goes back once, and the books close.
import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentKey } from "../../../src/payment/terms.ts";
import type { Service } from "../../../src/service/main.ts";
import { PAYMENT_CRASH_POINTS } from "../../../src/settings/crash-point.ts";
import { paidEvents } from "../../harness/books.ts";
import { givenRefund, paidBy, readRefund } from "../../harness/chain/refunds.ts";
import { confirm, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { startProcess } from "../../harness/server/process.ts";
import { startOn, startServer, type TestServer } from "../../harness/server/server.ts";

let installation: TestServer;
let running: Service | null = null;
beforeAll(async () => {
  installation = await startServer({ role: null });
});
afterAll(async () => {
  await running?.stop();
  await installation.stop();
});

async function restarted(): Promise<TestServer> {
  running ??= await startOn(installation.installation, "all");
  return installation.at(running.baseUrl ?? "");
}

test.each(PAYMENT_CRASH_POINTS)(
  "a server that is killed at %s refunds exactly once after its restart, and the signer sees it",
  async (crashPoint) => {
    const { usdc } = installation.deployment;
    const [buyer, signer] = [await installation.newBuyer(), await installation.newBuyer()];
    const paid = await restarted();
    const paymentId = await paidBy(paid, buyer);
    const refund = await givenRefund(paid, paymentId);
    await running?.stop();
    running = null;
    const holders = [buyer.address, signer.address, installation.destination, installation.feeReceiver];
    const balances = () => Promise.all(holders.map((holder) => installation.balance(usdc, holder)));
    const before = await balances();

    const doomed = await startProcess(installation.installation, { crashPoint });
    const signed = await signPayment(installation.at(doomed.baseUrl), refund.gatewayPaymentId, signer);
    const answer = confirm(installation.at(doomed.baseUrl), signed).catch((error: unknown) => error);
    expect(await doomed.exited).toBe("SIGKILL");
    await answer;

    const server = await restarted();
    expect(await confirm(server, signed)).toMatchObject({ status: 200 });
    expect(await untilFinal(server, refund.gatewayPaymentId)).toMatchObject({ status: "succeeded" });
    const [paidOut, ...others] = await paidEvents(server, [paymentKey(refund.gatewayPaymentId)]);
    expect(others).toEqual([]);
    const change = (await balances()).map((balance, index) => balance - (before[index] ?? 0n));
    expect(change).toEqual([10_000_000n, -10_000_000n, 0n, 0n]);
    expect(await readRefund(server, refund.refundId)).toMatchObject({ status: "succeeded", txId: paidOut?.txHash });
    const { body } = await server.call<{ data: { type: string }[] }>({ path: `/v1/events?paymentId=${paymentId}` });
    expect(
      body.data
        .map(({ type }) => type)
        .toReversed()
        .slice(3),
    ).toEqual(["refund.created", "refund.succeeded", "payment.refunded"]);
    expect(
      await server.sql(
        "select requested = refunded and refunded = paid as is_whole from refund_totals where payment_id = $1",
        [paymentId],
      ),
    ).toEqual([{ is_whole: true }]);
  },
);
