// One process's turn at a chain's queue. operations/relaying/take-batch.ts decides which payments the process takes.
import { getAddress } from "viem";
import type { StoredTransaction } from "../../operations/ports/relaying/relay.ts";
import type {
  NewBatch,
  QuarantinedPayment,
  QueuedPayment,
  RelayerState,
  RelaySituation,
  RelayTurn,
  SignedPayment,
} from "../../operations/ports/relaying/relay-queue.ts";
import { lockWork } from "../database/advisory-lock.ts";
import type { Database, Queryable } from "../database/database.ts";
import { toBytes } from "../database/hex.ts";
import { AUTHORIZATION_COLUMNS, AUTHORIZATION_TABLES, type QueuedRow, toAuthorization } from "./authorizations.ts";
import { readQueue } from "./queue.ts";
import { GAS_WASTED } from "./risk.ts";
import { STRIKES } from "./strikes.ts";

/** Batch `b` was rejected after its last acceptance, or was never accepted. */
export const IS_STUCK = `
  (b.refused_at is not null
   or not exists (select from relay_transactions t where t.batch_id = b.id and t.last_sent_at is not null))`;

/** Turns are sequential, because payments under way are counted per payer. */
export const takeTurn = <T>(db: Database, chain: string, work: (turn: RelayTurn) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    await lockWork(tx, "relays", chain);
    return work({
      situation: (...of) => readSituation(tx, chain, ...of),
      queued: (which) => readQueue(tx, chain, "queued", which),
      lock: (payments) => lockQueued(tx, payments),
      quarantine: (payments) => quarantine(tx, payments),
      store: (batch) => insertBatch(tx, chain, batch),
    });
  });

const SITUATION = `
  select (extract(epoch from now()) * 1000)::float8 as now_ms,
         r.address, r.next_nonce, busy.batches, busy.shared, busy.is_stuck,
         case when $3 then (
           select coalesce(sum(b.gas_limit), 0) from relay_batches b
            where b.chain = r.chain and b.relayer = r.address and b.created_at > now() - interval '1 day')
         else 0 end::bigint as gas_of_day,
         isolated.batches as isolated_batches, (isolated.gas + ${GAS_WASTED})::bigint as gas_at_risk,
         struck.is_under_way
    from relayers r
   cross join lateral (
     select count(*)::integer as batches, count(*) filter (where not b.is_lone)::integer as shared,
            coalesce(bool_or(${IS_STUCK}), false) as is_stuck
       from relay_batches b where b.chain = r.chain and b.relayer = r.address and b.mined_in is null
   ) busy
   cross join (
     select count(*) filter (where b.abandoned_at is null)::integer as batches, coalesce(sum(b.gas_limit), 0) as gas
       from relay_batches b where b.chain = $1 and b.mined_in is null and b.is_lone
   ) isolated
   cross join (
     select exists (
       select from relay_batches b
         join confirmations c on c.batch_id = b.id and c.relay_state = 'sent'
         join ${STRIKES}
        where b.chain = $1 and b.mined_in is null) as is_under_way
   ) struck
   where r.chain = $1 and r.address = any($2)
   order by r.address
   for update of r skip locked`;

interface SituationRow {
  readonly [column: string]: unknown;
  readonly now_ms: number;
  readonly address: string;
  readonly next_nonce: bigint;
  readonly batches: number;
  readonly shared: number;
  readonly is_stuck: boolean;
  readonly gas_of_day: bigint;
  readonly isolated_batches: number;
  readonly gas_at_risk: bigint;
  readonly is_under_way: boolean;
}

export async function readSituation(
  tx: Queryable,
  chain: string,
  relayers: readonly string[],
  readsGas: boolean,
): Promise<RelaySituation> {
  const { rows } = await tx.query<SituationRow>({
    name: "relay_situation",
    text: SITUATION,
    values: [chain, relayers, readsGas],
  });
  return {
    nowMs: rows[0]?.now_ms ?? 0,
    relayers: rows.map(toRelayer),
    isolatedBatches: rows[0]?.isolated_batches ?? 0,
    gasAtRisk: rows[0]?.gas_at_risk ?? 0n,
    isStruckUnderWay: rows[0]?.is_under_way ?? false,
  };
}

