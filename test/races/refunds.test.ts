// Several people and processes end one refund at once: the money moves once, and every response says the same.
import { encodeFunctionData, erc20Abi } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { paymentKey } from "../../src/payment/terms.ts";
import { paidEvents } from "../harness/books.ts";
import { sendAs } from "../harness/chain/contract-wallet.ts";
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
