// Cancels an unconfirmed payment for the buyer or the merchant.
import type { Actor } from "../../merchant/audit.ts";
import { type CancelledReason, type PaymentForBuyer, statusForBuyer } from "../../payment/payment.ts";
import { Refusal } from "../errors/refusal.ts";
import type { PaymentReader, PaymentTransitions } from "../ports/payments.ts";
import { readOpenPayment } from "./read-payment.ts";

export interface CancelPaymentPorts {
  readonly payments: PaymentReader & PaymentTransitions;
}

/**
 * @param by for the audit log; null: not recorded there
 * @returns the cancelled payment; cancelling it again changes nothing and returns the same
 * @throws Refusal payment_not_found, invalid_state
 */
export async function cancelPayment(
  ports: CancelPaymentPorts,
  paymentId: string,
  reason: CancelledReason,
  by: Actor | null = null,
): Promise<PaymentForBuyer> {
  const before = await readOpenPayment(ports.payments, paymentId);
  // Anyone with the link could otherwise end it.
  if (before.payout && reason === "cancelled_by_user") {
    throw new Refusal("invalid_state", "A refund is cancelled by its merchant");
  }
  if (before.status === "requires_action") await ports.payments.apply(paymentId, { type: "cancelled", reason }, by);
  const payment = before.status === "cancelled" ? before : await readOpenPayment(ports.payments, paymentId);
  if (payment.status === "cancelled") return payment;
  throw new Refusal("invalid_state", `The payment is ${statusForBuyer(payment)} and can no longer be cancelled`);
}
