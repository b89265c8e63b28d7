// Marks a payment as refunded in full. No money moves here: the merchant pays the buyer from their own account and may
// name the transaction, which is then looked up on the payment's chain.
import type { Actor } from "../../merchant/audit.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { Refusal } from "../errors/refusal.ts";
import type { PaymentReader } from "../ports/payments.ts";
import type { HandTransfer, RefundStore } from "../ports/refunds.ts";
import { type RuledOut, readPayment, wrongTx } from "./find-transfer.ts";

export interface MarkRefundedPorts {
  readonly payments: PaymentReader;
  readonly refunds: Pick<RefundStore, "mark">;
}

/**
 * Resolves once this call has marked the payment as refunded.
 * @param transfer null: none was named
 * @throws Refusal not_found, payment_not_succeeded, already_refunded, params_validation (on txHash), bad_gateway (the
 *   payment has succeeded since the look-up: retry)
 */
export async function markRefunded(
  { payments, refunds }: MarkRefundedPorts,
  paymentId: string,
  transfer: HandTransfer | RuledOut | null,
  by: Actor,
): Promise<void> {
  const payment = await readPayment(payments, paymentId);
  const paid = refundablePaid(payment);
  refuseRefunded(payment);
  if (transfer === "ruled_out") {
    throw new Refusal("bad_gateway", "The payment has only just succeeded: repeat the request", { retryAfterS: 1 });
  }
  // Concurrent refunds may have chosen the same transfer: each further attempt chooses another one.
  for (let attemptsLeft = transfer?.logIndexes.length ?? 1; attemptsLeft > 0; attemptsLeft--) {
    if (await refunds.mark({ ...payment, paid }, transfer, by)) return;
    refuseRefunded(await readPayment(payments, paymentId));
  }
  throw wrongTx("already refunds another payment");
}

/**
 * What the payment brought, in smallest units.
 * @throws Refusal already_refunded (marked), payment_not_succeeded
 */
export function refundablePaid({ status, credit, confirmation, refundMark }: PaymentForBuyer): bigint {
  refuseMarked(refundMark);
  if (status !== "succeeded") {
    throw new Refusal("payment_not_succeeded", `The payment is ${status}; only succeeded payments can be refunded`);
  }
  const paid = credit?.amount ?? confirmation?.option.terms.amount;
  if (paid === undefined) throw new TypeError("a payment succeeds with a confirmation");
  return paid;
}

/** A mark stands for all of the payment, so there must be no other refund. */
function refuseRefunded({ refundMark, refundTotals }: PaymentForBuyer): void {
  refuseMarked(refundMark);
  if (refundTotals && refundTotals.requested > 0n) {
    throw alreadyRefunded("The payment has refunds: refund the rest of it by another refund");
  }
}

function refuseMarked(mark: PaymentForBuyer["refundMark"]): void {
  if (mark) throw alreadyRefunded(`The payment was refunded at ${mark.refundedAt.toISOString()}`);
}

export const alreadyRefunded = (message: string): Refusal => new Refusal("already_refunded", message);
