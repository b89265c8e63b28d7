// Several people and processes end one refund at once: the money moves once, and every response says the same.
import { encodeFunctionData, erc20Abi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentKey } from "../../src/payment/terms.ts";
import { buyerFor } from "../client/payers.ts";
import { expectBooksToBalance, paidEvents } from "../harness/books.ts";
import { sendAs } from "../harness/chain/contract-wallet.ts";
import { confirmResults, executeAll, fetchActions, onlyOption } from "../harness/chain/methods.ts";
import { paidIn } from "../harness/chain/refund-signers.ts";
import { givenRefund, paidBy, readRefund, type WireRefund } from "../harness/chain/refunds.ts";
import { confirm, signPayment, untilFinal } from "../harness/chain/wallet.ts";
import type { Buyer, TestServer } from "../harness/server/server.ts";
import { sharedServer } from "../harness/server/shared-server.ts";

const AMOUNT = 10_000_000n;

let server: TestServer;
let buyer: Buyer;
let signers: readonly [Buyer, Buyer];
beforeAll(async () => {
  server = await sharedServer();
  buyer = await server.newBuyer();
  signers = [await server.newBuyer(), await server.newBuyer()];
});
afterAll(() => server.stop());

const givenPaid = async (): Promise<WireRefund> => givenRefund(server, await paidBy(server, buyer));
const held = (...accounts: readonly Buyer[]) =>
  Promise.all(accounts.map(({ address }) => server.balance(server.deployment.usdc, address)));
const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

test("of fifty confirms by two accounts, those of one are accepted, and it pays once", async () => {
  const { gatewayPaymentId, refundId } = await givenPaid();
  const before = await held(buyer, ...signers);
  const signed = await Promise.all(signers.map((signer) => signPayment(server, gatewayPaymentId, signer)));
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const by = index % 2;
      const one = signed[by];
      if (!one) throw new Error("there are two signers");
      return { by, status: (await confirm(server, one)).status };
    }),
  );
  const accepted = new Set(answers.filter(({ status }) => status === 200).map(({ by }) => by));
  expect(accepted.size).toBe(1);
  expect(new Set(answers.filter(({ by }) => !accepted.has(by)).map(({ status }) => status))).toEqual(new Set([400]));
  expect((await untilFinal(server, gatewayPaymentId)).status).toBe("succeeded");
  expect(await paidEvents(server, [paymentKey(gatewayPaymentId)])).toHaveLength(1);
  const after = await held(buyer, ...signers);
  expect([after[0], sumOf(after)]).toEqual([(before[0] ?? 0n) + AMOUNT, sumOf(before)]);
  expect((await readRefund(server, refundId)).status).toBe("succeeded");
});

interface Reported {
  readonly kind: string;
  readonly paymentId: string;
  readonly transaction: { readonly hash: string };
  readonly message: string;
}

describe("of two accounts that both pay a refund by a transaction of their own, the second is reported", () => {
  /** Both have fetched the transaction before either sends it. */
  async function paidTwice(confirms: boolean): Promise<void> {
    const { paymentId, buyer: receiver } = await paidIn(server, "plain ERC-20");
    const refund = await givenRefund(server, paymentId, { amount: { unit: "iso4217/USD", value: "400" } });
    const { gatewayPaymentId, refundId } = refund;
    const accounts = [await buyerFor(server, "plain ERC-20"), await buyerFor(server, "plain ERC-20")];
    const before = await server.balance(server.deployment.dai, receiver.address);
    const fetched = await Promise.all(
      accounts.map(async (account) => {
        const option = await onlyOption(server, gatewayPaymentId, account);
        return { account, option, actions: await fetchActions(server, gatewayPaymentId, option) };
      }),
    );
    const sent = await Promise.all(
      fetched.map(async ({ account, option, actions }) => {
        const results = await executeAll(server, account, actions);
        return { option, results };
      }),
    );
    if (confirms) {
      const answers = await Promise.all(
        sent.map(({ option, results }) => confirmResults(server, gatewayPaymentId, option, results)),
      );
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    }
    expect((await untilFinal(server, gatewayPaymentId)).status).toBe("succeeded");
    const events = await paidEvents(server, [paymentKey(gatewayPaymentId)]);
    expect(events).toHaveLength(2);
    const { status, txId } = await readRefund(server, refundId);
    expect(status).toBe("succeeded");
    const extra = events.filter(({ txHash }) => txHash !== txId);
    expect(extra).toHaveLength(1);
    const reported = async () =>
      (await server.call<{ data: readonly Reported[] }>({ path: `/v1/exceptions?paymentId=${paymentId}` })).body.data;
    await expect.poll(reported, { timeout: 40_000 }).toMatchObject([
      {
        kind: "duplicate",
        paymentId,
        transaction: { hash: extra[0]?.txHash },
        amount: { value: refund.amount.value },
        message: expect.stringMatching(new RegExp(`^Refund ${refundId}: `)),
      },
    ]);
    // The refund counts once, whatever the buyer got.
    const { body } = await server.call<object>({ path: `/v1/payments/${paymentId}` });
    expect(body).toMatchObject({ refundedAmount: { value: refund.amount.value } });
    const got = (await server.balance(server.deployment.dai, receiver.address)) - before;
    expect(got).toBe(2n * BigInt(refund.amount.value));
    await expectBooksToBalance(server);
  }

  test("without a confirm", () => paidTwice(false));

  test("with both confirms at once", () => paidTwice(true));
});

describe("a refund that is signed while the merchant", () => {
  /** The statuses of the confirm and of the other request. */
  async function raced(path: string, body: object): Promise<readonly [WireRefund, readonly number[]]> {
    const refund = await givenPaid();
    const signed = await signPayment(server, refund.gatewayPaymentId, signers[0]);
    const other = () => server.call({ path: `/v1/refunds/${refund.refundId}/${path}`, body });
    const answers = await Promise.all([confirm(server, signed), other()]);
    await untilFinal(server, refund.gatewayPaymentId);
    return [await readRefund(server, refund.refundId), answers.map(({ status }) => status)];
  }

  test("cancels it is paid, or cancelled, and never both", async () => {
    for (let round = 0; round < 5; round++) {
      const [refund, statuses] = await raced("cancel", {});
      const paid = await paidEvents(server, [paymentKey(refund.gatewayPaymentId)]);
      expect([refund.status, paid.length, statuses]).toEqual(
        refund.status === "succeeded" ? ["succeeded", 1, [200, 400]] : ["cancelled", 0, [400, 200]],
      );
    }
  });

  test("completes it by hand ends once", async () => {
    for (let round = 0; round < 3; round++) {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [buyer.address, AMOUNT] });
      const refund = await givenPaid();
      await server.client.setBalance({ address: signers[1].address, value: 10n ** 18n });
      const txHash = await sendAs(server, signers[1], { to: server.deployment.usdc, data });
      const signed = await signPayment(server, refund.gatewayPaymentId, signers[0]);
      const complete = server.call({ path: `/v1/refunds/${refund.refundId}/transaction`, body: { txHash } });
      const [confirmed, completed] = await Promise.all([confirm(server, signed), complete]);
      await untilFinal(server, refund.gatewayPaymentId);
      const { status, txId } = await readRefund(server, refund.refundId);
      const paid = await paidEvents(server, [paymentKey(refund.gatewayPaymentId)]);
      expect([confirmed.status, completed.status].toSorted()).toEqual([200, 400]);
      expect([status, txId]).toEqual(["succeeded", completed.status === 200 ? txHash : paid[0]?.txHash]);
      expect(paid).toHaveLength(completed.status === 200 ? 0 : 1);
    }
  });
});
