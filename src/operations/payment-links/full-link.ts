// Refuses a payment whose payment link has no use left, before its buyer signs or sends anything.
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { Refusal } from "../errors/refusal.ts";
import type { ClosedReason, LinkUses } from "../ports/payment-links.ts";

export interface FullLinkPorts {
  readonly paymentLinks: Pick<LinkUses, "fullReason">;
}

/** Why the payment's link has no use left for it; null: it has, or no link created the payment. */
export const fullLinkOf = async (
  { paymentLinks }: FullLinkPorts,
  { id, createdBy }: Pick<PaymentForBuyer, "id" | "createdBy">,
): Promise<ClosedReason | null> => (createdBy.type === "link" ? paymentLinks.fullReason(id) : null);

/** @throws Refusal invalid_state */
export async function refuseFullLink(ports: FullLinkPorts, payment: PaymentForBuyer): Promise<void> {
  const reason = await fullLinkOf(ports, payment);
  if (!reason) return;
  throw new Refusal(
    "invalid_state",
    reason === "used_up"
      ? "The payment link is used up, and nothing was paid: ask the merchant for another link"
      : "Other buyers are paying the last uses of the payment link, and nothing was paid: try again in a minute",
  );
}
