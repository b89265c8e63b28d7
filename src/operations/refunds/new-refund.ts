// A refund as it is stored: what it sends back, to whom, and the payment by which a wallet signs it.
import type { Address } from "viem";
import { newId, newPaymentId } from "../../ids.ts";
import type { CreatedBy } from "../../payment/created-by.ts";
import { REFUND_LIFETIME_S } from "../../payment/refund.ts";
import { paymentKey } from "../../payment/terms.ts";
import type { NewRefund } from "../ports/refunds.ts";

export interface RefundRequest {
  readonly paymentId: string;
  /** Null: all that is left. */
  readonly amount: { readonly unit: string; readonly value: string } | null;
  readonly reason: string | null;
  /** CAIP-10; null: the buyer who signed the payment. */
  readonly to: string | null;
  readonly requestedBy: CreatedBy;
  /** Whether somebody else has to accept `to`. */
  readonly needsSecondPerson: boolean;
}

export type RefundedMoney = Pick<
  NewRefund,
  "partnerId" | "paymentId" | "exceptionId" | "paid" | "amount" | "fiatAmount"
>;

/** @param to null: it requires an address */
export function newRefund(
  money: RefundedMoney,
  to: Address | null,
  { reason, requestedBy, needsSecondPerson, to: asked }: RefundRequest,
  nowMs: number,
): NewRefund {
  const createdAtMs = Math.floor(nowMs);
  const gatewayPaymentId = newPaymentId(null, createdAtMs);
  const isClaim = asked !== null && needsSecondPerson;
  return {
    ...money,
    id: newId("refund", createdAtMs),
    to: isClaim ? null : to,
    claimed: isClaim && to !== null ? { address: to, by: requestedBy.id ?? "" } : null,
    reason,
    requestedBy,
    gatewayPaymentId,
    gatewayKey: paymentKey(gatewayPaymentId),
    createdAtMs,
    expiresAtS: Math.floor(createdAtMs / 1_000) + REFUND_LIFETIME_S,
  };
}
