// The operator's view and changes of the relayer's batches.

import type { Database } from "../database/database.ts";
import { RELAY_CHANNEL } from "../payments/confirm-payment.ts";
import { PAYER } from "./risk.ts";

export type BatchContent = Pick<UnminedBatch, "payments" | "recoveries">;

export interface UnminedBatch {
  readonly id: bigint;
  /** CAIP-2. */
  readonly chain: string;
  readonly relayer: string;
  readonly nonce: bigint;
  /** Payments that wait for the batch. */
  readonly payments: number;
  /** Money that the batch passes on from deposit addresses without paying a payment. */
  readonly recoveries: number;
  readonly createdAt: Date;
  /** Null: no node has accepted it. */
  readonly lastSentAt: Date | null;
  /** Consecutive refusals, and the reason of the last one. */
  readonly refusals: number;
  readonly refusal: string | null;
  readonly isAbandoned: boolean;
}

export interface QuarantinedRow {
  readonly paymentId: string;
  readonly chain: string;
  readonly reason: string;
  readonly deadline: Date;
}

export interface BatchStore {
  /** Oldest first. */
  unmined(): Promise<readonly UnminedBatch[]>;
  quarantined(): Promise<readonly QuarantinedRow[]>;
  /**
   * Queues a quarantined payment, alone in its batch, and clears its payer's strikes and losses. False if the payment
   * is not quarantined.
   */
  release(paymentId: string): Promise<boolean>;
  /**
   * Gives up a batch: the worker sends an empty transaction under its nonce, and its payments one by one. Recoveries
   * are tried again.
   * @returns how many there were; null if there is no such unmined batch
   */
  abandon(batchId: bigint): Promise<BatchContent | null>;
}

const UNMINED = `
  select b.id, b.chain, b.relayer, b.nonce, b.created_at as "createdAt", b.refusals, b.refusal,
         b.abandoned_at is not null as "isAbandoned",
         (select count(*)::integer from confirmations c where c.batch_id = b.id and c.relay_state = 'sent') as payments,
         (select count(*)::integer from unrecovered u where u.batch_id = b.id) as recoveries,
         (select max(t.last_sent_at) from relay_transactions t where t.batch_id = b.id) as "lastSentAt"
    from relay_batches b where b.mined_in is null order by b.created_at, b.id`;

const QUARANTINED = `
  select payment_id as "paymentId", chain, coalesce(relay_note, '') as reason, to_timestamp(deadline_s) as deadline
    from confirmations where relay_state = 'quarantined' order by confirmed_at, payment_id`;

const RELEASE = `
  with released as (
    update confirmations c set relay_state = 'queued', relay_alone = true, relay_note = null, relay_after = now(),
           left_out = 0, lone_gas = null
     where payment_id = $1 and relay_state = 'quarantined'
    returning chain, ${PAYER} as payer
  ), forgiven as (
    delete from relay_strikes s using released r where s.chain = r.chain and s.payer = r.payer
  ), forgotten as (
    delete from relay_losses l using released r where l.chain = r.chain and l.payer = r.payer
  )
  select pg_notify('${RELAY_CHANNEL}', chain) from released`;

const ABANDON = `
  with abandoned as (
    update relay_batches set abandoned_at = coalesce(abandoned_at, now()), refused_at = null, refusals = 0
     where id = $1 and mined_in is null
    returning id, chain
  ), queued as (
    update confirmations c
       set relay_state = 'queued', relay_alone = true, batch_id = null, relay_after = now()
      from abandoned where c.batch_id = abandoned.id and c.relay_state = 'sent'
    returning 1
  )
  select (select count(*)::integer from queued) as payments,
         (select count(*)::integer from unrecovered u join abandoned on abandoned.id = u.batch_id) as recoveries,
         pg_notify('${RELAY_CHANNEL}', chain) from abandoned`;

export function createBatchStore(db: Database): BatchStore {
  return {
    async unmined() {
      return (await db.query<UnminedBatch & Record<string, unknown>>({ text: UNMINED })).rows;
    },
    async quarantined() {
      return (await db.query<QuarantinedRow & Record<string, unknown>>({ text: QUARANTINED })).rows;
    },
    async release(paymentId) {
      return (await db.query({ text: RELEASE, values: [paymentId] })).rows.length > 0;
    },
    async abandon(batchId) {
      const { rows } = await db.query<BatchContent & Record<string, unknown>>({ text: ABANDON, values: [batchId] });
      const [row] = rows;
      return row ? { payments: row.payments, recoveries: row.recoveries } : null;
    },
  };
}