const toRelayer = (row: SituationRow): RelayerState => ({
  address: getAddress(row.address),
  nextNonce: row.next_nonce,
  batches: row.batches,
  sharedBatches: row.shared,
  isStuck: row.is_stuck,
  gasOfDay: row.gas_of_day,
});

// The payer's code and the gas must still be those from which the batch was chosen.
const LOCK = `
  select ${AUTHORIZATION_COLUMNS}
    from unnest($1::text[], $2::boolean[], $3::bigint[]) with ordinality as chosen(id, payer_code, gas, place)
    join ${AUTHORIZATION_TABLES} on c.payment_id = chosen.id
   where c.relay_state = 'queued' and c.payer_code = chosen.payer_code and c.lone_gas is not distinct from chosen.gas
   order by chosen.place
   for update of c skip locked`;

async function lockQueued(tx: Queryable, payments: readonly QueuedPayment[]): Promise<readonly SignedPayment[]> {
  const { rows } = await tx.query<QueuedRow>({
    name: "lock_queued",
    text: LOCK,
    values: [
      payments.map(({ paymentId }) => paymentId),
      payments.map(({ payerHasCode }) => payerHasCode),
      payments.map(({ isolatedGas }) => isolatedGas),
    ],
  });
  return rows.map(toSigned);
}

export const toSigned = (row: QueuedRow): SignedPayment => ({
  paymentId: row.payment_id,
  authorization: toAuthorization(row),
  attempts: row.relay_attempts,
});

export async function quarantine(db: Queryable, payments: readonly QuarantinedPayment[]): Promise<void> {
  if (payments.length === 0) return;
  await db.query({
    name: "quarantine",
    text: `update confirmations c set relay_state = 'quarantined', relay_note = asked.reason
             from unnest($1::text[], $2::text[]) as asked(id, reason)
            where c.payment_id = asked.id and c.relay_state = 'queued'`,
    values: [payments.map(({ paymentId }) => paymentId), payments.map(({ reason }) => reason)],
  });
}

const STORE = `
  with batch as (
    insert into relay_batches (chain, relayer, nonce, recipient, data, gas_limit, payments, is_lone)
    values ($1, $2, $3, $4, $5, $6, cardinality($7::text[]), $8) returning id
  ), signed as (
    insert into relay_transactions (hash, batch_id, raw, max_fee_per_gas, max_priority_fee_per_gas, is_empty)
    select $9, id, $10, $11, $12, false from batch on conflict do nothing
  ), used as (
    update relayers set next_nonce = $3 + 1 where chain = $1 and address = $2
  ), left_queue as (
    update confirmations c
       set relay_state = 'sent', batch_id = (select id from batch), relay_attempts = relay_attempts + 1,
           payer_code = payer_code or $8
      from unnest($7::text[]) as asked(id) where c.payment_id = asked.id
  )
  select id from batch`;

export async function insertBatch(
  tx: Queryable,
  chain: string,
  { relayer, nonce, call, signed, fees, paymentIds, isIsolated }: NewBatch,
): Promise<bigint> {
  const { rows } = await tx.query<{ id: bigint }>({
    name: "store_batch",
    text: STORE,
    values: [
      chain,
      relayer,
      nonce,
      call.recipient,
      toBytes(call.data),
      call.gasLimit,
      paymentIds,
      isIsolated,
      toBytes(signed.hash),
      toBytes(signed.raw),
      fees.maxFeePerGas,
      fees.maxPriorityFeePerGas,
    ],
  });
  const batchId = rows[0]?.id;
  if (batchId === undefined) throw new Error("the insert of a batch returned no id");
  return batchId;
}

export async function insertTransaction(
  db: Queryable,
  { batchId, hash, raw, fees, isEmpty }: Pick<StoredTransaction, "batchId" | "hash" | "raw" | "fees" | "isEmpty">,
): Promise<void> {
  await db.query({
    name: "insert_transaction",
    text: `insert into relay_transactions (hash, batch_id, raw, max_fee_per_gas, max_priority_fee_per_gas, is_empty)
           values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    values: [toBytes(hash), batchId, toBytes(raw), fees.maxFeePerGas, fees.maxPriorityFeePerGas, isEmpty],
  });
}
