import type { PaymentForBuyer } from "../../payment/payment.ts";
import { isTerminal } from "../../payment/transition.ts";

/**
 * The merchant's URL for this outcome, with the payment and its status appended; null if there is none, or if the
 * payment has not ended.
 * @param inPlace replaces both of the merchant's URLs
 */
export function returnUrl(
  { id, status, checkout }: Pick<PaymentForBuyer, "id" | "status" | "checkout">,
  inPlace: string | null,
): string | null {
  const target = inPlace ?? (status === "succeeded" ? checkout?.successUrl : checkout?.errorUrl);
  if (target === undefined || !isTerminal(status)) return null;
  const url = new URL(target);
  // Appended as text, because the existing query may be signed and must not change.
  url.search = `${url.search === "" ? "?" : `${url.search}&`}${new URLSearchParams({ payment_id: id, status })}`;
  return url.href;
}
