// Payments: created with their idempotent answer in one statement, read by id, moved by transitions only.
import type { NewConfirmation } from "../operations/confirm-payment.ts";
import type { CreateOutcome, IdempotentRequest, NewPayment, StoredAnswer } from "../operations/create-payment.ts";
import type { RefundTransaction } from "../operations/refund-payment.ts";
import type { PaymentForBuyer } from "../payment/payment.ts";
import type { Transition } from "../payment/transition.ts";
import { findAnswer, isLockTimeout } from "./answers.ts";
import { apply } from "./apply.ts";
import { replaceBuyerData } from "./buyer-data.ts";
import type { Database, Queryable } from "./database.ts";
import { toBytes } from "./hex.ts";
import { type PaymentRow, SELECT_PAYMENT, toPayment } from "./payment-row.ts";
import { markRefunded } from "./refunds.ts";

/** Channel that wakes the relayer; the payload is the CAIP-2 chain. */
export const RELAY_CHANNEL = "turnpike_relay";

// The answer is written first: where its key is taken, nothing else is. An insert that meets the same key in an open
// transaction waits for it, so of two at once the second finds the first's answer.
const CREATE = `
  with merchant as (
    select partner_id, id, status from merchants where id = $3 and partner_id = $2 and deleted_at is null
  ), answer as (
    insert into idempotent_answers (partner_id, scope, key, fingerprint, status, body)
    select partner_id, $12, $13, $14, $15, $16 from merchant where $13::text is not null and status = 'active'
    on conflict do nothing
    returning 1
  ), payment as (
    insert into payments (id, partner_id, merchant_id, reference_id, currency, amount, success_url, error_url,
                          expires_at, chain_key, fee_policy_id)
    select $1, partner_id, id, $4, $5, $6, $7, $8, to_timestamp($9), $10, $17 from merchant
     where status = 'active' and ($13::text is null or exists (select from answer))
    returning id, partner_id, status
  ), event as (
    insert into payment_events (payment_id, partner_id, type, status, data)
    select id, partner_id, 'created', status, $11 from payment
  )
  select (select status from merchant) as merchant_status, exists (select from payment) as is_created`;

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

    create: (payment: NewPayment, idempotent: (IdempotentRequest & { answer: StoredAnswer }) | null) =>
      create(db, payment, idempotent),

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

async function create(
  db: Queryable,
  payment: NewPayment,
  idempotent: (IdempotentRequest & { answer: StoredAnswer }) | null,
): Promise<CreateOutcome> {
  const statement = {
    name: "create_payment",
    text: CREATE,
    values: [
      payment.id,
      payment.partnerId,
      payment.merchantId,
      payment.referenceId,
      payment.amount.currency,
      payment.amount.value,
      payment.checkout?.successUrl,
      payment.checkout?.errorUrl,
      payment.expiresAtS,
      toBytes(payment.chainKey),
      "{}",
      idempotent?.scope,
      idempotent?.key,
      idempotent?.fingerprint,
      idempotent?.answer.status,
      idempotent && JSON.stringify(idempotent.answer.body),
      payment.feePolicyId,
    ],
  };
  let rows: readonly { readonly merchant_status: string | null; readonly is_created: boolean }[];
  try {
    ({ rows } = await db.query<{ merchant_status: string | null; is_created: boolean }>(statement));
  } catch (error) {
    if (idempotent && isLockTimeout(error)) return { type: "key_in_use" };
    throw error;
  }
  if (rows[0]?.is_created) return { type: "created" };
  const earlier = idempotent && (await findAnswer(db, payment.partnerId, idempotent));
  if (earlier) return earlier;
  return { type: rows[0]?.merchant_status ? "merchant_not_active" : "merchant_not_found" };
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
        confirmation.isExcludedFromRelayer || proof.type === "transaction" ? "external" : "queued",
        option.feePpm,
        option.feeFixed,
        proof.type === "transaction" ? toBytes(proof.hash) : null,
        JSON.stringify(option.quoteSources),
      ],
    });
    return true;
  });
