// A partner's fee receiver cannot be paid: the partner's payments wait, all others continue, and nothing is paid
// without the quoted fee.
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localChain } from "../../../src/local/tokens/administrator.ts";
import { setDenied } from "../../../src/local/tokens/circle-token.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { partnerWith } from "../../harness/server/as-partner.ts";
import { startOn, startServer, type TestServer } from "../../harness/server/server.ts";
import { confirmedPayment, relayStateOf, statusOf } from "../payments/confirmed.ts";

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

test("a fee receiver on the issuer's denylist stops only its partner's payments, until it is allowed", async () => {
  const receiver = privateKeyToAddress(generatePrivateKey());
  const setDeniedTo = (isDenied: boolean) =>
    setDenied(localChain(chain.rpcUrl), server.deployment.usdc, receiver, isDenied);
  const partner = await partnerWith(server, {
    ppm: 10_000n,
    fixed: new Map(),
    minimum: new Map(),
    receivers: new Map([["*", receiver]]),
  });
  const bad = await confirmedPayment(partner);
  const good = await confirmedPayment(server);
  await setDeniedTo(true);
  const worker = await startOn(server.installation, "worker");
  try {
    expect(await untilFinal(server, good.paymentId)).toMatchObject({ status: "succeeded" });
    await expect.poll(() => relayStateOf(partner, bad.paymentId)).toBe("held");
    expect(await statusOf(partner, bad.paymentId)).toBe("processing");

    const refused = await signPayment(partner, await createPayment(partner), await server.newBuyer());
    expect(await confirm(partner, refused)).toMatchObject({ status: 400, body: { code: "params_validation" } });

    await setDeniedTo(false);
    expect(await untilFinal(partner, bad.paymentId)).toMatchObject({ status: "succeeded" });
    expect(await server.balance(server.deployment.usdc, receiver)).toBe(100_000n);
  } finally {
    await worker.stop();
  }
});
