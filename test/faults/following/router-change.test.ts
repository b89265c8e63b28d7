// A chain cannot be removed, and its router not replaced, while payments need them, because only the router's events
// prove that they were paid.
import { toHex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { create2, PERMIT2, routerInitCode } from "../../../src/chains/evm/config/deploy.ts";
import { chainEntry } from "../../../src/local/chain/local-chain.ts";
import { administer, localChain } from "../../../src/local/tokens/administrator.ts";
import { chainsFileOf, turnpike } from "../../cli/turnpike.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { asWallet, confirm, createPayment, listOptions, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { startOn, startServer, type TestServer } from "../../harness/server/server.ts";

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

test("startup is refused while open payments need the old router or the chain, and the doctor reports it", async () => {
  const buyer = await server.newBuyer();
  const signed = await signPayment(server, await createPayment(server), buyer);
  const earlier = await createPayment(server);
  const [earlierOption] = await listOptions(server, earlier, [buyer.account]);
  await confirm(server, signed);

  // The same code at another address.
  const salt = toHex(1n, { size: 32 });
  const { address: router, to, data } = create2(salt, routerInitCode(PERMIT2));
  await administer(localChain(chain.rpcUrl), [{ to, data }]);
  const changed = { ...server.installation, chains: server.installation.chains.map((each) => ({ ...each, router })) };
  const old = chain.deployment.router;
  const message = `1 payments in progress need the router ${old}, the chains file has ${router}. Restore the old router`;
  await expect(startOn(changed, "all")).rejects.toThrow(`${server.caip2}: ${message}`);
  const CHAINS_FILE = await chainsFileOf({ ...chainEntry(chain.rpcUrl, chain.deployment), router });
  const doctor = await turnpike(["doctor"], { ...server.installation.environment, CHAINS_FILE });
  expect(doctor.stdout).toContain(`problem  ${server.caip2}: ${server.caip2}: ${message}`);
  expect(doctor.code).toBe(1);

  const gone = `${server.caip2}: 1 payments in progress need this chain, which the chains file lacks. Restore it`;
  await expect(startOn({ ...changed, chains: [] }, "all")).rejects.toThrow(gone);
  await expect(startOn({ ...changed, chains: [] }, "api")).rejects.toThrow(gone);
  const without = await turnpike(["doctor"], server.installation.environment);
  expect(without.stdout).toContain(`problem  ${server.caip2}: ${gone}`);
  const other = await startOn({ ...changed, chains: [] }, "worker"); // another worker may follow the chain
  await other.stop();

  // A worker with the old router completes them, as the message advises.
  const worker = await startOn(server.installation, "worker");
  expect(await untilFinal(server, signed.paymentId)).toMatchObject({ status: "succeeded" });
  await worker.stop();
  const service = await startOn(changed, "all");
  try {
    const answer = await server.at(service.baseUrl ?? "").call({
      path: `/v1/gateway/payment/${earlier}/fetch`,
      headers: asWallet(server),
      body: { optionId: earlierOption?.id, data: earlierOption?.actions[0]?.data.data },
    });
    expect(answer).toMatchObject({ status: 400, body: { code: "params_validation" } });
  } finally {
    await service.stop();
  }
});
