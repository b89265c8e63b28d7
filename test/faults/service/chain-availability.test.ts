// A chain that no worker follows, or whose relayers cannot pay gas, is not offered: a buyer's signature would wait.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Service } from "../../../src/service/main.ts";
import { buyerWith, startServerWithCoin } from "../../harness/chain/methods.ts";
import { asWallet, createPayment, listOptions } from "../../harness/chain/wallet.ts";
import { readableLogger } from "../../harness/fake-ports.ts";
import { type Installation, startOn, type TestServer } from "../../harness/server/server.ts";

const HEAD_AGE_MAX_S = 4;

let server: TestServer;
const workers: Service[] = [];
beforeAll(async () => {
  server = await startServerWithCoin({ role: "api", chain: { headAgeMaxS: HEAD_AGE_MAX_S } });
});
afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await server.stop();
});

const { lines, logger } = readableLogger();

async function startWorker(installation: Installation): Promise<void> {
  for (const worker of workers.splice(0)) await worker.stop();
  workers.push(await startOn(installation, "worker", { log: logger }));
}

test("options are offered while a worker follows the chain, and by signature while a relayer can pay gas", async () => {
  const paymentId = await createPayment(server, { expiresAt: Math.floor(Date.now() / 1000) + 3_600 });
  const { account } = await buyerWith(server, { usdt: "100", dai: "100", coin: "100" });
  const offered = async () => (await listOptions(server, paymentId, [account])).length;
  const [all, byTransaction] = [3, 2]; // USDT by Permit2, and DAI and the coin by transaction

  expect(await offered()).toBe(all); // a worker may be starting with the process
  await expect.poll(offered).toBe(0);
  const { body } = await server.call<{ unavailable: readonly { reason: string }[] }>({
    path: `/v1/gateway/payment/${paymentId}/options?includeUnavailable=true`,
    headers: asWallet(server),
    body: { accounts: [account] },
  });
  expect(new Set(body.unavailable.map(({ reason }) => reason))).toEqual(new Set(["chain_unavailable"]));

  const { environment } = server.installation;
  await startWorker({ ...server.installation, environment: { ...environment, RELAYER_KEYS: "" } });
  await expect.poll(offered).toBe(byTransaction);
  expect(lines.join("")).toContain("no relayer keys: options paid by a signature are not offered, set RELAYER_KEYS");

  await startWorker(server.installation);
  await expect.poll(offered).toBe(all);
});
