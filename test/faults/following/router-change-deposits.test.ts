// After the chain's router was replaced, money still comes to deposit addresses of the earlier one.
import { toHex } from "viem";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { create2, PERMIT2, routerInitCode } from "../../../src/chains/evm/config/deploy.ts";
import { administer, localChain } from "../../../src/local/tokens/administrator.ts";
import { type GivenAddress, giveAddress, transfer } from "../../harness/chain/deposit-addresses.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { createPayment } from "../../harness/chain/wallet.ts";
import { newAddress, startOn, startServer, type TestServer } from "../../harness/server/server.ts";

/** An idle chain is looked at once a minute. */
const WITHIN = { timeout: 150_000 };
vi.setConfig({ testTimeout: 500_000 });

let chain: OwnChain;
let server: TestServer;
beforeAll(async () => {
  chain = await startOwnChain();
  server = await startServer({ place: chain, role: "api" });
});
afterAll(async () => {
  await server.stop();
  await chain.stop();
});

/** A cancelled payment whose terms are past their deadline, and whose address is watched. */
async function given(): Promise<GivenAddress & { readonly paymentId: string }> {
  const paymentId = await createPayment(server);
  const deadlineS = Math.floor(Date.now() / 1_000) - 60;
  const address = await giveAddress(server, paymentId, { deadlineS, destination: newAddress() });
  await server.sql("update deposit_addresses set watched_until = now() + interval '1 day'");
  await server.call({ method: "POST", path: `/v1/payments/${paymentId}/cancel` });
  return { paymentId, ...address };
}

const received = ({ terms }: GivenAddress) => server.balance(server.deployment.usdc, terms.destination);

test("money on an address of the earlier router is found and passed on by that router, and the books balance", async () => {
  const [before, after] = [await given(), await given()];
  await chain.mineAt(Math.ceil(Date.now() / 1_000) + 2); // its clock may lag behind ours
  await transfer(server, { to: before.address, amount: 4_000_000n });

  // The same code at another address.
  const salt = toHex(1n, { size: 32 });
  const { address: router, to, data } = create2(salt, routerInitCode(PERMIT2));
  await administer(localChain(chain.rpcUrl), [{ to, data }]);
  const chains = server.installation.chains.map((each) => ({ ...each, router }));
  const worker = await startOn({ ...server.installation, chains }, "worker");
  try {
    await transfer(server, { to: after.address, amount: 10_000_000n });
    await expect.poll(() => received(before), WITHIN).toBe(4_000_000n);
    await expect.poll(() => received(after), WITHIN).toBe(9_960_000n); // swept: the fee was due
    await expect.poll(() => server.sql("select from unrecovered"), WITHIN).toEqual([]);
    const kinds = () => server.sql("select kind, amount::text from exceptions x order by x.amount");
    await expect.poll(kinds, WITHIN).toEqual([
      { kind: "late", amount: "4000000" },
      { kind: "late", amount: "10000000" },
    ]);
  } finally {
    await worker.stop();
  }
});
