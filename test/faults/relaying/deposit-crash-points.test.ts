// kill -9 of the server at each named point of a payment by deposit, then a restart: one sweep, and it pays.
import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentKey } from "../../../src/payment/terms.ts";
import type { Service } from "../../../src/service/main.ts";
import { DEPOSIT_CRASH_POINTS } from "../../../src/settings/crash-point.ts";
import { paidEvents } from "../../harness/books.ts";
import { askForAddress, sendTo } from "../../harness/chain/deposits.ts";
import { createPayment, untilFinal } from "../../harness/chain/wallet.ts";
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

test.each(DEPOSIT_CRASH_POINTS)(
  "a server that is killed at %s sweeps a deposit exactly once after its restart",
  async (crashPoint) => {
    await after?.stop();
    const { usdc } = installation.deployment;
    const balances = () =>
      Promise.all([installation.destination, installation.feeReceiver].map((each) => installation.balance(usdc, each)));
    const before = await balances();

    const doomed = await startProcess(installation.installation, { crashPoint });
    const atDoomed = installation.at(doomed.baseUrl);
    const paymentId = await createPayment(atDoomed);
    const { address } = await askForAddress(atDoomed, paymentId);
    await sendTo(installation, address, 10_000_000n);
    expect(await doomed.exited).toBe("SIGKILL");

    after = await startOn(installation.installation, "all");
    const server = installation.at(after.baseUrl ?? "");
    await server.client.mine({ blocks: 1 });
    expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
    expect(await paidEvents(server, [paymentKey(paymentId)])).toHaveLength(1);
    const change = (await balances()).map((balance, index) => balance - (before[index] ?? 0n));
    expect(change).toEqual([9_960_000n, 40_000n]);
    expect(await server.balance(usdc, address)).toBe(0n);
    const events = await server.sql<{ type: string }>(
      "select type from payment_events where payment_id = $1 order by id",
      [paymentId],
    );
    expect(events.map(({ type }) => type)).toEqual(["created", "updated", "confirmed", "paid"]);
  },
);
