// Takes payments out of the relayer's queue into a stored, signed batch.
import { type Address, getAddress } from "viem";
import type { BatchCall } from "../../operations/ports/chain-writer.ts";
import type {
  BatchBuilder,
  BuiltTransaction,
  QuarantinedPayment,
  StoredBatch,
  StoredTransaction,
  TakeLimits,
} from "../../operations/ports/relay.ts";
import type { Queryable } from "../database.ts";
import { toBytes } from "../hex.ts";
import { AUTHORIZATION_COLUMNS, AUTHORIZATION_TABLES, type QueuedRow, toAuthorization } from "./authorizations.ts";
import { STRIKES } from "./strikes.ts";

/** Gas limits of the relayer's batches of the last day, for a relayer `r`. */
const GAS_OF_DAY = `
  (select coalesce(sum(b.gas_limit), 0) from relay_batches b
    where b.chain = r.chain and b.relayer = r.address and b.created_at > now() - interval '1 day')`;

/** The batch `b` was refused since a node last accepted it, or none has. */
export const IS_STUCK = `
  (b.refused_at is not null
   or not exists (select from relay_transactions t where t.batch_id = b.id and t.last_sent_at is not null))`;

// The least busy relayer that is not locked. One with a stuck batch is skipped, because further batches would wait
// behind it.
const PICK_RELAYER = `
  select r.address, r.next_nonce, busy.batches::integer as batches
    from relayers r
    cross join lateral (
      select count(*) as batches, count(*) filter (where ${IS_STUCK}) as stuck from relay_batches b
       where b.chain = r.chain and b.relayer = r.address and b.mined_in is null
    ) busy
   where r.chain = $1 and r.address = any($2) and busy.batches < $3 and busy.stuck = 0
     and case when $4::numeric is null then true else ${GAS_OF_DAY} < $4 end
   order by busy.batches, r.address
   limit 1
   for update of r skip locked`;

/** The signature of `c` belongs to a wallet that may need deployment first (EIP-6492), by its suffix. */
const DEPLOYS = `
  coalesce(substring(c.signature from octet_length(c.signature) - 31) = decode(repeat('6492', 16), 'hex'), false)`;

/**
 * The share of a payer's limit that one payment takes: only payers without code reliably sign in 65 bytes, and a
 * contract wallet may burn several times the gas.
 */
const LOAD = "case when octet_length(c.signature) = 65 then 1 else 2 end";
/**
 * Payments of one payer that are unmined, or that a mined batch left out. It bounds the gas that a hostile wallet can
 * burn before its first strike.
 */
const PAYER_LOAD_MAX = 5;

// The oldest payment decides the batch's token. Payments that must be alone are a batch each; those of
// payers with a strike go last, fewest strikes first, one at a time. Payments left out of an earlier batch, perhaps
// because one of them burned its gas, are batched separately from new ones.
const TAKE = `
  with undecided as (
    select c.payer, ${LOAD} as load, s.payer is not null as is_alone
      from relay_batches b
      join confirmations c on c.batch_id = b.id and c.relay_state = 'sent'
      left join ${STRIKES}
     where b.chain = $1 and b.mined_in is null
    union all
    select c.payer, ${LOAD}, false from confirmations c
     where c.chain = $1 and c.relay_state = 'held' and c.batch_id is not null
  ), under_way as (
    select payer, sum(load) as load from undecided group by payer
  ), queued as (
    select c.payment_id, c.token, c.relay_after, c.batch_id is not null as was_left_out,
           coalesce(s.strikes, 0) as strikes, ${DEPLOYS} or c.relay_alone or s.payer is not null as is_alone,
           u.payer is not null as is_under_way,
           coalesce(u.load, 0) + sum(${LOAD}) over (
             partition by c.payer order by c.relay_after, c.payment_id rows unbounded preceding) as load
      from confirmations c
      left join under_way u on u.payer = c.payer
      left join ${STRIKES}
     where c.chain = $1 and c.relay_state = 'queued' and c.relay_after <= now() and c.router = $3
  ), free as (
    select * from queued
     where load <= ${PAYER_LOAD_MAX}
       and (strikes = 0 or not is_under_way and not exists (select from undecided where is_alone))
  ), oldest as (
    select * from free order by strikes, relay_after, payment_id limit 1
  )
  select ${AUTHORIZATION_COLUMNS}, oldest.is_alone, oldest.was_left_out or oldest.strikes > 0 as is_at_worst
    from ${AUTHORIZATION_TABLES}
    join free on free.payment_id = c.payment_id
    join oldest on oldest.token = free.token and oldest.was_left_out = free.was_left_out
               and case when oldest.is_alone then free.payment_id = oldest.payment_id else not free.is_alone end
   where c.relay_state = 'queued'
   order by free.relay_after, free.payment_id limit $2
   for update of c skip locked`;

