// The wire format of a payment in each of its states, without a server.
import Type from "typebox";
import { Compile } from "typebox/compile";
import { describe, expect, test } from "vitest";
import type { ShownAsset } from "../../src/contract/amounts.ts";
import {
  cancellation,
  PaymentDetails,
  paymentCreated,
  paymentDetails,
  StatusResult,
  statusResult,
} from "../../src/contract/payments.ts";
import { PAYMENT_STATUSES, type Payment } from "../../src/payment/payment.ts";
import { openPayment } from "../harness/fake-ports.ts";

const ASSET = "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";
const ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const HASH = `0x${"ab".repeat(32)}` as const;
const SHOWN: ShownAsset = { asset: { symbol: "USDC", name: "USD Coin", decimals: 6 }, chain: { name: "Base" } };
const show = (id: string): ShownAsset | null => (id === ASSET ? SHOWN : null);

const paid: Payment = {
  ...openPayment("pay_1"),
  status: "succeeded",
  confirmation: {
    option: {
      paymentId: "pay_1",
      asset: ASSET,
      method: "eip3009",
      merchantName: "Blue Shop",
      paysOut: "merchant",
      quoteExpiresAtS: null,
      quoteSources: [],
      feePpm: 4_000n,
      feeFixed: 0n,
      terms: {
        chain: "eip155:8453",
        router: ADDRESS,
        key: HASH,
        token: ADDRESS,
        payer: ADDRESS,
        amount: 1_000_000n,
        destination: ADDRESS,
        fee: 4_000n,
        feeReceiver: ADDRESS,
        deadlineS: 1,
      },
    },
    termsHash: HASH,
    resultsDigest: HASH,
    providerName: "",
    confirmedAt: new Date(),
  },
  credit: { chain: "eip155:8453", txHash: HASH, logIndex: 0, blockNumber: 1n, settled: true, isLost: false },
};

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
  expect(info).toEqual({
    optionAmount: {
      unit: `caip19/${ASSET}`,
      value: "1000000",
      display: { assetSymbol: "USDC", assetName: "USD Coin", decimals: 6, networkName: "Base" },
    },
    txId: HASH,
  });
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
  const created = paymentCreated({ id: "pay_1", status: "requires_action", expiresAtS: 7 }, "https://pay.example");
  expect(created).toMatchObject({ gatewayUrl: "https://pay.example/pay_1", expiresAt: 7, isFinal: false });
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
