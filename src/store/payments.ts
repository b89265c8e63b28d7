// Payments: read by id, and moved by transitions only.
import type { Actor } from "../merchant/audit.ts";
import type { NewConfirmation } from "../operations/confirm-payment.ts";
import type { RefundTransaction } from "../operations/refund-payment.ts";
import type { PaymentForBuyer } from "../payment/payment.ts";
import type { Transition } from "../payment/transition.ts";
import { type Addition, apply } from "./apply.ts";
import { auditLine } from "./audit.ts";
import { confirmPayment } from "./confirm-payment.ts";
import { createPaymentCreator } from "./create-payments.ts";
import type { Database, Queryable } from "./database.ts";
import { type PaymentRow, SELECT_PAYMENT, toPayment } from "./payment-row.ts";
import { markRefunded } from "./refunds.ts";

/** Payments that one sweep expires; the next sweep takes the rest. */
const EXPIRE_MAX = 1_000;

/** Reading payments and moving them by transitions, alone or inside somebody's transaction. */
export function createPaymentAccess(db: Queryable) {
  return {
    async findForBuyer(paymentId: string): Promise<PaymentForBuyer | null> {
      const { rows } = await db.query<PaymentRow>({
        name: "payment_by_id",
        text: `${SELECT_PAYMENT} where p.id = $1`,
        values: [paymentId],
      });
      return rows[0] ? toPayment(rows[0]) : null;
    },

    async findForPartner(partnerId: string, paymentId: string): Promise<PaymentForBuyer | null> {
      const { rows } = await db.query<PaymentRow>({
        name: "payment_by_id_and_partner",
        text: `${SELECT_PAYMENT} where p.id = $1 and p.partner_id = $2`,
        values: [paymentId, partnerId],
      });
      return rows[0] ? toPayment(rows[0]) : null;
    },

    /** @param by whose doing goes into the audit log: a merchant's, not what buyers and chains do */
    async apply(paymentId: string, transition: Transition, by: Actor | null = null): Promise<boolean> {
      return (await apply(db, transition, [{ paymentId }], by ? cancelLine(by) : undefined)).length > 0;
    },

    markRefunded: (
      payment: { readonly id: string; readonly partnerId: string },
      transaction: RefundTransaction | null,
      by: Actor,
    ): Promise<boolean> => markRefunded(db, payment, transaction, by),
  };
}

const cancelLine = ({ actor, via }: Actor): Addition => ({
  name: "apply_with_audit_line",
  insert: auditLine("payment_cancelled", "payment", "moved", { actor: "$9", via: "$10" }),
  values: [actor, via],
  wake: "count(*)",
});

export function createPaymentStore(db: Database) {
  return {
    ...createPaymentAccess(db),

    create: createPaymentCreator(db),

    confirm: (paymentId: string, confirmation: NewConfirmation) => confirmPayment(db, paymentId, confirmation),

    /** Expires payments whose time has run out, at most a page of them. */
    async expireDue(): Promise<{ readonly hasMore: boolean }> {
      const { rows } = await db.query<{ id: string }>({
        name: "payments_due",
        text: `select id from payments where status = 'requires_action' and expires_at <= now()
                order by expires_at limit ${EXPIRE_MAX}`,
      });
      const items = rows.map(({ id }) => ({ paymentId: id }));
      if (items.length > 0) await apply(db, { type: "expired" }, items);
      return { hasMore: rows.length === EXPIRE_MAX };
    },
  };
}
