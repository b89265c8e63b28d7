// A partner's payments in the form that operations take: whatever is not the partner's own, or not of the merchant that
// the request names, does not exist.
import type { CancelPaymentPorts } from "../operations/cancel-payment.ts";
import type { PartnerPayments } from "./ports.ts";

type Payments = CancelPaymentPorts["payments"];

export const ownedPayments = (
  payments: Payments & PartnerPayments,
  { caller, merchantId }: { readonly caller: { readonly partnerId: string }; readonly merchantId: string | null },
): Payments => ({
  async findForBuyer(paymentId) {
    const payment = await payments.findForPartner(caller.partnerId, paymentId);
    return merchantId === null || payment?.merchantId === merchantId ? payment : null;
  },
  apply: (paymentId, transition) => payments.apply(paymentId, transition),
});
