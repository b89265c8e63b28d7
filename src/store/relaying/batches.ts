// Batches after they left the queue: signed versions, refusals, and the release and abandonment of stuck batches.
import { type Address, getAddress, type Hex } from "viem";
import type { Leftover, Refused, StalledRelayer, StoredTransaction } from "../../operations/ports/relaying/relay.ts";
import type { QuarantinedPayment } from "../../operations/ports/relaying/relay-queue.ts";
import type { Database, Queryable } from "../database/database.ts";
import { toBytes, toHex } from "../database/hex.ts";
import { IS_STUCK } from "./take.ts";

/** Longest pause before a refused transaction is sent again. The first pause is 1 s, and each next one is doubled. */
const REFUSED_PAUSE_MS_MAX = 60_000;

const SILENT = `
  select distinct on (b.relayer, b.nonce)
         b.id, b.relayer, b.nonce, b.recipient, b.data, b.gas_limit, b.abandoned_at is not null as is_abandoned,
         t.hash, t.raw, t.max_fee_per_gas, t.max_priority_fee_per_gas, t.is_empty, t.last_sent_at,
         b.refused_at + least(1000 * 2 ^ least(b.refusals - 1, 30), ${REFUSED_PAUSE_MS_MAX}) * interval '1 millisecond'
           as retry_at,
         coalesce((select max(number) from chain_blocks where chain = b.chain) - t.sent_at_block, 0) as blocks_waited
    from relay_batches b
    join relay_transactions t on t.batch_id = b.id
   where b.chain = $1 and b.mined_in is null and b.relayer = any($4) and (b.abandoned_at is not null or not t.is_empty)
   order by b.relayer, b.nonce, t.is_empty desc, t.max_fee_per_gas desc`;

interface TransactionRow {
  hash: Buffer;
  raw: Buffer;
  max_fee_per_gas: bigint;
  max_priority_fee_per_gas: bigint;
  is_empty: boolean;
  id: bigint;
  relayer: string;
  nonce: bigint;
  recipient: string;
  data: Buffer;
  gas_limit: bigint;
  is_abandoned: boolean;
  blocks_waited: bigint;
}

export async function silentTransactions(
  db: Queryable,
  chain: string,
  relayers: readonly Address[],
  silentMs: number,
  most: number,
): Promise<readonly StoredTransaction[]> {
  const { rows } = await db.query<TransactionRow>({
    name: "silent_transactions",
    text: `select * from (${SILENT}) newest
            where (last_sent_at is null or last_sent_at < now() - $2 * interval '1 millisecond'
                   or (is_abandoned and not is_empty))
              and (retry_at is null or retry_at < now())
            order by relayer, nonce limit $3`,
    values: [chain, silentMs, most, relayers],
  });
  return rows.map((row) => ({
    hash: toHex(row.hash),
    raw: toHex(row.raw),
    batchId: row.id,
    relayer: getAddress(row.relayer),
    nonce: row.nonce,
    call: { recipient: getAddress(row.recipient), data: toHex(row.data), gasLimit: row.gas_limit },
    fees: { maxFeePerGas: row.max_fee_per_gas, maxPriorityFeePerGas: row.max_priority_fee_per_gas },
    blocksWaited: Number(row.blocks_waited),
    isAbandoned: row.is_abandoned,
    isEmpty: row.is_empty,
  }));
}

const MARK_SENT = `
  with sent as (
    update relay_transactions t
       set last_sent_at = now(),
           sent_at_block = coalesce(t.sent_at_block, (select max(c.number) from chain_blocks c where c.chain = b.chain))
      from relay_batches b
     where t.hash = $1 and b.id = t.batch_id
    returning t.batch_id
  )
  update relay_batches b set refusals = 0, refused_at = null, refusal = null
    from sent where b.id = sent.batch_id and b.refused_at is not null`;

export async function markSent(db: Queryable, hash: Hex): Promise<void> {
  await db.query({ name: "mark_sent", text: MARK_SENT, values: [toBytes(hash)] });
}

export async function noteRefusal(db: Queryable, batchId: bigint, reason: string): Promise<Refused> {
  const { rows } = await db.query<{ refusals: number; is_suspect: boolean }>({
    name: "note_refusal",
    text: `update relay_batches b set refusals = refusals + 1, refused_at = now(), refusal = $2 where id = $1
           returning refusals,
                     exists (select from confirmations c where c.batch_id = b.id and c.relay_alone) as is_suspect`,
    values: [batchId, reason],
  });
  return { refusals: rows[0]?.refusals ?? 0, isSuspect: rows[0]?.is_suspect ?? false };
}

// The data-modifying parts of a statement do not see each other's changes.
const RELEASE = `
  with refused as (
    update relay_batches b set refused_at = now(), refusal = $4,
           abandoned_at = coalesce(abandoned_at, case when exists (
             select from relayers r
              where r.chain = $2 and r.address = any($3) and r.address <> b.relayer
                and not exists (
                  select from relay_batches b
                   where b.chain = r.chain and b.relayer = r.address and b.mined_in is null and ${IS_STUCK}))
             then now() end)
     where b.id = $1
    returning b.id, b.abandoned_at
  )
  update confirmations c set relay_state = 'queued', batch_id = null, relay_after = now()
    from refused where refused.abandoned_at is not null and c.batch_id = refused.id and c.relay_state = 'sent'`;

