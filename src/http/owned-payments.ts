// Restricts payments to the caller's partner and, where the request names one, to its merchant: for operations, no
// other payment exists.
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
