// The only way a settlement fails: a reorg deeper than the policy removes a succeeded payment's transfer, and its
// authorisation can no longer be used. The status stays, and the exception is reported.
import { afterAll, beforeAll, expect, test } from "vitest";
import { differences } from "../../harness/books.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { optionOf } from "../../harness/chain/rival.ts";
import { untilFinal } from "../../harness/chain/wallet.ts";
import { setBalance, startServer, type TestServer } from "../../harness/server/server.ts";
import { confirmedPayment, inPool, statusOf, transfers } from "../payments/confirmed.ts";

const GRACE_S = 10;
/** Enough time to confirm. */
const LIFETIME_S = 60;

let chain: OwnChain;
let server: TestServer;
beforeAll(async () => {
  chain = await startOwnChain();
  server = await startServer({
    place: chain,
    chain: { inclusionGraceS: GRACE_S, confirmations: [{ fromStandardUnits: 0n, blocks: 1 }] },
  });
});
afterAll(async () => {
  await server.stop();
  await chain.stop();
});

const kindsTold = async (): Promise<string[]> =>
  (await server.sql<{ kind: string }>("select kind from exceptions order by created_at, id")).map(({ kind }) => kind);

test("a settlement that a reorg removed for good is reported as failed; the payment stays succeeded", async () => {
  const buyer = await server.newBuyer();
  await chain.mine(2); // the accounts' funding must be older than the reorg
  await chain.stopMining();
  const expiresAt = (await chain.nowS()) + LIFETIME_S;
  const signed = await confirmedPayment(server, { buyer, expiresAt });
  const { paymentId } = signed;
  await inPool(server);
  await chain.mine();
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "succeeded" });
  const details = () => server.call<{ settlement: unknown; info: unknown }>({ path: `/v1/payments/${paymentId}` });
  const { info } = (await details()).body;
  expect((await details()).body.settlement).toMatchObject({ successful: { amount: { value: "9960000" } } });

  await chain.reorganise(1);
  await expect.poll(() => transfers(server)).toEqual([{ state: "credited", back: false }]);
  expect(await kindsTold()).toEqual(["reorged"]);
  expect(await differences(server)).toContainEqual(expect.stringContaining("succeeded_without_transfer"));
  await setBalance(server.client, server.deployment.usdc, buyer.address, 0n);
  await inPool(server); // sent again, in vain
  await chain.mine();
  await chain.mineAt(optionOf(server, signed).terms.deadlineS + 1);

  await expect.poll(kindsTold).toEqual(["reorged", "settlement_failed"]);
  expect(await statusOf(server, paymentId)).toBe("succeeded");
  expect((await details()).body).toMatchObject({ status: "succeeded", settlement: { successful: null }, info });
  const { body: list } = await server.call<{ data: readonly object[] }>({ path: "/v1/payments" });
  expect(list.data).toMatchObject([{ paymentId, status: "succeeded", settlement: { settled: false } }]);
  const log = await server.sql("select type, data->>'kind' as kind from payment_events order by id");
  expect(log.slice(2)).toEqual([
    { type: "paid", kind: null },
    { type: "exception", kind: "reorged" },
    { type: "exception", kind: "settlement_failed" },
  ]);
  await chain.mine(3);
  expect(await kindsTold()).toEqual(["reorged", "settlement_failed"]);
});
