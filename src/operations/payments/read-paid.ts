// Reads a succeeded payment with what proves it: what a receipt states.
import { type Confirmation, type Credit, type PaymentForBuyer, statusForBuyer } from "../../payment/payment.ts";
import type { Success } from "../../payment/receipts/receipt.ts";
import { paymentNotFound, Refusal } from "../errors/refusal.ts";
import type { PaymentReader, PaymentTransitions } from "../ports/payments.ts";
import { readOpenPayment } from "./read-payment.ts";

export interface ReadPaidPorts {
  readonly payments: PaymentReader & PaymentTransitions;
  readonly successes: {
    /** Null if it has not succeeded, or its transfer is not on the chain now. */
    find(paymentId: string): Promise<Success | null>;
  };
}

export interface Paid {
  readonly payment: PaymentForBuyer;
  readonly confirmation: Confirmation;
  readonly credit: Credit;
  readonly success: Success;
}

/** @throws Refusal payment_not_found, payment_not_succeeded */
export async function readPaid({ payments, successes }: ReadPaidPorts, paymentId: string): Promise<Paid> {
  const payment = await readOpenPayment(payments, paymentId);
  // The gateway payment of a refund is a payment to wallets only.
  if (payment.payout) throw paymentNotFound();
  if (payment.status !== "succeeded") {
    const message = `The payment is ${statusForBuyer(payment)}; only succeeded payments have a receipt`;
    throw new Refusal("payment_not_succeeded", message);
  }
  const { confirmation, credit } = payment;
  const success = await successes.find(paymentId);
  if (!confirmation || !credit || !success) {
    throw new Refusal(
      "payment_not_succeeded",
      "The payment's transfer is not on the chain: a reorganisation removed it",
    );
  }
  return { payment, confirmation, credit, success };
}
