// Reads a payment, expiring it first if it is past its expiry and the expiry worker has not reached it. It is not
// expired while a chain that it may have been paid on is not followed that far; until then it accepts nothing new.
import { type PaymentForBuyer, statusForBuyer } from "../../payment/payment.ts";
import { paymentExpired, paymentNotFound } from "../errors/refusal.ts";
import type { PaymentReader, PaymentTransitions } from "../ports/payments.ts";

/** @throws Refusal payment_not_found */
export async function readOpenPayment(
  payments: PaymentReader & PaymentTransitions,
  paymentId: string,
): Promise<PaymentForBuyer> {
  const payment = await payments.findForBuyer(paymentId);
  if (!payment) throw paymentNotFound();
  if (payment.status !== "requires_action" || !payment.isPastExpiry) return payment;
  await payments.apply(paymentId, { type: "expired" });
  const settled = await payments.findForBuyer(paymentId);
  if (!settled) throw paymentNotFound();
  return settled;
}

/** @throws Refusal payment_expired if its time is over, even if it is not expired yet */
export function refuseExpired(payment: PaymentForBuyer): void {
  if (statusForBuyer(payment) === "expired") throw paymentExpired(payment.expiresAtS);
}