type TakenRow = QueuedRow & { is_alone: boolean; is_at_worst: boolean };

export async function storeBatch(
  tx: Queryable,
  chain: string,
  limits: TakeLimits,
  builder: BatchBuilder,
): Promise<StoredBatch | null> {
  // Payments under way are counted per payer, so batches are stored one after the other.
  await tx.query({
    name: "lock_queue",
    text: "select pg_advisory_xact_lock(hashtextextended('turnpike relays ' || $1::text, 0))",
    values: [chain],
  });
  const { rows: free } = await tx.query<{ address: string; next_nonce: bigint; batches: number }>({
    name: "pick_relayer",
    text: PICK_RELAYER,
    values: [chain, limits.relayers, limits.underWayMax, limits.gasPerDay],
  });
  const [relayer] = free;
  if (!relayer) return null;
  const taken = await take(tx, chain, limits);
  if (taken.rows.length === 0) return null;
  const { call, packed, refused } = builder.pack(taken.rows.map(toAuthorization), taken.isAtWorst);
  const quarantined = refused.flatMap(({ index, reason }) => {
    const row = taken.rows[index];
    return row ? [{ paymentId: row.payment_id, reason: `cannot be encoded: ${reason}` }] : [];
  });
  await quarantine(tx, quarantined);
  const isFull = taken.isFull || packed.length + refused.length < taken.rows.length;
  if (!call || (relayer.batches > 0 && !isFull))
    return quarantined.length > 0 ? { transaction: null, quarantined } : null;
  const place = { chain, relayer: getAddress(relayer.address), nonce: relayer.next_nonce };
  const built = await builder.sign(call, place.relayer, place.nonce);
  const paymentIds = packed.flatMap((index) => taken.rows[index]?.payment_id ?? []);
  const batchId = await insertBatch(tx, place, call, built, paymentIds);
  const { fees, signed } = built;
  const { relayer: address, nonce } = place;
  const state = { blocksWaited: 0, isAbandoned: false, isEmpty: false };
  return { transaction: { ...signed, batchId, relayer: address, nonce, call, fees, ...state }, quarantined };
}

async function take(tx: Queryable, chain: string, { batchMax, leftOutMax, router }: TakeLimits) {
  const { rows } = await tx.query<TakenRow>({ name: "take_queued", text: TAKE, values: [chain, batchMax, router] });
  const isAtWorst = rows[0]?.is_at_worst === true;
  const most = isAtWorst ? leftOutMax : batchMax;
  return { rows: rows.slice(0, most), isAtWorst, isFull: rows.length >= most || rows[0]?.is_alone === true };
}

async function quarantine(tx: Queryable, payments: readonly QuarantinedPayment[]): Promise<void> {
  for (const { paymentId, reason } of payments) {
    await tx.query({
      name: "quarantine",
      text: `update confirmations set relay_state = 'quarantined', relay_note = $2 where payment_id = $1`,
      values: [paymentId, reason],
    });
  }
}

async function insertBatch(
  tx: Queryable,
  { chain, relayer, nonce }: { readonly chain: string; readonly relayer: Address; readonly nonce: bigint },
  call: BatchCall,
  built: BuiltTransaction,
  paymentIds: readonly string[],
): Promise<bigint> {
  const { rows } = await tx.query<{ id: bigint }>({
    name: "insert_batch",
    text: `insert into relay_batches (chain, relayer, nonce, recipient, data, gas_limit, payments)
           values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    values: [chain, relayer, nonce, call.recipient, toBytes(call.data), call.gasLimit, paymentIds.length],
  });
  const batchId = rows[0]?.id;
  if (batchId === undefined) throw new Error("the insert of a batch returned no id");
  await insertTransaction(tx, { batchId, ...built.signed, fees: built.fees, isEmpty: false });
  await tx.query({
    name: "use_nonce",
    text: "update relayers set next_nonce = $3 + 1 where chain = $1 and address = $2",
    values: [chain, relayer, nonce],
  });
  await tx.query({
    name: "leave_queue",
    text: `update confirmations set relay_state = 'sent', batch_id = $2, relay_attempts = relay_attempts + 1
            where payment_id = any($1)`,
    values: [paymentIds, batchId],
  });
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
