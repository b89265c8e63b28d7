// A wallet submits the authorisation before it confirms, after the fee receiver or grace changed since the quote. The
// terms are unknown until then, so a differing amount is reported; the confirm still claims the transfer.
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EvmChainConfig } from "../../../src/chains/evm/config/config.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { payAsRival } from "../../harness/chain/rival.ts";
import { createPayment, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { startOn, startServer, type TestServer } from "../../harness/server/server.ts";
import { confirmExcluded, watcherHasBegun } from "./confirmed.ts";

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

const CHANGES: readonly (readonly [what: string, changes: Partial<EvmChainConfig>])[] = [
  ["fee receiver", { feeReceiver: privateKeyToAccount(generatePrivateKey()).address }],
  ["inclusion grace", { inclusionGraceS: 60 }],
];

interface Reported {
  readonly kind: string;
  readonly resolvedAt: string | null;
}

test.each(CHANGES)("the payment is paid and the report resolved after the %s changed", async (_, changes) => {
  const { installation } = server;
  const signed = await signPayment(server, await createPayment(server), await server.newBuyer());
  const chains = installation.chains.map((each) => ({ ...each, ...changes }));
  const worker = await startOn({ ...installation, chains }, "worker");
  try {
    await watcherHasBegun(server);
    await server.client.waitForTransactionReceipt({ hash: await payAsRival(server, signed) });
    await chain.mine();
    const reported = async (): Promise<readonly Reported[]> => {
      const path = `/v1/exceptions?paymentId=${signed.paymentId}`;
      return (await server.call<{ data: readonly Reported[] }>({ path })).body.data;
    };
    const underpaid = { kind: "underpaid", resolvedAt: null };
    await expect.poll(reported, { timeout: 20_000 }).toMatchObject([underpaid]);

    expect(await confirmExcluded(server, signed)).toMatchObject({ status: 200 });
    await chain.mine();
    expect(await untilFinal(server, signed.paymentId)).toMatchObject({ status: "succeeded" });
    expect(await reported()).toMatchObject([{ kind: "underpaid", resolvedAt: expect.any(String) }]);
  } finally {
    await worker.stop();
  }
});
