// A partner's payments in the form that operations take: whatever is not the partner's own, or not of the merchant that
// the request names, does not exist.
import type { Services } from "./services.ts";

export const ownedPayments = <Payments extends Pick<Services["payments"], "findForBuyer" | "findForPartner">>(
  payments: Payments,
  { caller, merchantId }: { readonly caller: { readonly partnerId: string }; readonly merchantId: string | null },
): Payments => ({
  ...payments,
  async findForBuyer(paymentId: string) {
    const payment = await payments.findForPartner(caller.partnerId, paymentId);
    return merchantId === null || payment?.merchantId === merchantId ? payment : null;
  },
});
