// Payments: read by id, and moved only by transitions.
import type { Actor } from "../merchant/audit.ts";
import type { ConfirmPaymentPorts } from "../operations/confirm-payment.ts";
import type { CreatePaymentPorts } from "../operations/create-payment.ts";
import type { PaymentReader, PaymentTransitions } from "../operations/ports/payments.ts";
import type { RefundPaymentPorts } from "../operations/refund-payment.ts";
import type { PaymentForBuyer } from "../payment/payment.ts";
import { type Addition, apply } from "./apply.ts";
import { auditLine } from "./audit.ts";
import { confirmPayment } from "./confirm-payment.ts";
import { createPaymentCreator } from "./create-payments.ts";
import type { Database, Queryable } from "./database.ts";
import { type PaymentRow, SELECT_PAYMENT, toPayment } from "./payment-row.ts";
import { markRefunded } from "./refunds.ts";

/** Payments expired per sweep; the next sweep takes the rest. */
const EXPIRE_MAX = 1_000;

type PartnersPayments = PaymentReader & PaymentTransitions & RefundPaymentPorts["payments"];

/** Reads payments and moves them by transitions, inside or outside a transaction. */
export interface PaymentAccess extends PartnersPayments {
  /** Null if the payment is unknown or another partner's. */
  findForPartner(partnerId: string, paymentId: string): Promise<PaymentForBuyer | null>;
}

type StoredPayments = CreatePaymentPorts["payments"] & ConfirmPaymentPorts["payments"];

export interface PaymentStore extends PaymentAccess, StoredPayments {
  /** Expires payments that are past their expiry, at most a page. */
  expireDue(): Promise<{ readonly hasMore: boolean }>;
}

export function createPaymentAccess(db: Queryable): PaymentAccess {
  return {
    async findForBuyer(paymentId) {
      const { rows } = await db.query<PaymentRow>({
        name: "payment_by_id",
        text: `${SELECT_PAYMENT} where p.id = $1`,
        values: [paymentId],
      });
      return rows[0] ? toPayment(rows[0]) : null;
    },

    async findForPartner(partnerId, paymentId) {
      const { rows } = await db.query<PaymentRow>({
        name: "payment_by_id_and_partner",
        text: `${SELECT_PAYMENT} where p.id = $1 and p.partner_id = $2`,
        values: [paymentId, partnerId],
      });
      return rows[0] ? toPayment(rows[0]) : null;
    },

    /** `by` goes to the audit log: a merchant, not a buyer or a chain. */
    async apply(paymentId, transition, by = null) {
      return (await apply(db, transition, [{ paymentId }], by ? cancelLine(by) : undefined)).length > 0;
    },

    markRefunded: (payment, transaction, by) => markRefunded(db, payment, transaction, by),
  };
}

const cancelLine = ({ actor, via }: Actor): Addition => ({
  name: "apply_with_audit_line",
  insert: auditLine("payment_cancelled", "payment", "moved", { actor: "$9", via: "$10" }),
  values: [actor, via],
  wake: "count(*)",
});

export function createPaymentStore(db: Database): PaymentStore {
  return {
    ...createPaymentAccess(db),

    create: createPaymentCreator(db),

    confirm: (paymentId, confirmation) => confirmPayment(db, paymentId, confirmation),

    async expireDue() {
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
