// The money of an x402 client is gone when its payment is relayed. The others of the batch are paid, and this one as
// soon as the money is back.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPayment } from "../../harness/chain/wallet.ts";
import { AMOUNT, newAgent, settlementIn, signX402 } from "../../harness/chain/x402.ts";
import { setBalance, startOn, startServer, type TestServer } from "../../harness/server/server.ts";

let installation: TestServer;
beforeAll(async () => {
  installation = await startServer({ role: null });
});
afterAll(() => installation.stop());

test("a payment that its batch leaves out holds up no other, and is tried again", async () => {
  const { usdc } = installation.deployment;
  // The API needs a worker that leads the chain; then it confirms without one.
  const first = await startOn(installation.installation, "all");
  const place = installation.at(first.baseUrl ?? "");
  const [poor, ...others] = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const agent = await newAgent(installation);
      return { agent, signed: await signX402(place, await createPayment(place), agent) };
    }),
  );
  if (!poor) throw new Error("there is no client");
  await first.stop();

  const api = await startOn(installation.installation, "api");
  const at = installation.at(api.baseUrl ?? "");
  const waiting = [poor, ...others].map(({ signed }) => signed.send(at));
  const confirmed = "select count(*)::integer as confirmed from confirmations where authorizer is not null";
  await expect
    .poll(() => installation.sql<{ confirmed: number }>(confirmed), { timeout: 15_000 })
    .toEqual([{ confirmed: 3 }]);
  await setBalance(installation.client, usdc, poor.agent.address, 0n);
  const worker = await startOn(installation.installation, "worker");
  const [, ...paid] = waiting;
  for (const response of await Promise.all(paid)) expect(response.status).toBe(200);
  const leftOut = "select left_out > 0 as is_left_out from confirmations where lower(authorizer) = lower($1)";
  await expect
    .poll(() => installation.sql(leftOut, [poor.agent.address]), { timeout: 15_000 })
    .toEqual([{ is_left_out: true }]);
  expect(await installation.sql("select payer from relay_losses")).toEqual([{ payer: poor.agent.address }]);

  await setBalance(installation.client, usdc, poor.agent.address, AMOUNT);
  await waiting[0];
  await expect.poll(async () => (await poor.signed.send(at)).status, { timeout: 60_000 }).toBe(200);
  expect(settlementIn(await poor.signed.send(at))).toMatchObject({ success: true, payer: poor.agent.address });
  await Promise.all([api.stop(), worker.stop()]);
});
