// An unmodified @x402/fetch client pays payments: with the fee split, attributed, and once however it retries.
import type { Address } from "viem";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parseTransfer } from "../../../src/contract/x402/x402.ts";
import { askForAddress, sendTo } from "../../harness/chain/deposits.ts";
import { sendAsRival } from "../../harness/chain/rival.ts";
import { asWallet, createPayment, untilFinal } from "../../harness/chain/wallet.ts";
import { AMOUNT, newAgent, payByX402, settlementIn, signX402 } from "../../harness/chain/x402.ts";
import { transferData } from "../../harness/chain/x402-facilitator.ts";
import type { TestServer } from "../../harness/server/server.ts";
import { sharedServer } from "../../harness/server/shared-server.ts";

const FEE = 40_000n;

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const balances = (...accounts: Address[]) =>
  Promise.all(accounts.map((account) => server.balance(server.deployment.usdc, account)));

test("a client pays: the fee is split, the payment is attributed, and the answer says how it was settled", async () => {
  const paymentId = await createPayment(server);
  const agent = await newAgent(server);
  const before = await balances(server.destination, server.feeReceiver);
  const { response, body } = await payByX402(server, paymentId, agent);
  expect(response.status).toBe(200);
  expect(body).toMatchObject({ paymentId, status: "succeeded", isFinal: true });
  const settlement = settlementIn(response);
  expect(settlement).toMatchObject({ success: true, network: server.caip2, payer: agent.address });
  const receipt = await server.client.getTransactionReceipt({ hash: settlement.transaction as `0x${string}` });
  expect(receipt.status).toBe("success");
  const [merchantHad = 0n, operatorHad = 0n] = before;
  expect(await balances(agent.address, server.destination, server.feeReceiver)).toEqual([
    0n,
    merchantHad + AMOUNT - FEE,
    operatorHad + FEE,
  ]);
  // The answer has the receipt that the merchant gets.
  const { body: signed } = await server.call<{ receipt: string }>({ path: `/v1/payments/${paymentId}/receipt` });
  expect(body.receipt).toBe(signed.receipt);
  // Paid: no offer any more, and nothing to sign.
  const again = await payByX402(server, paymentId, await newAgent(server, 0n));
  expect(again.response.status).toBe(200);
  expect(settlementIn(again.response)).toEqual(settlement);
  expect(again.body.receipt).toBe(signed.receipt);
});

test("the account that signed is the buyer: in lists, totals and for wallets, and refunds go to it", async () => {
  const merchant = (await server.asNewOwner()).at(server.baseUrl);
  const agent = await newAgent(server, 2n * AMOUNT);
  for (let paid = 0; paid < 2; paid += 1) await payByX402(server, await createPayment(merchant), agent);
  const buyer = { accountCaip10: `${server.caip2}:${agent.address}`, accountProviderName: "x402" };
  await vi.waitFor(async () => {
    const { body } = await merchant.call({ path: "/v1/payments" });
    expect(body).toMatchObject({ data: [{ buyer }, { buyer }], stats: { totalTransactions: 2, totalCustomers: 1 } });
  });
  const { body: list } = await merchant.call<{ data: { paymentId: string }[] }>({ path: "/v1/payments" });
  const paymentId = list.data[0]?.paymentId ?? "";
  const info = await server.call({ path: `/v1/gateway/payment/${paymentId}`, headers: asWallet(merchant) });
  expect(info.body).toMatchObject({ buyer });
  const refund = await merchant.call({ path: "/v1/refunds", body: { paymentId, reason: "broken" } });
  expect([refund.status, refund.body]).toMatchObject([201, { status: "requires_action", to: buyer.accountCaip10 }]);
});

test("a refund of a payment that others paid in part does not go to the account that signed", async () => {
  const paymentId = await createPayment(server);
  const given = await askForAddress(server, paymentId);
  await sendTo(server, given.address, 4_000_000n);
  await vi.waitFor(async () => {
    const { body } = await server.call<{ deposits: object[] }>({ path: `/v1/payments/${paymentId}` });
    expect(body.deposits).toMatchObject([{ received: { value: "4000000" } }]);
  });
  const { response } = await payByX402(server, paymentId, await newAgent(server));
  expect(response.status).toBe(200);
  const refund = await server.call({ path: "/v1/refunds", body: { paymentId, reason: "broken" } });
  expect([refund.status, refund.body]).toMatchObject([201, { status: "requires_address" }]);
});

test("the same payload again, and a new signature, move the money once", async () => {
  const paymentId = await createPayment(server);
  const agent = await newAgent(server, 2n * AMOUNT);
  const [first, other] = [await signX402(server, paymentId, agent), await signX402(server, paymentId, agent)];
  const responses = await Promise.all([first.send(), first.send(), other.send()]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  const settlements = responses.map(({ headers }) => headers.get("payment-response"));
  expect(new Set(settlements).size).toBe(1);
  expect((await first.send()).headers.get("payment-response")).toBe(settlements[0]);
  expect(await balances(agent.address)).toEqual([AMOUNT]);
});

test("an authorisation that a stranger has submitted first pays the payment as well", async () => {
  const paymentId = await createPayment(server);
  const agent = await newAgent(server);
  const { payload, send } = await signX402(server, paymentId, agent);
  const transfer = parseTransfer(payload.payload);
  if (!transfer) throw new Error("the client signed no transfer");
  await sendAsRival(server, server.deployment.usdc, transferData(transfer.to, transfer));
  expect((await send()).status).toBe(200);
  expect((await untilFinal(server, paymentId)).status).toBe("succeeded");
  expect(await balances(agent.address)).toEqual([0n]);
});

test("a client without the money is told so, and the payment can still be paid by another", async () => {
  const paymentId = await createPayment(server);
  const poor = await signX402(server, paymentId, await newAgent(server, AMOUNT - 1n));
  const refused = await poor.send();
  expect(refused.status).toBe(402);
  expect(settlementIn(refused)).toMatchObject({
    success: false,
    errorReason: "invalid_exact_evm_transaction_simulation_failed",
  });
  expect((await payByX402(server, paymentId, await newAgent(server))).response.status).toBe(200);
});

test("payments of many clients share a transaction of the relayer", async () => {
  const clients = await Promise.all(
    Array.from({ length: 12 }, async () => signX402(server, await createPayment(server), await newAgent(server))),
  );
  const responses = await Promise.all(clients.map(({ send }) => send()));
  expect(responses.map(({ status }) => status)).toEqual(clients.map(() => 200));
  const transactions = new Set(responses.map((response) => settlementIn(response).transaction));
  expect(transactions.size).toBeLessThan(clients.length);
});
