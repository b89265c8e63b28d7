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
import { lockWork } from "../advisory-lock.ts";
import type { Queryable } from "../database.ts";
import { toBytes } from "../hex.ts";
import { AUTHORIZATION_COLUMNS, AUTHORIZATION_TABLES, type QueuedRow, toAuthorization } from "./authorizations.ts";
import { DEPLOYS, fits, GAS_AT_RISK, IS_LONE } from "./risk.ts";
import { STRIKES } from "./strikes.ts";

/** Payments relayed alone in flight, per relayer: fewer than all its batches, so that others find a place. */
const LONE_PER_RELAYER = 2;

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
  select r.address, r.next_nonce, busy.batches::integer as batches, busy.shared::integer as shared
    from relayers r
    cross join lateral (
      select count(*) as batches, count(*) filter (where not b.is_lone) as shared,
             count(*) filter (where ${IS_STUCK}) as stuck
        from relay_batches b
       where b.chain = r.chain and b.relayer = r.address and b.mined_in is null
    ) busy
   where r.chain = $1 and r.address = any($2) and busy.batches < $3 and busy.stuck = 0
     and case when $4::numeric is null then true else ${GAS_OF_DAY} < $4 end
   order by busy.shared, busy.batches, r.address
   limit 1
   for update of r skip locked`;

/** The share of a payer's limit that one payment takes: code may waste several times the gas. */
const LOAD = `case when octet_length(c.signature) = 65 and not c.payer_code then 1 else 2 end`;
/**
 * Payments of one payer that are unmined, or that a mined batch left out. It bounds the gas that a hostile wallet can
 * burn before its first strike.
 */
const PAYER_LOAD_MAX = 5;

// A payment that another transaction has locked is left out, without a later one in its place. The oldest payment
// decides the batch's token. Payments that must be alone are a batch each; those of payers with a strike go last,
// fewest strikes first, one at a time. Payments left out of an earlier batch, perhaps because one of them burned its
// gas, are batched separately from new ones. Those that the router pays out together are taken together, in the order
// of the router's groups and payouts (chains/evm/router-call.ts). So of those that can share a batch, a payment may go
// before others that were queued at most $8 milliseconds before it.
const TAKE = `
  with undecided as (
    select c.payer, ${LOAD} as load, s.payer is not null as is_struck
      from relay_batches b
      join confirmations c on c.batch_id = b.id and c.relay_state = 'sent'
      left join ${STRIKES}
     where b.chain = $1 and b.mined_in is null
    union all
    select c.payer, ${LOAD}, false from confirmations c
     where c.chain = $1 and c.relay_state = 'held' and c.batch_id is not null
  ), under_way as (
    select payer, sum(load) as load from undecided group by payer
  ), lone as (
    select ${GAS_AT_RISK} as gas_at_risk,
           (select count(*) from relay_batches b
             where b.chain = $1 and b.mined_in is null and b.is_lone and b.abandoned_at is null) as batches
  ), queued as (
    select c.payment_id, c.token, c.relay_after, c.batch_id is not null as was_left_out,
           (c.fee_receiver, c.method) as router_group,
           (c.destination, case c.method when 'permit2' then c.merchant_name end) as payout,
           coalesce(s.strikes, 0) as strikes, ${IS_LONE} as is_lone, c.lone_gas,
           ${DEPLOYS} or c.relay_alone or s.payer is not null as is_alone,
           u.payer is not null as is_under_way,
           coalesce(u.load, 0) + sum(${LOAD}) over (
             partition by c.payer order by c.relay_after, c.payment_id rows unbounded preceding) as load
      from confirmations c
      left join under_way u on u.payer = c.payer
      left join ${STRIKES}
     where c.chain = $1 and c.relay_state = 'queued' and c.relay_after <= now() and c.router = $3
       and (c.payer_code or c.payer = any($4))
  ), free as (
    select queued.*, is_alone or is_lone as is_single from queued cross join lone
     where load <= ${PAYER_LOAD_MAX}
       and (strikes = 0 or not is_under_way and not exists (select from undecided where is_struck))
       and case when is_lone
             then lone_gas is not null and lone.batches < $6
                  and ${fits("gas_at_risk", "$5")}
             else not $7 end
  ), oldest as (
    select * from free order by is_lone, strikes, relay_after, payment_id limit 1
  ), joining as (
    select free.payment_id, free.router_group, free.payout, free.relay_after, oldest.is_single,
           oldest.was_left_out or oldest.strikes > 0 as is_at_worst,
           case when oldest.is_lone then oldest.lone_gas end as lone_gas,
           case when free.relay_after > oldest.relay_after + $8 * interval '1 ms' then free.payment_id end as later_id
      from free
      join oldest on oldest.token = free.token and oldest.was_left_out = free.was_left_out
                 and case when oldest.is_single then free.payment_id = oldest.payment_id else not free.is_single end
  ), grouped as (
    select *, min(relay_after) over (partition by later_id, router_group) as group_after,
           min(relay_after) over (partition by later_id, router_group, payout) as payout_after
      from joining
  ), picked as (
    select *, row_number() over (
             order by group_after, router_group, payout_after, payout, relay_after, payment_id) as place
      from grouped order by place limit $2
  )
  select ${AUTHORIZATION_COLUMNS}, picked.is_single, picked.is_at_worst, picked.lone_gas,
         (extract(epoch from now() - picked.relay_after) * 1000)::float8 as queued_ms
    from picked
    join ${AUTHORIZATION_TABLES} on c.payment_id = picked.payment_id
   where c.relay_state = 'queued'
   order by picked.place
   for update of c skip locked`;

type TakenRow = QueuedRow & { is_single: boolean; is_at_worst: boolean; lone_gas: bigint | null; queued_ms: number };

export async function storeBatch(
  tx: Queryable,
  chain: string,
  limits: TakeLimits,
  builder: BatchBuilder,
): Promise<StoredBatch | null> {
  // Payments under way are counted per payer, so batches are stored one after the other.
  await lockWork(tx, "relays", chain);
  const { rows: free } = await tx.query<RelayerRow>({
    name: "pick_relayer",
    text: PICK_RELAYER,
    values: [chain, limits.relayers, limits.underWayMax, limits.gasPerDay],
  });
  const [relayer] = free;
  if (!relayer) return null;
  const first = await takeAndPack(tx, chain, limits, builder, false);
  const fillsInMs = first && fillsIn(first, relayer, limits);
  const taken = fillsInMs === null ? first : await takeAndPack(tx, chain, limits, builder, true);
  const quarantined = [...new Set([...(first?.quarantined ?? []), ...(taken?.quarantined ?? [])])];
  if (!taken?.call) {
    if (quarantined.length === 0 && fillsInMs === null) return null;
    return { transaction: null, paymentIds: [], quarantined, fillsInMs };
  }
  const place = { chain, relayer: getAddress(relayer.address), nonce: relayer.next_nonce };
  const built = await builder.sign(taken.call, place.relayer, place.nonce);
  const batchId = await insertBatch(tx, place, taken.call, built, taken);
  const { fees, signed } = built;
  const { relayer: address, nonce } = place;
  const state = { blocksWaited: 0, isAbandoned: false, isEmpty: false };
  return {
    transaction: { ...signed, batchId, relayer: address, nonce, call: taken.call, fees, ...state },
    paymentIds: taken.paymentIds,
    quarantined,
    fillsInMs: null,
  };
}

/**
 * While its relayer is busy, a batch waits to be full, for a while. One that is not full leaves the last place free.
 * @returns how many milliseconds it still waits; null: it goes now. Infinity: until the relayer has another place
 */
function fillsIn(
  { isFull, queuedMs }: Taken,
  { batches, shared }: RelayerRow,
  { fillMaxMs, underWayMax }: TakeLimits,
): number | null {
  if (shared === 0 || isFull) return null;
  if (batches >= underWayMax - 1) return Number.POSITIVE_INFINITY;
  return queuedMs < fillMaxMs ? fillMaxMs - queuedMs : null;
}

interface RelayerRow {
  [column: string]: unknown;
  address: string;
  next_nonce: bigint;
  /** Unmined batches. */
  batches: number;
  /** Those of several payments. */
  shared: number;
}

interface Taken {
  /** Null if no payment can be encoded. */
  readonly call: BatchCall | null;
  readonly paymentIds: readonly string[];
  /** No other payment could join it. */
  readonly isFull: boolean;
  /** How long its oldest payment has been in the queue. */
  readonly queuedMs: number;
  readonly isLone: boolean;
  readonly quarantined: readonly QuarantinedPayment[];
}

/** @param onlyLone only payments that share no batch. @returns null if there is nothing to take */
async function takeAndPack(
  tx: Queryable,
  chain: string,
  limits: TakeLimits,
  builder: BatchBuilder,
  onlyLone: boolean,
): Promise<Taken | null> {
  const { relayers, router, batchMax, leftOutMax, examined, gasAtRiskMax, fillMaxMs } = limits;
  const loneMax = LONE_PER_RELAYER * relayers.length;
  const values = [chain, batchMax, router, examined, gasAtRiskMax, loneMax, onlyLone, fillMaxMs];
  const { rows } = await tx.query<TakenRow>({ name: "take_queued", text: TAKE, values });
  const [first] = rows;
  if (!first) return null;
  const paymentId = first.payment_id;
  if (first.lone_gas !== null) {
    const call = builder.packLone(toAuthorization(first), first.lone_gas);
    return { call, paymentIds: [paymentId], isFull: true, queuedMs: first.queued_ms, isLone: true, quarantined: [] };
  }
  const most = first.is_at_worst ? leftOutMax : batchMax;
  const taken = rows.slice(0, most);
  const { call, packed, refused } = builder.pack(taken.map(toAuthorization), first.is_at_worst);
  const quarantined = refused.flatMap(({ index, reason }) => {
    const row = taken[index];
    return row ? [{ paymentId: row.payment_id, reason: `cannot be encoded: ${reason}` }] : [];
  });
  await quarantine(tx, quarantined);
  const queuedMs = Math.max(...rows.map(({ queued_ms }) => queued_ms));
  const isFull = rows.length >= most || first.is_single || packed.length + refused.length < taken.length;
  const paymentIds = packed.flatMap((index) => taken[index]?.payment_id ?? []);
  return { call, paymentIds, isFull, queuedMs, isLone: false, quarantined };
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
  { paymentIds, isLone }: Pick<Taken, "paymentIds" | "isLone">,
): Promise<bigint> {
  const { rows } = await tx.query<{ id: bigint }>({
    name: "insert_batch",
    text: `insert into relay_batches (chain, relayer, nonce, recipient, data, gas_limit, payments, is_lone)
           values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    values: [chain, relayer, nonce, call.recipient, toBytes(call.data), call.gasLimit, paymentIds.length, isLone],
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
    text: `update confirmations c set relay_state = 'sent', batch_id = $2, relay_attempts = relay_attempts + 1,
                  payer_code = payer_code or $3
             from unnest($1::text[]) as asked(id) where c.payment_id = asked.id`,
    values: [paymentIds, batchId, isLone],
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
