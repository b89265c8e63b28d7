// An account is refused after it received its transaction, which can no longer be stopped on chain. Checks the
// payment's status, and that the money is reported.
import { parseEther } from "viem";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  buyerWith,
  confirmResults,
  execute,
  fetchActions,
  onlyOption,
  startServerWithCoin,
} from "../harness/chain/methods.ts";
import { type OwnChain, startOwnChain } from "../harness/chain/own-chain.ts";
import { refusedList } from "../harness/chain/refused-list.ts";
import { createPayment, untilFinal } from "../harness/chain/wallet.ts";
import type { TestServer } from "../harness/server/server.ts";

const list = refusedList();
let chain: OwnChain;
let server: TestServer;
beforeAll(async () => {
  chain = await startOwnChain();
  server = await startServerWithCoin({ place: chain, environment: { SCREENING: list.source } });
});
afterAll(async () => {
  await server.stop();
  await chain.stop();
});
beforeEach(() => list.refuse());

/** A payment of 10.00 USD whose buyer has sent the coins and has since been refused; the transaction is not mined. */
async function sentThenRefused() {
  const buyer = await buyerWith(server, { coin: "20" });
  const paymentId = await createPayment(server);
  const option = await onlyOption(server, paymentId, buyer);
  const [pay] = await fetchActions(server, paymentId, option);
  if (!pay) throw new Error("an action was expected");
  await chain.stopMining();
  const hash = await execute(server, buyer, pay);
  list.refuse(buyer.address);
  return { paymentId, option, hash };
}

test("its confirm ends the payment as declined, and the money is reported as an exception", async () => {
  const { paymentId, option, hash } = await sentThenRefused();
  expect((await confirmResults(server, paymentId, option, [hash])).status).toBe(451);
  await chain.resumeMining();
  const exceptions = () => server.call<{ data: object[] }>({ path: `/v1/exceptions?paymentId=${paymentId}` });
  await expect
    .poll(async () => (await exceptions()).body.data)
    .toMatchObject([{ kind: "late", amount: { value: parseEther("10").toString() }, transaction: { hash } }]);
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "failed", failureCode: "declined_user" });
});

test("if its wallet never confirms, the watcher credits the payment", async () => {
  const { paymentId, hash } = await sentThenRefused();
  await chain.resumeMining();
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded", info: { txId: hash } });
});
