import type { Address } from "viem";
import { expect, test } from "vitest";
import { listOptions } from "../../../harness/chain/wallet.ts";
import { sharedServerForFile } from "../../setup.ts";
import { atRefund, givenRefund, payBack } from "../given-refunds.ts";

const server = sharedServerForFile();

test("a transfer of exactly the refund's amount to its receiver; nobody can sign it afterwards", async () => {
  const { refundId, paymentId, gatewayPaymentId, amount, buyer } = await givenRefund(server());
  const token = amount.unit.split(":").at(-1) as Address;
  const txHash = await payBack(server(), token, buyer.address, BigInt(amount.value));
  const key = { "idempotency-key": `by hand ${refundId}` };
  const first = await atRefund(server(), refundId, "transaction", { txHash }, key);
  const again = await atRefund(server(), refundId, "transaction", { txHash }, key);
  expect([first.status, first.body.status, first.body.txId]).toEqual([200, "succeeded", txHash]);
  expect([again.status, again.body]).toEqual([200, first.body]);
  const details = await server().call({ path: `/v1/payments/${paymentId}` });
  expect(details.body).toMatchObject({ isRefunded: true, refundedAmount: { value: amount.value } });
  const signer = await server().newBuyer();
  const place = server() as unknown as Parameters<typeof listOptions>[0];
  expect(await listOptions(place, gatewayPaymentId, [signer.account])).toEqual([]);
});
