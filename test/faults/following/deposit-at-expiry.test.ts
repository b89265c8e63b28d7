// A deposit in the very block of the payment's expiry: the block's time decides, and nothing else.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type GivenAddress, giveAddress, transfer } from "../../harness/chain/deposit-addresses.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { createPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { newAddress, startServer, type TestServer } from "../../harness/server/server.ts";

/** An idle chain is looked at once a minute. */
const WITHIN = { timeout: 150_000 };
vi.setConfig({ testTimeout: 400_000 });
/** Enough to prepare the transfer on a busy machine. */
const LIFETIME_S = 20;

let chain: OwnChain;
let server: TestServer;
beforeAll(async () => {
  chain = await startOwnChain();
  server = await startServer({ place: chain });
});
afterAll(async () => {
  await server.stop();
  await chain.stop();
});

/** A payment with a full deposit in a block of which the time is so many seconds after its expiry. */
async function depositedAt(afterS: number): Promise<GivenAddress & { readonly paymentId: string }> {
  const expiresAt = Math.max(Math.floor(Date.now() / 1_000), await chain.nowS()) + LIFETIME_S;
  const paymentId = await createPayment(server, { expiresAt });
  const terms = { deadlineS: expiresAt + 60, destination: newAddress() };
  const given = await giveAddress(server, paymentId, terms);
  await server.sql("update deposit_addresses set watched_until = now() + interval '1 day'");
  await chain.stopMining();
  const hash = await transfer(server, { to: given.address, amount: given.terms.amount });
  await chain.mineAt(expiresAt + afterS);
  const { blockNumber } = await server.client.waitForTransactionReceipt({ hash });
  expect(Number((await server.client.getBlock({ blockNumber })).timestamp)).toBe(expiresAt + afterS);
  await chain.resumeMining();
  return { paymentId, ...given };
}

const kindsOf = (paymentId: string) =>
  server.sql("select kind, amount::text from exceptions where payment_id = $1", [paymentId]);

test("one second before it, the payment succeeds", async () => {
  const { paymentId, terms } = await depositedAt(-1);
  expect((await untilFinal(server, paymentId)).status).toBe("succeeded");
  expect(await server.balance(server.deployment.usdc, terms.destination)).toBe(terms.amount - terms.fee);
  expect(await kindsOf(paymentId)).toEqual([]);
});

test("at the second of it, the payment expires, and the money goes to the merchant as late", async () => {
  const { paymentId, terms } = await depositedAt(0);
  expect((await untilFinal(server, paymentId)).status).toBe("expired");
  await expect.poll(() => kindsOf(paymentId), WITHIN).toEqual([{ kind: "late", amount: "10000000" }]);
  await expect
    .poll(() => server.balance(server.deployment.usdc, terms.destination), WITHIN)
    .toBe(terms.amount - terms.fee);
});
