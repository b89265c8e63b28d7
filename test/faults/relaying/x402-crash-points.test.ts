// kill -9 of the server at each named point of an x402 payment, then a restart: the money moves once, and the same
// signed request gets its answer.
import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentKey } from "../../../src/payment/terms.ts";
import type { Service } from "../../../src/service/main.ts";
import { PAYMENT_CRASH_POINTS } from "../../../src/settings/crash-point.ts";
import { paidEvents } from "../../harness/books.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import { AMOUNT, newAgent, settlementIn, signX402 } from "../../harness/chain/x402.ts";
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

test.each(PAYMENT_CRASH_POINTS)(
  "a server that is killed at %s takes the client's money once, and answers the repeated request",
  async (crashPoint) => {
    const agent = await newAgent(installation, 2n * AMOUNT);
    const doomed = await startProcess(installation.installation, { crashPoint });
    const place = installation.at(doomed.baseUrl);
    const paymentId = await createPayment(place);
    const { send } = await signX402(place, paymentId, agent);
    const answer = send().catch((error: unknown) => error);
    expect(await doomed.exited).toBe("SIGKILL");
    await answer;

    running = await startOn(installation.installation, "all");
    const server = installation.at(running.baseUrl ?? "");
    const response = await send(server);
    expect(response.status).toBe(200);
    const [paid, ...others] = await paidEvents(server, [paymentKey(paymentId)]);
    expect(others).toEqual([]);
    expect(settlementIn(response)).toMatchObject({ success: true, transaction: paid?.txHash, payer: agent.address });
    expect(await installation.balance(installation.deployment.usdc, agent.address)).toBe(AMOUNT);
    await running.stop();
    running = null;
  },
);
