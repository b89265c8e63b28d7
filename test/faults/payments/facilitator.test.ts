// A facilitator's payment among strangers: they submit its authorisation to the router or to the token, a reorg takes
// its transfer away, and its payer chooses the key of an ordinary payment as nonce.
import type { PrivateKeyAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { paymentKey } from "../../../src/payment/terms.ts";
import { signTransfer } from "../../contracts/signing.ts";
import { expectBooksToBalance } from "../../harness/books.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { sendAsRival } from "../../harness/chain/rival.ts";
import { confirm, createPayment, signPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { newAgent } from "../../harness/chain/x402.ts";
import {
  authorizationIn,
  type Facilitated,
  payDataFor,
  settle,
  signFor,
  transferData,
} from "../../harness/chain/x402-facilitator.ts";
import { newAddress, startServer, type TestServer } from "../../harness/server/server.ts";
import { giveDestination, givenMerchant } from "../../routes/x402/given-merchants.ts";
import { inPool, statusOf, watcherIsAtHead } from "./confirmed.ts";

const AMOUNT = 1_000_000n;
const DEPTH = 2;

let chain: OwnChain;
let server: TestServer;
beforeAll(async () => {
  chain = await startOwnChain();
  server = await startServer({
    place: chain,
    chain: { confirmations: [{ fromStandardUnits: 0n, blocks: DEPTH }] },
  });
});
afterAll(async () => {
  await server.stop();
  await chain.stop();
});
afterEach(() => chain.resumeMining());

/** Headers of a call without `Merchant-Id`. */
const OF_ANY_MERCHANT = { "merchant-id": null };

const sign = (payer: PrivateKeyAccount, destination = server.destination): Promise<Facilitated> =>
  signFor({ ...server, destination }, payer, { maxTimeoutSeconds: 60 });

const paidTo = async (payer: PrivateKeyAccount) =>
  AMOUNT - (await server.balance(server.deployment.usdc, payer.address));

/** The payment, once its batch is in the node's pool. */
async function relayed(): Promise<string> {
  await inPool(server);
  const [row] = await server.sql<{ id: string }>("select max(id) as id from payments where creator = 'x402'");
  return row?.id ?? "";
}

const storedStatus = (paymentId: string) => server.sql("select status from payments where id = $1", [paymentId]);

test("a nonce that is the key of an ordinary payment pays only the payment of its terms", async () => {
  const ordinary = await createPayment(server);
  const payer = await newAgent(server, AMOUNT);
  const body = await sign(payer);
  const own = { ...authorizationIn(body), nonce: paymentKey(ordinary) };
  const message = { ...own, to: server.destination };
  const { payload } = body.paymentPayload;
  payload.signature = await signTransfer(payer, server.deployment.usdc, message);
  payload.authorization.nonce = own.nonce;
  expect((await settle(server, body)).body).toMatchObject({ success: true });
  expect(await statusOf(server, ordinary)).toBe("requires_action");
  expect(await server.sql("select 1 from transfers where payment_id = $1", [ordinary])).toEqual([]);
  await confirm(server, await signPayment(server, ordinary, await server.newBuyer()));
  expect(await untilFinal(server, ordinary)).toMatchObject({ status: "succeeded" });
  await expectBooksToBalance(server);
});

test("a stranger's submission to the router pays it once, and again after a reorg", async () => {
  await chain.mine(3); // the account's funding must be older than the reorg
  const payer = await newAgent(server, AMOUNT);
  await chain.mine(2);
  await chain.stopMining();
  const body = await sign(payer);
  const answer = settle(server, body);
  await relayed();
  await sendAsRival(server, server.deployment.router, payDataFor(server, body));
  await chain.mine();
  await watcherIsAtHead(server);
  expect(await paidTo(payer)).toBe(AMOUNT);
  await chain.reorganise(1);
  await chain.resumeMining();
  expect((await answer).body).toMatchObject({ success: true });
  expect(await paidTo(payer)).toBe(AMOUNT);
  await expectBooksToBalance(server);
});

test("a stranger's submission to the token fails it after its deadline, for the money moved without the router", async () => {
  // Not the server's own destination: the books know all that is there.
  const destination = newAddress();
  await giveDestination(server, await givenMerchant(server), destination);
  const payer = await newAgent(server, AMOUNT);
  await chain.stopMining();
  const body = await sign(payer, destination);
  const answer = settle(server, body, OF_ANY_MERCHANT);
  const paymentId = await relayed();
  const authorization = authorizationIn(body);
  await sendAsRival(server, server.deployment.usdc, transferData(destination, authorization));
  await chain.mine();
  await watcherIsAtHead(server);
  expect(await paidTo(payer)).toBe(AMOUNT);
  expect(await storedStatus(paymentId)).toEqual([{ status: "processing" }]);
  await chain.mineAt(Number(authorization.validBefore));
  await chain.resumeMining();
  expect((await answer).body).toMatchObject({ success: false });
  expect(await storedStatus(paymentId)).toEqual([{ status: "failed" }]);
  const text =
    "select data->>'authorization' as reason from payment_events where type = 'given_up' and payment_id = $1";
  expect(await server.sql(text, [paymentId])).toEqual([{ reason: "elsewhere" }]);
  await expectBooksToBalance(server);
});
