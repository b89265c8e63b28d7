// Restricts payments to the caller's partner, to the merchants that the caller is limited to and, where the request
// names one, to its merchant; tills and points of sale to what they created: for operations, no other payment exists.
import { isLivemode } from "../../merchant/mode.ts";
import type { KeyCaller } from "../request/caller.ts";
import type { Services } from "../services.ts";

type Owner = Pick<KeyCaller, "partnerId" | "merchantIds" | "creatorId">;

export const ownedPayments = <Payments extends Pick<Services["payments"], "findForBuyer" | "findForPartner">>(
  payments: Payments,
  { caller, merchantId }: { readonly caller: Owner; readonly merchantId: string | null },
): Payments => ({
  ...payments,
  async findForBuyer(paymentId: string) {
    const payment = await payments.findForPartner(caller, paymentId);
    return merchantId === null || payment?.merchantId === merchantId ? payment : null;
  },
});

/** Only live payments, or only test payments. */
export const paymentsInMode = <Payments extends Pick<Services["payments"], "findForBuyer">>(
  payments: Payments,
  livemode: boolean,
): Payments => ({
  ...payments,
  async findForBuyer(paymentId: string) {
    const payment = await payments.findForBuyer(paymentId);
    return payment && isLivemode(payment.partnerId) === livemode ? payment : null;
  },
});
