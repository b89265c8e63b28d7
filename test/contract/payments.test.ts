// The wire format of a payment in each of its states, without a server.
import Type from "typebox";
import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import {
  cancellation,
  PaymentDetails,
  paymentCreated,
  paymentDetails,
  StatusResult,
  statusResult,
} from "../../src/contract/payments/payments.ts";
import { PAYMENT_STATUSES, type Payment } from "../../src/payment/payment.ts";
import { ASSET, HASH, paid, show, usdc } from "./paid-payment.ts";

const isStatusResult = Compile(Type.Object(StatusResult.properties, { additionalProperties: false }));
const isDetails = Compile(Type.Object(PaymentDetails.properties, { additionalProperties: false }));

describe.each(PAYMENT_STATUSES)("a payment that is %s", (status) => {
  const payment: Payment = { ...paid, status };
  const isFinal = !["requires_action", "processing"].includes(status);

  test("matches the schemas", () => {
    expect(isStatusResult.Errors(statusResult(payment, show))).toEqual([]);
    expect(isDetails.Errors(paymentDetails(payment, show))).toEqual([]);
  });

  test("is final with no pollInMs, or not final with one", () => {
    const result = statusResult(payment, show);
    expect(result.isFinal).toBe(isFinal);
    expect("pollInMs" in result).toBe(!isFinal);
  });

  test("has info and settlement only when it succeeded, and a failure code only when it failed", () => {
    const details = paymentDetails(payment, show);
    expect(details.info !== null).toBe(status === "succeeded");
    expect(details.settlement !== null).toBe(status === "succeeded");
    expect("failureCode" in details).toBe(status === "failed");
    expect(statusResult(payment, show).info).toEqual(details.info);
  });
});

test("info shows what the buyer paid, with the asset as it is configured", () => {
  const { info } = statusResult(paid, show);
  expect(info).toEqual({ optionAmount: usdc("1000000"), txId: HASH });
});

test("an asset that is no longer configured is shown without display", () => {
  expect(statusResult(paid, () => null).info?.optionAmount).toEqual({ unit: `caip19/${ASSET}`, value: "1000000" });
});

test("the settlement is what the merchant got: the amount less the fee", () => {
  expect(paymentDetails(paid, show).settlement).toEqual({
    successful: { amount: { unit: `caip19/${ASSET}`, value: "996000" }, txId: HASH },
  });
});

test("money that went to the treasury is not settled", () => {
  const credit = paid.credit && { ...paid.credit, settled: false };
  expect(paymentDetails({ ...paid, credit }, show)).toMatchObject({ settlement: null, info: { txId: HASH } });
});

test("a settlement that a reorg removed for good is not successful; the payment keeps its status", () => {
  const credit = paid.credit && { ...paid.credit, settled: false, isLost: true };
  expect(paymentDetails({ ...paid, credit }, show)).toMatchObject({
    status: "succeeded",
    settlement: { successful: null },
    info: { txId: HASH },
  });
});

test("a new payment's link begins with the public URL", () => {
  const payment = {
    id: "pay_1",
    partnerId: "prtn_1",
    status: "requires_action",
    expiresAtS: 7,
    takesDeposits: true,
  } as const;
  const created = paymentCreated(payment, "https://pay.example");
  const { x402Url: _, ...others } = created;
  expect(paymentCreated({ ...payment, takesDeposits: false }, "https://pay.example")).toEqual(others);
  expect(created).toEqual({
    paymentId: "pay_1",
    status: "requires_action",
    gatewayUrl: "https://pay.example/pay_1",
    x402Url: "https://pay.example/x402/pay_1",
    expiresAt: 7,
    isFinal: false,
    pollInMs: 1_000,
    livemode: true,
  });
});

test("a payment in processing is polled twice as often", () => {
  expect(statusResult({ ...paid, status: "processing" }, show)).toMatchObject({ pollInMs: 500 });
});

test.each(["confirmation", "credit"])(
  "a payment that succeeded without its %s has no info and no settlement",
  (part) => {
    expect(paymentDetails({ ...paid, [part]: null }, show)).toMatchObject({ info: null, settlement: null });
  },
);

test("a failed payment has its code", () => {
  const failed: Payment = { ...paid, status: "failed", failureCode: "declined_user" };
  expect(paymentDetails(failed, show)).toMatchObject({ referenceId: "order-1", failureCode: "declined_user" });
});

test("a refund has its time, and its transaction if the merchant named one", () => {
  const refundedAt = new Date("2026-03-05T00:00:00.000Z");
  const refund = { refundedAt: "2026-03-05T00:00:00.000Z" };
  const details = (txHash: typeof HASH | null) => paymentDetails({ ...paid, refundMark: { refundedAt, txHash } }, show);
  expect(details(null)).toMatchObject(refund);
  expect(details(null)).not.toHaveProperty("refundTxHash");
  expect(details(HASH)).toMatchObject({ ...refund, refundTxHash: HASH });
  expect(paymentDetails(paid, show)).not.toHaveProperty("refundedAt");
});

test("only a cancelled payment has a cancellation", () => {
  const lastUpdatedAt = new Date("2026-03-04T05:06:07.089Z");
  const cancelled: Payment = { ...paid, status: "cancelled", cancelledReason: "cancelled_by_user", lastUpdatedAt };
  expect(cancellation(cancelled)).toEqual({
    paymentId: "pay_1",
    status: "cancelled",
    cancelledReason: "cancelled_by_user",
    cancelledAt: "2026-03-04T05:06:07.089Z",
  });
  expect(() => cancellation(paid)).toThrow("not cancelled");
});
