import type { ExamplesById } from "./example.ts";
import { ASSET, EXPIRES_AT, INFO, PAYMENT_ID, TX_ID, UPDATED_AT } from "./values.ts";

export const STATUS_ANSWERS = {
  waiting: { isFinal: false, status: "requires_action", info: null, pollInMs: 1000 },
  succeeded: { isFinal: true, status: "succeeded", info: INFO },
  failed: { isFinal: true, status: "failed", failureCode: "declined_user", info: null },
};

export const cancelledBy = (cancelledReason: string) => ({
  paymentId: PAYMENT_ID,
  status: "cancelled",
  cancelledReason,
  cancelledAt: UPDATED_AT,
});

const amount = { unit: "iso4217/USD", value: "1250" };

export const PAYMENT_EXAMPLES: ExamplesById = {
  createPayment: {
    bodies: {
      minimal: { amount, referenceId: "order 4711" },
      all: {
        amount,
        referenceId: "order 4711",
        checkout: { successUrl: "https://shop.example/thanks", errorUrl: "https://shop.example/basket" },
        expiresAt: EXPIRES_AT,
      },
    },
    answers: {
      created: {
        paymentId: PAYMENT_ID,
        status: "requires_action",
        isFinal: false,
        expiresAt: EXPIRES_AT,
        gatewayUrl: `https://pay.example/${PAYMENT_ID}`,
        pollInMs: 1000,
      },
    },
  },
  getPayment: {
    answers: {
      waiting: { referenceId: "order 4711", status: "requires_action", info: null, settlement: null },
      settled: {
        referenceId: "order 4711",
        status: "succeeded",
        info: INFO,
        settlement: { successful: { amount: { unit: `caip19/${ASSET}`, value: "12450000" }, txId: TX_ID } },
      },
    },
  },
  getPaymentStatus: { answers: STATUS_ANSWERS },
  refundPayment: {
    bodies: { mark: { paymentId: PAYMENT_ID }, withTransaction: { paymentId: PAYMENT_ID, txHash: TX_ID } },
    answers: { refunded: { paymentId: PAYMENT_ID } },
  },
  cancelPayment: { bodies: { nothing: {} }, answers: { cancelled: cancelledBy("cancelled_by_merchant") } },
};
