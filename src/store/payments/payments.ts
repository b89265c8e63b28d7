// Reads payments by id, and changes them only by transitions.
import type { Actor } from "../../merchant/audit.ts";
import type { ConfirmPaymentPorts } from "../../operations/gateway/confirm-payment.ts";
import type { CreatePaymentPorts } from "../../operations/payments/create-payment.ts";
import type { PaymentReader, PaymentTransitions } from "../../operations/ports/payments.ts";
import type { SettleTransferPorts } from "../../operations/x402/settle-transfer.ts";
import type { PaymentOwner } from "../../payment/lists/list.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { auditLine } from "../audit/audit.ts";
import type { Database, Queryable } from "../database/database.ts";
import { shareStatement } from "../database/shared-statement.ts";
import { type Addition, apply } from "./apply.ts";
import { createPaymentConfirmer } from "./confirm-payment.ts";
import { createLockedCreator } from "./create-locked.ts";
import { createPaymentCreator } from "./create-payments.ts";
import { type AwaitedChain, awaitedChains, createSweep, expire, type PayableChain } from "./expire.ts";
import { type PaymentRow, SELECT_PAYMENT, SELECT_PAYMENTS, toPayment } from "./payment-row.ts";

type PartnersPayments = PaymentReader & PaymentTransitions;

/** Reads payments and applies transitions, inside or outside a transaction. */
export interface PaymentAccess extends PartnersPayments {
  /** Null if the payment is unknown or out of the owner's reach. */
  findForPartner(owner: PaymentOwner, paymentId: string): Promise<PaymentForBuyer | null>;
}

type StoredPayments = CreatePaymentPorts["payments"] &
  ConfirmPaymentPorts["payments"] &
  Pick<SettleTransferPorts["payments"], "createLocked">;

export interface PaymentStore extends PaymentAccess, StoredPayments {
  /** Expires payments that are past their expiry and wait for no chain, at most a page. */
  expireDue(): Promise<{ readonly hasMore: boolean }>;
  /** The chains for which payments have waited longer than `sinceS` seconds past their expiry. */
  awaitedChains(sinceS: number): Promise<readonly AwaitedChain[]>;
}

/** @param chains a payment expires only once the chains it may have been paid on are followed past its expiry */
export function createPaymentAccess(db: Queryable, chains: readonly PayableChain[]): PaymentAccess {
  return {
    async findForBuyer(paymentId) {
      const [payment] = await findAll(db, [paymentId]);
      return payment ?? null;
    },

    async findForPartner({ partnerId, merchantIds, creatorId = null }, paymentId) {
      const { rows } = await db.query<PaymentRow>({
        name: "payment_by_id_and_partner",
        text: `${SELECT_PAYMENT} where p.id = $1 and p.partner_id = $2
                  and p.creator <> 'refund' and ($3::text[] is null or p.merchant_id = any($3))
                  and ($4::text is null or p.creator_id = $4)`,
        values: [paymentId, partnerId, merchantIds, creatorId],
      });
      return rows[0] ? toPayment(rows[0]) : null;
    },

    /** @param by a merchant's user or key, for the audit log; null for transitions of buyers and chains */
    async apply(paymentId, transition, by = null) {
      if (transition.type === "expired") return (await expire(db, chains, [paymentId])).length > 0;
      return (await apply(db, transition, [{ paymentId }], by ? cancelLine(by) : undefined)).length > 0;
    },
  };
}

/** Returns payments in the order of the ids; null where one is unknown. Requests for the same payment share its row. */
async function findAll(
  db: Queryable,
  paymentIds: readonly string[],
): Promise<readonly (Promise<PaymentForBuyer | null> | null)[]> {
  const ids = [...new Set(paymentIds)];
  const { rows } = await db.query<PaymentRow>({ name: "payments_by_id", text: SELECT_PAYMENTS, values: [ids] });
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const read = async (id: string) => {
    const row = rowOf.get(id);
    return row ? toPayment(row) : null;
  };
  // Each payment resolves separately, so that an unreadable row does not affect the others.
  const found = new Map(ids.map((id) => [id, read(id)]));
  return paymentIds.map((id) => found.get(id) ?? null);
}

export const cancelLine = ({ actor, via }: Actor): Addition => ({
  name: "apply_with_audit_line",
  insert: auditLine("payment_cancelled", "payment", "moved", { actor: "$9", via: "$10" }),
  values: [actor, via],
  wake: "count(*)",
});

export function createPaymentStore(db: Database, chains: readonly PayableChain[]): PaymentStore {
  return {
    ...createPaymentAccess(db, chains),

    findForBuyer: shareStatement({ together: (paymentIds) => findAll(db, paymentIds) }),

    create: createPaymentCreator(db),

    createLocked: createLockedCreator(db),

    confirm: createPaymentConfirmer(db),

    expireDue: createSweep(db, chains),

    awaitedChains: (sinceS) => awaitedChains(db, chains, sinceS),
  };
}
