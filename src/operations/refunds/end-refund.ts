// Ends a refund that waits for a signature: cancels it, or completes it by the merchant's own transaction.
import type { Actor } from "../../merchant/audit.ts";
import { isOpenRefund, type Refund } from "../../payment/refund.ts";
import { Refusal } from "../errors/refusal.ts";
import type { HandTransfer, RefundStore } from "../ports/refunds.ts";
import { type RuledOut, wrongTx } from "./find-transfer.ts";

export interface EndRefundPorts {
  readonly refunds: Pick<RefundStore, "find" | "cancel" | "complete">;
}

/** @throws Refusal not_found */
export async function readRefund(
  { refunds }: { readonly refunds: Pick<RefundStore, "find"> },
  partnerId: string,
  refundId: string,
): Promise<Refund> {
  const refund = await refunds.find(partnerId, refundId);
  if (!refund) throw refundMissing();
  return refund;
}

export const refundMissing = (): Refusal => new Refusal("not_found", "Refund not found");

/**
 * Cancels a refund that has not been signed; cancelling it again changes nothing and returns the same.
 * @throws Refusal not_found, invalid_state
 */
export async function cancelRefund(
  ports: EndRefundPorts,
  partnerId: string,
  before: Refund,
  by: Actor,
): Promise<Refund> {
  if (isOpenRefund(before.status)) await ports.refunds.cancel(before, by);
  const refund = await readRefund(ports, partnerId, before.id);
  if (refund.status === "cancelled") return refund;
  throw new Refusal("invalid_state", `The refund is ${refund.status} and can no longer be cancelled`);
}

/**
 * Completes a refund by a transaction that the merchant sent by hand.
 * @throws Refusal not_found, invalid_state, params_validation (on txHash)
 */
export async function completeRefund(
  ports: EndRefundPorts,
  partnerId: string,
  refund: Refund,
  transfer: HandTransfer | RuledOut,
  by: Actor,
): Promise<Refund> {
  if (transfer !== "ruled_out") {
    const completed = await ports.refunds.complete({ partnerId, refundId: refund.id }, transfer, by);
    if (completed) return completed;
  }
  const { status } = await readRefund(ports, partnerId, refund.id);
  if (status === "requires_action" && transfer !== "ruled_out") throw wrongTx("already refunds another payment");
  throw new Refusal("invalid_state", `The refund is ${status}: only one that requires_action can be completed`);
}
