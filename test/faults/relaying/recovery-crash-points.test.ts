// kill -9 of the server at each named point of a recovery, then a restart: the money moves once, and the books say so.
import { getAbiItem } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentRouterAbi } from "../../../src/chains/evm/abi/payment-router.ts";
import { paymentKey } from "../../../src/payment/terms.ts";
import type { Service } from "../../../src/service/main.ts";
import { RECOVERY_CRASH_POINTS } from "../../../src/settings/crash-point.ts";
import { toBytes } from "../../../src/store/database/hex.ts";
import { differences, paidEvents } from "../../harness/books.ts";
import { type GivenAddress, giveAddress, transfer } from "../../harness/chain/deposit-addresses.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import { startProcess } from "../../harness/server/process.ts";
import { newAddress, startOn, startServer, type TestServer } from "../../harness/server/server.ts";

/** An idle chain is looked at once a minute. */
const WITHIN = { timeout: 150_000 };

let installation: TestServer;
let running: Service | null = null;
beforeAll(async () => {
  installation = await startServer({ role: null });
});
afterAll(async () => {
  await running?.stop();
  await installation.stop();
});

async function serve(): Promise<TestServer> {
  await running?.stop();
  running = await startOn(installation.installation, "all");
  return installation.at(running.baseUrl ?? "");
}

/** An open payment past its deadline, with this much on its address. */
async function resting(server: TestServer, amount: bigint): Promise<GivenAddress & { readonly paymentId: string }> {
  const paymentId = await createPayment(server);
  const deadlineS = Math.floor(Date.now() / 1_000) - 60;
  const address = await giveAddress(server, paymentId, { deadlineS, destination: newAddress() });
  await server.sql("update deposit_addresses set watched_until = now() + interval '1 day' where terms_hash = $1", [
    toBytes(address.termsHash),
  ]);
  await transfer(server, { to: address.address, amount });
  const screened = () =>
    server.sql("select is_refused from deposits where payment_id = $1 and not is_new", [paymentId]);
  await expect.poll(screened, WITHIN).toEqual([{ is_refused: false }]);
  return { paymentId, ...address };
}

/** How often the router passed on a payment's money without a fee. */
async function recoveriesOnChain({ client, deployment }: TestServer, paymentId: string): Promise<number> {
  const logs = await client.getLogs({
    address: deployment.router,
    event: getAbiItem({ abi: paymentRouterAbi, name: "Recovered" }),
    fromBlock: 0n,
    strict: true,
  });
  return logs.filter(({ args }) => args.key === paymentKey(paymentId)).length;
}

describe.each(RECOVERY_CRASH_POINTS)("a server that is killed at %s", (crashPoint) => {
  test("recovers a deposit exactly once after its restart", async () => {
    const { paymentId, address, terms, termsHash } = await resting(await serve(), 4_000_000n);
    await running?.stop();
    running = null;
    const doomed = await startProcess(installation.installation, { crashPoint });
    const answer = installation.at(doomed.baseUrl).call({ method: "POST", path: `/v1/payments/${paymentId}/cancel` });
    expect((await answer).status).toBe(200);
    expect(await doomed.exited).toBe("SIGKILL");

    const server = await serve();
    const received = () => server.balance(server.deployment.usdc, terms.destination);
    await expect.poll(received, WITHIN).toBe(4_000_000n);
    const open = () => server.sql("select from deposits where not is_closed union all select from unrecovered");
    await expect.poll(open, WITHIN).toEqual([]);
    expect(await server.balance(server.deployment.usdc, address)).toBe(0n);
    expect([await received(), await recoveriesOnChain(server, paymentId)]).toEqual([4_000_000n, 1]);
    expect(await paidEvents(server, [paymentKey(paymentId)])).toEqual([]);
    const booked = await server.sql("select amount::text from recoveries where terms_hash = $1", [toBytes(termsHash)]);
    expect(booked).toEqual([{ amount: "4000000" }]);
    const reported = () => server.sql("select kind from exceptions where payment_id = $1", [paymentId]);
    await expect.poll(reported, WITHIN).toEqual([{ kind: "underpaid" }]);
    expect(await differences(server)).toEqual([]);
  }, 400_000);
});
