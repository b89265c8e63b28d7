import type { Address } from "viem";
import { expect, test } from "vitest";
import { confirm, signPayment, untilFinal } from "../../../harness/chain/wallet.ts";
import { fieldsOf, sharedServerForFile } from "../../setup.ts";
import { atRefund, givenRefund, payBack, type ShownRefund } from "../given-refunds.ts";

const server = sharedServerForFile();
const tokenOf = ({ amount }: ShownRefund) => amount.unit.split(":").at(-1) as Address;
const complete = async (refundId: string, txHash: string) => {
  const { status, body } = await atRefund(server(), refundId, "transaction", { txHash });
  return [status, body.code, body.issues ? fieldsOf(body) : []];
};
const WRONG_TX = [400, "params_validation", ["txHash"]];

test("no hash, and a transaction that does not exist", async () => {
  const { refundId } = await givenRefund(server());
  expect(await complete(refundId, "0x12")).toEqual(WRONG_TX);
  expect(await complete(refundId, `0x${"1".repeat(64)}`)).toEqual(WRONG_TX);
});

test("another amount, and another receiver", async () => {
  const refund = await givenRefund(server());
  const amount = BigInt(refund.amount.value);
  const other = await server().newBuyer(0n);
  for (const [to, value] of [
    [refund.buyer.address, amount - 1n],
    [refund.buyer.address, amount + 1n],
    [other.address, amount],
  ] as const) {
    expect(await complete(refund.refundId, await payBack(server(), tokenOf(refund), to, value))).toEqual(WRONG_TX);
  }
});

test("a transfer that completed another refund, also at once", async () => {
  const first = await givenRefund(server());
  const second = await givenRefund(server(), { to: first.buyer.account });
  const txHash = await payBack(server(), tokenOf(first), first.buyer.address, BigInt(first.amount.value));
  const answers = await Promise.all([first, second].map(({ refundId }) => complete(refundId, txHash)));
  expect(answers.map(([status]) => status).sort()).toEqual([200, 400]);
  const [loser] = [first, second].filter((_, index) => answers[index]?.[0] === 400);
  expect(await complete(loser?.refundId ?? "", txHash)).toEqual(WRONG_TX);
});

test("the router's own transfer for another refund", async () => {
  const first = await givenRefund(server());
  const second = await givenRefund(server(), { to: first.buyer.account });
  const place = server() as unknown as Parameters<typeof signPayment>[0];
  await confirm(place, await signPayment(place, first.gatewayPaymentId, await server().newBuyer()));
  const { info } = await untilFinal(place, first.gatewayPaymentId);
  expect(await complete(second.refundId, info?.txId ?? "")).toEqual(WRONG_TX);
  expect(await complete(first.refundId, info?.txId ?? "")).toEqual(WRONG_TX);
});

test("a refund that was cancelled", async () => {
  const refund = await givenRefund(server());
  await atRefund(server(), refund.refundId, "cancel");
  const txHash = await payBack(server(), tokenOf(refund), refund.buyer.address, BigInt(refund.amount.value));
  expect((await complete(refund.refundId, txHash)).slice(0, 2)).toEqual([400, "invalid_state"]);
});
