// Deposits of senders whom the screening list refuses, on a running server.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { writeSettings } from "../../cli/chains/two-chains.ts";
import { json, turnpike } from "../../cli/turnpike.ts";
import { watcherIsAtHead } from "../../faults/payments/confirmed.ts";
import { type GivenAddress, giveAddress, transfer } from "../../harness/chain/deposit-addresses.ts";
import { type OwnChain, startOwnChain } from "../../harness/chain/own-chain.ts";
import { refusedList } from "../../harness/chain/refused-list.ts";
import { createPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { newAddress, startServer, type TestServer } from "../../harness/server/server.ts";

/** An idle chain is looked at once a minute. */
const WITHIN = { timeout: 150_000 };
vi.setConfig({ testTimeout: 500_000 });

const list = refusedList();
let chain: OwnChain;
let server: TestServer;
beforeAll(async () => {
  chain = await startOwnChain();
  server = await startServer({ place: chain, environment: { SCREENING: list.source } });
});
afterAll(async () => {
  await server.stop();
  await chain.stop();
});
beforeEach(() => list.refuse());

type Given = GivenAddress & { readonly paymentId: string };

/** A payment of 10 USDC to a destination that only it has, with an address past its deadline. */
async function given(): Promise<Given> {
  const paymentId = await createPayment(server);
  const deadlineS = Math.floor(Date.now() / 1_000) - 60;
  const address = await giveAddress(server, paymentId, { deadlineS, destination: newAddress() });
  await server.sql("update deposit_addresses set watched_until = now() + interval '1 day'");
  return { paymentId, ...address };
}

const held = (account: GivenAddress["address"]) => server.balance(server.deployment.usdc, account);

const exceptionsOf = ({ paymentId }: Given) =>
  server.sql("select kind, '0x' || encode(tx_hash, 'hex') as tx from exceptions where payment_id = $1", [paymentId]);

test("the payment fails, the money stays and is reported once, and goes on once an operator releases it", async () => {
  const payment = await given();
  const { paymentId, address, terms } = payment;
  const from = newAddress();
  list.refuse(from);
  const tx = await transfer(server, { to: address, amount: 10_000_000n, from });
  expect(await untilFinal(server, paymentId)).toMatchObject({ status: "failed", failureCode: "declined_user" });
  await expect.poll(() => exceptionsOf(payment), WITHIN).toEqual([{ kind: "refused_sender", tx }]);
  const listed = async () => {
    const { deposits } = await json<{ deposits: object[] }>(["deposits", "list"], await writeSettings(server));
    return deposits;
  };
  await expect.poll(listed, WITHIN).toMatchObject([{ paymentId, address, state: "refused_sender" }]);
  expect((await turnpike(["deposits", "list"], await writeSettings(server))).stdout).toMatch(
    /^since +chain +address +payment +amount +state\n20\S+ [\d:]{8}Z +eip155:\d+ +0x\w{40} +pay_\w+ +10\.00 USDC +its sender /,
  );
  const recover = async (...options: string[]) =>
    (await turnpike(["deposits", "recover", paymentId, ...options], await writeSettings(server))).code;
  expect(await recover()).toBe(1);
  await watcherIsAtHead(server);
  expect([await held(address), await held(terms.destination)]).toEqual([10_000_000n, 0n]);

  expect(await recover("--refused-sender")).toBe(0);
  await expect.poll(() => held(terms.destination), WITHIN).toBe(9_960_000n);
  expect(await held(address)).toBe(0n);
  await expect.poll(listed, WITHIN).toEqual([]);
  expect(await exceptionsOf(payment)).toHaveLength(1);
  const { body } = await server.call({ path: `/v1/payments/${paymentId}/status` });
  expect(body).toMatchObject({ status: "failed", failureCode: "declined_user" });
});

test("a part from a refused sender holds back the others' money as well, because a sweep would mix them", async () => {
  const payment = await given();
  const from = newAddress();
  list.refuse(from);
  await transfer(server, { to: payment.address, amount: 4_000_000n });
  const tx = await transfer(server, { to: payment.address, amount: 6_000_000n, from });
  expect(await untilFinal(server, payment.paymentId)).toMatchObject({ failureCode: "declined_user" });
  await expect.poll(() => exceptionsOf(payment), WITHIN).toHaveLength(2);
  expect(await exceptionsOf(payment)).toContainEqual({ kind: "refused_sender", tx });
  expect(await held(payment.address)).toBe(10_000_000n);
});

test("dust from a refused sender does not decline the payment of another buyer", async () => {
  const payment = await given();
  const from = newAddress();
  list.refuse(from);
  await transfer(server, { to: payment.address, amount: 9_999n, from });
  const isDecided = () => server.sql("select from deposits where amount = 9999 and not is_new");
  await expect.poll(isDecided).toHaveLength(1);
  const { body } = await server.call({ path: `/v1/payments/${payment.paymentId}/status` });
  expect(body).toMatchObject({ status: "requires_action" });
});
