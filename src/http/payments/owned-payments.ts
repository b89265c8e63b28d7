// Restricts payments to the caller's partner, to the merchants that the caller is limited to and, where the request
// names one, to its merchant; tills and points of sale to what they created: for operations, no other payment exists.
import { isLivemode } from "../../merchant/mode.ts";
import type { Caller, KeyCaller } from "../request/caller.ts";
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

/** In the gateway the id is the capability, but a key sees only payments of its mode. Apps and pages have no mode. */
export const paymentsInMode = <Payments extends Pick<Services["payments"], "findForBuyer">>(
  payments: Payments,
  caller: Caller,
): Payments =>
  caller.type === "key"
    ? {
        ...payments,
        async findForBuyer(paymentId: string) {
          const payment = await payments.findForBuyer(paymentId);
          return payment && isLivemode(payment.partnerId) === isLivemode(caller.partnerId) ? payment : null;
        },
      }
    : payments;
