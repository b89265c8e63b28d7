// Finds a refund that the caller may see: of its partner, and of the merchants that it is limited to.
import { readRefund, refundMissing } from "../../operations/refunds/end-refund.ts";
import type { Refund } from "../../payment/refund.ts";
import type { KeyCaller } from "../request/caller.ts";
import type { Services } from "../services.ts";

interface RefundCall {
  readonly caller: Pick<KeyCaller, "partnerId" | "merchantIds">;
  readonly merchantId: string | null;
  readonly params: { readonly id: string };
}

/** @throws Refusal not_found */
export async function ownedRefund(
  services: Pick<Services, "refunds">,
  { caller: { partnerId, merchantIds }, merchantId, params: { id } }: RefundCall,
): Promise<Refund> {
  const refund = await readRefund(services, partnerId, id);
  const isReached = merchantIds === null || merchantIds.includes(refund.merchantId);
  if (!isReached || (merchantId !== null && refund.merchantId !== merchantId)) throw refundMissing();
  return refund;
}
