// kill -9 of the server at each named point of a facilitated payment, then a restart: the money moves once, and the
// repeated request gets its answer.
import type { LocalAccount } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Service } from "../../../src/service/main.ts";
import { TRANSFER_CRASH_POINTS } from "../../../src/settings/crash-point.ts";
import { expectBooksToBalance } from "../../harness/books.ts";
import { sendAsRival } from "../../harness/chain/rival.ts";
import { newAgent } from "../../harness/chain/x402.ts";
import { payDataFor, type SettleBody, settle, signFor } from "../../harness/chain/x402-facilitator.ts";
import { startProcess } from "../../harness/server/process.ts";
import { startOn, startServer, type TestServer } from "../../harness/server/server.ts";

const AMOUNT = 1_000_000n;

let installation: TestServer;
let running: Service | null = null;
beforeAll(async () => {
  installation = await startServer({ role: null });
});
afterAll(async () => {
  await running?.stop();
  await installation.stop();
});

/** Settles at a server that is killed at this point. */
async function settledByKilled(crashPoint: (typeof TRANSFER_CRASH_POINTS)[number], payer: LocalAccount) {
  const doomed = await startProcess(installation.installation, { crashPoint });
  const signed = await signFor(installation, payer);
  const answer = settle(installation.at(doomed.baseUrl), signed).catch((error: unknown) => error);
  expect(await doomed.exited).toBe("SIGKILL");
  await answer;
  return signed;
}

test.each(TRANSFER_CRASH_POINTS)(
  "a server that is killed at %s takes the payer's money once, and answers the repeated request",
  async (crashPoint) => {
    const payer = await newAgent(installation, 2n * AMOUNT);
    const signed = await settledByKilled(crashPoint, payer);

    running = await startOn(installation.installation, "all");
    const server = installation.at(running.baseUrl ?? "");
    const { status, body } = await settle(server, signed);
    expect([status, body]).toMatchObject([200, { success: true, payer: payer.address, amount: "1000000" }]);
    expect((await settle(server, signed)).body).toEqual(body satisfies SettleBody);
    expect(await installation.balance(installation.deployment.usdc, payer.address)).toBe(AMOUNT);
    const [count] = await installation.sql("select count(*)::int as n from payments where payment_key = $1", [
      Buffer.from((signed.paymentPayload.payload.authorization.nonce ?? "").slice(2), "hex"),
    ]);
    expect(count).toEqual({ n: 1 });
    await running.stop();
    running = null;
  },
);

test("a payment that was not locked yet is paid by a stranger who submits its authorisation to the router", async () => {
  const payer = await newAgent(installation, AMOUNT);
  const signed = await settledByKilled("x402.created", payer);
  const hash = await sendAsRival(installation, installation.deployment.router, payDataFor(installation, signed));
  await installation.client.waitForTransactionReceipt({ hash });

  running = await startOn(installation.installation, "all");
  const server = installation.at(running.baseUrl ?? "");
  const statuses = () => server.sql("select status from payments order by id desc limit 1");
  await expect.poll(statuses, { timeout: 20_000 }).toEqual([{ status: "succeeded" }]);
  const { body } = await settle(server, signed);
  expect(body).toMatchObject({ success: true, payer: payer.address, transaction: hash, amount: "1000000" });
  await expectBooksToBalance(server);
  await running.stop();
  running = null;
});
