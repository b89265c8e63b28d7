// Where a buyer goes back to when the payment has ended.
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { isTerminal } from "../../payment/transition.ts";

/**
 * The merchant's page for this end, with the payment and its status added to whatever the merchant wrote; null where there is
 * none, or the payment has not ended.
 */
export function returnUrl({
  id,
  status,
  checkout,
}: Pick<PaymentForBuyer, "id" | "status" | "checkout">): string | null {
  if (!checkout || !isTerminal(status)) return null;
  const url = new URL(status === "succeeded" ? checkout.successUrl : checkout.errorUrl);
  // Appended to the text: what stands there may be signed, and stays as it is.
  url.search = `${url.search === "" ? "?" : `${url.search}&`}${new URLSearchParams({ payment_id: id, status })}`;
  return url.href;
}
