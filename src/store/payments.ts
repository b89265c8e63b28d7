// Payments: read by id, and moved by transitions only.
import type { NewConfirmation } from "../operations/confirm-payment.ts";
import type { RefundTransaction } from "../operations/refund-payment.ts";
import type { PaymentForBuyer } from "../payment/payment.ts";
import type { Transition } from "../payment/transition.ts";
import { apply } from "./apply.ts";
import { replaceBuyerData } from "./buyer-data.ts";
import { createPaymentCreator } from "./create-payments.ts";
import type { Database, Queryable } from "./database.ts";
import { toBytes } from "./hex.ts";
import { type PaymentRow, SELECT_PAYMENT, toPayment } from "./payment-row.ts";
import { markRefunded } from "./refunds.ts";

/** Channel that wakes the relayer; the payload is the CAIP-2 chain. */
export const RELAY_CHANNEL = "turnpike_relay";

const CONFIRM = `
  insert into confirmations (payment_id, partner_id, terms_hash, results_digest, provider_name, asset, method, pays_out,
                             quote_expires_at_s, chain, router, token, payer, amount, destination, fee, fee_receiver,
                             deadline_s, signature, required_depth, relay_state, fee_ppm, fee_fixed, transaction_hash,
                             quote_sources)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25)
  returning pg_notify('${RELAY_CHANNEL}', $10)`;

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

    async apply(paymentId: string, transition: Transition): Promise<boolean> {
      return (await apply(db, transition, [{ paymentId }])).length > 0;
    },

    markRefunded: (
      payment: { readonly id: string; readonly partnerId: string },
      transaction: RefundTransaction | null,
    ): Promise<boolean> => markRefunded(db, payment, transaction),
  };
}

export function createPaymentStore(db: Database) {
  return {
    ...createPaymentAccess(db),

    create: createPaymentCreator(db),

    confirm: (paymentId: string, confirmation: NewConfirmation) => confirm(db, paymentId, confirmation),

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

const confirm = (db: Database, paymentId: string, confirmation: NewConfirmation): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { option, termsHash, proof } = confirmation;
    const { terms } = option;
    const data = {
      asset: option.asset,
      payer: terms.payer,
      amount: terms.amount.toString(),
      termsHash,
      ...(option.quoteSources.length > 0 && { quoteSources: option.quoteSources }),
    };
    const [moved] = await apply(tx, { type: "confirmed" }, [{ paymentId, data }]);
    if (!moved) return false;
    if (confirmation.buyerData) await replaceBuyerData(tx, moved.partner_id, confirmation.buyerData);
    await tx.query({
      name: "insert_confirmation",
      text: CONFIRM,
      values: [
        paymentId,
        moved.partner_id,
        toBytes(termsHash),
        toBytes(confirmation.resultsDigest),
        confirmation.providerName,
        option.asset,
        option.method,
        option.paysOut,
        option.quoteExpiresAtS,
        terms.chain,
        terms.router,
        terms.token,
        terms.payer,
        terms.amount,
        terms.destination,
        terms.fee,
        terms.feeReceiver,
        terms.deadlineS,
        proof.type === "signature" ? toBytes(proof.signature) : null,
        confirmation.requiredDepth,
        confirmation.relay,
        option.feePpm,
        option.feeFixed,
        proof.type === "transaction" ? toBytes(proof.hash) : null,
        JSON.stringify(option.quoteSources),
      ],
    });
    return true;
  });
