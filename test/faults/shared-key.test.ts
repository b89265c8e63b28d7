// Two independent gateways relay with the same key and use up each other's nonces; every payment is still paid once.
import { generatePrivateKey } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentKey } from "../../src/payment/terms.ts";
import { paidEvents } from "../harness/books.ts";
import { type OwnChain, startOwnChain } from "../harness/own-chain.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { untilFinal } from "../harness/wallet.ts";
import { confirmedPayment } from "./confirmed.ts";

const ROUNDS = 3;

let chain: OwnChain;
let gateways: TestServer[];
beforeAll(async () => {
  chain = await startOwnChain();
  const environment = { RELAYER_KEYS: generatePrivateKey() };
  gateways = await Promise.all([1, 2].map(() => startServer({ place: chain, environment })));
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.stop();
  await chain.stop();
});

test("every payment of both succeeds exactly once", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const payments = await Promise.all(
      gateways.map(async (gateway) => ({ gateway, paymentId: (await confirmedPayment(gateway)).paymentId })),
    );
    for (const { gateway, paymentId } of payments) {
      expect(await untilFinal(gateway, paymentId)).toMatchObject({ status: "succeeded" });
      expect(await paidEvents(gateway, [paymentKey(paymentId)])).toHaveLength(1);
    }
  }
  // The watcher may credit a payment before the relayer notes that its batch is mined.
  const unmined = () =>
    Promise.all(gateways.map((gateway) => gateway.sql("select from relay_batches where mined_in is null")));
  await expect.poll(unmined).toEqual([[], []]);
});