export async function releaseBatch(
  db: Queryable,
  chain: string,
  batchId: bigint,
  relayers: readonly Address[],
  reason: string,
): Promise<void> {
  await db.query({ name: "release_batch", text: RELEASE, values: [batchId, chain, relayers, reason] });
}

const ABANDON_REFUSED = `
  with abandoned as (
    update relay_batches set abandoned_at = now() where id = $1 and mined_in is null returning id, refusal
  )
  update confirmations c
     set relay_state = case when c.relay_alone then 'quarantined' else 'queued' end,
         relay_note = case when c.relay_alone then 'no node accepts its transaction: ' || abandoned.refusal end,
         relay_alone = true, batch_id = null, relay_after = now()
    from abandoned where c.batch_id = abandoned.id and c.relay_state = 'sent'
  returning c.payment_id, c.relay_note as note`;

export async function abandonRefused(db: Queryable, batchId: bigint): Promise<readonly QuarantinedPayment[]> {
  const { rows } = await db.query<{ payment_id: string; note: string | null }>({
    name: "abandon_refused",
    text: ABANDON_REFUSED,
    values: [batchId],
  });
  return rows.flatMap(({ payment_id, note }) => (note === null ? [] : [{ paymentId: payment_id, reason: note }]));
}

const RELEASE_LEFTOVERS = `
  with abandoned as (
    update relay_batches b set abandoned_at = coalesce(abandoned_at, now())
     where b.chain = $1 and b.mined_in is null and b.relayer <> all($2)
       and exists (select from confirmations c where c.batch_id = b.id and c.relay_state = 'sent')
       and not exists (select from relay_transactions t
                        where t.batch_id = b.id and t.last_sent_at > now() - $3 * interval '1 millisecond')
    returning b.id, b.relayer
  ), released as (
    update confirmations c set relay_state = 'queued', batch_id = null, relay_after = now()
      from abandoned where c.batch_id = abandoned.id and c.relay_state = 'sent'
    returning abandoned.relayer
  )
  select relayer, count(*)::integer as payments from released group by relayer`;

export async function releaseLeftovers(
  db: Queryable,
  chain: string,
  relayers: readonly Address[],
  silentMs: number,
): Promise<readonly Leftover[]> {
  const { rows } = await db.query<{ relayer: string; payments: number }>({
    name: "release_leftovers",
    text: RELEASE_LEFTOVERS,
    values: [chain, relayers, silentMs],
  });
  return rows.map(({ relayer, payments }) => ({ relayer: getAddress(relayer), payments }));
}

export async function stalledRelayers(
  db: Queryable,
  chain: string,
  relayers: readonly Address[],
  afterMs: number,
): Promise<readonly StalledRelayer[]> {
  const { rows } = await db.query<{ relayer: string; lowest: bigint }>({
    name: "stalled_relayers",
    text: `select relayer, min(nonce) as lowest from relay_batches
            where chain = $1 and mined_in is null and relayer = any($2)
            group by relayer having min(created_at) < now() - $3 * interval '1 millisecond' order by relayer`,
    values: [chain, relayers, afterMs],
  });
  return rows.map(({ relayer, lowest }) => ({ relayer: getAddress(relayer), lowestNonce: lowest }));
}

/** No relayer has more in flight. A node that returns an old nonce causes up to this many needless requests. */
const UNMINED_MAX = 100;

/**
 * Batches that count as mined keep their nonces and are sent again, because a node may have counted them too early. If
 * they are mined after all, the chain refuses the nonce and they count as mined again.
 */
export const restartAt = (db: Database, chain: string, relayer: Address, nonce: bigint): Promise<void> =>
  db.transaction(async (tx) => {
    const values = [chain, relayer, nonce];
    const unmined = "select id from relay_batches where chain = $1 and relayer = $2 and mined_in is null";
    await tx.query({
      text: "select from relayers where chain = $1 and address = $2 for update",
      values: [chain, relayer],
    });
    await tx.query({
      text: `update confirmations set relay_state = 'queued', batch_id = null, relay_after = now()
              where relay_state = 'sent' and batch_id in (${unmined} and nonce >= $3)`,
      values,
    });
    await tx.query({
      text: `delete from relay_transactions where batch_id in (${unmined} and nonce >= $3)`,
      values,
    });
    await tx.query({ text: `delete from relay_batches where id in (${unmined} and nonce >= $3)`, values });
    await tx.query({
      text: `update relay_batches set mined_in = null
              where chain = $1 and relayer = $2 and nonce >= $3 and nonce < $3 + ${UNMINED_MAX}
                and mined_in is not null`,
      values,
    });
    await tx.query({
      text: `update relayers
                set next_nonce = greatest($3, (
                      select max(nonce) + 1 from relay_batches where chain = $1 and relayer = $2))
              where chain = $1 and address = $2`,
      values,
    });
  });
