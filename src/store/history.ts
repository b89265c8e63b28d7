// Reads all that the database has about one payment.
import { getAddress } from "viem";
import type { PaymentHistory, RelayHistory } from "../operations/payments/inspect-payment.ts";
import { MAKERS } from "./audit/audit.ts";
import type { Database, Queryable } from "./database/database.ts";
import { toHex } from "./database/hex.ts";
import { stepOf } from "./payments/apply.ts";
import { createPaymentAccess } from "./payments/payments.ts";
import { newestBlock } from "./transfers/blocks.ts";
import { createExceptionStore } from "./transfers/exceptions.ts";
import { TRANSFER_COLUMNS, type TransferRow, toBooked } from "./transfers/row.ts";

interface RelayRow {
  required_depth: number;
  relay_state: RelayHistory["state"];
  relay_attempts: number;
  relay_after: Date;
  relay_note: string | null;
  transaction_hash: Buffer | null;
  batch_id: bigint | null;
  /** Null if no batch has it, or the batch was forgotten when its relayer's nonce went back. */
  relayer: string | null;
  nonce: bigint;
  payments: number;
  mined_in: bigint | null;
}

interface FormRow {
  hash: Buffer;
  max_fee_per_gas: bigint;
  created_at: Date;
  last_sent_at: Date | null;
}

/** No payment has this many exceptions. */
const EXCEPTIONS_MAX = 1_000;

export interface HistoryStore {
  /** Number of the newest ingested block of a chain; null: none. */
  followedTo(chain: string): Promise<bigint | null>;
  /** The history of any partner's payment; null if there is no such payment. */
  ofPayment(paymentId: string): Promise<PaymentHistory | null>;
}

export function createHistoryStore(db: Database): HistoryStore {
  return {
    followedTo: async (chain) => (await newestBlock(db, chain))?.number ?? null,

    ofPayment: (paymentId) =>
      db.snapshot(async (tx) => {
        const payment = await createPaymentAccess(tx, []).findForBuyer(paymentId);
        if (!payment) return null;
        const relay = await relayOf(tx, paymentId);
        const filter = { merchantIds: null, paymentId, kind: null, isResolved: null };
        return {
          payment,
          requiredDepth: relay?.requiredDepth ?? null,
          log: await logOf(tx, paymentId),
          relay: relay?.history ?? null,
          transfers: await transfersOf(tx, paymentId),
          recoveries: await recoveriesOf(tx, paymentId),
          exceptions: await createExceptionStore(tx).list(payment.partnerId, filter, null, EXCEPTIONS_MAX),
        };
      }),
  };
}

async function transfersOf(tx: Queryable, paymentId: string): Promise<PaymentHistory["transfers"]> {
  const { rows } = await tx.query<TransferRow & { chain: string }>({
    text: `select t.chain, ${TRANSFER_COLUMNS} from transfers t where t.payment_id = $1 order by t.id`,
    values: [paymentId],
  });
  return rows.map((row) => ({ ...toBooked(row), chain: row.chain }));
}

async function recoveriesOf(tx: Queryable, paymentId: string): Promise<PaymentHistory["recoveries"]> {
  const { rows } = await tx.query<{ chain: string; tx_hash: Buffer; token: string; amount: bigint }>({
    text: `select r.chain, r.tx_hash, r.token, r.amount
             from deposit_addresses a join recoveries r on r.terms_hash = a.terms_hash
            where a.payment_id = $1 and r.orphaned_at is null order by r.chain, r.block_number, r.log_index`,
    values: [paymentId],
  });
  return rows.map(({ tx_hash, token, ...row }) => ({ ...row, txHash: toHex(tx_hash), token: getAddress(token) }));
}

/** What a person or a key did was written to the audit log in the same transaction, and so at the same time. */
const LOG = `
  select ${stepOf("e.type")} as type, e.status, e.data, e.created_at as at, by.by
    from payment_events e left join lateral (
      select jsonb_build_object('actor', a.actor, 'via', a.via, 'keyPrefix', k.prefix,
                                'actorName', coalesce(u.name, t.name)) as by
        from audit_log a ${MAKERS}
       where a.partner_id = e.partner_id and a.created_at = e.created_at
         and a.subject_type in ('payment', 'refund', 'exception')
         and a.subject_id in (e.payment_id, e.data -> 'refund' ->> 'id', e.data ->> 'exceptionId')
       order by a.id limit 1) by on true
   where e.payment_id = $1 order by e.id`;

async function logOf(db: Queryable, paymentId: string): Promise<PaymentHistory["log"]> {
  const { rows } = await db.query<PaymentHistory["log"][number]>({ text: LOG, values: [paymentId] });
  return rows;
}

async function relayOf(
  tx: Queryable,
  paymentId: string,
): Promise<{ readonly requiredDepth: number; readonly history: RelayHistory } | null> {
  const { rows } = await tx.query<RelayRow>({
    text: `select c.required_depth, c.relay_state, c.relay_attempts, c.relay_after, c.transaction_hash, c.batch_id,
                  c.relay_note, b.relayer, b.nonce, b.payments, b.mined_in
             from confirmations c left join relay_batches b on b.id = c.batch_id where c.payment_id = $1`,
    values: [paymentId],
  });
  const [row] = rows;
  if (!row) return null;
  const history: RelayHistory = {
    state: row.relay_state,
    attempts: row.relay_attempts,
    nextLookAt: row.relay_after,
    buyersTransaction: row.transaction_hash && toHex(row.transaction_hash),
    quarantinedFor: row.relay_state === "quarantined" ? row.relay_note : null,
    batch: row.batch_id === null || row.relayer === null ? null : await batchOf(tx, row, row.relayer, row.batch_id),
  };
  return { requiredDepth: row.required_depth, history };
}

async function batchOf(tx: Queryable, row: RelayRow, relayer: string, batchId: bigint): Promise<RelayHistory["batch"]> {
  const { rows } = await tx.query<FormRow>({
    text: `select hash, max_fee_per_gas, created_at, last_sent_at from relay_transactions where batch_id = $1
            order by created_at, hash`,
    values: [batchId],
  });
  const forms = rows.map((form) => ({
    hash: toHex(form.hash),
    maxFeePerGas: form.max_fee_per_gas,
    signedAt: form.created_at,
    lastSentAt: form.last_sent_at,
  }));
  return { relayer, nonce: row.nonce, payments: row.payments, minedIn: row.mined_in, forms };
}
