// The relayer's queue, accounts, batches and stored transactions.
import { type Address, getAddress, type Hex } from "viem";
import type { Authorization } from "../operations/ports/payment-chain.ts";
import type { BuiltTransaction, RelayStore, StoredTransaction } from "../operations/relay-payments.ts";
import type { Database, Queryable } from "./database.ts";
import { toBytes, toHex } from "./hex.ts";
import { OPTION_SELECT, type OptionRow, toOption } from "./option-columns.ts";

export interface QueuedRow extends OptionRow {
  payment_id: string;
  created_at_s: bigint;
  /** Null if the buyer pays by transaction; such a payment is never queued. */
  signature: Buffer | null;
  relay_attempts: number;
}

export const AUTHORIZATION_COLUMNS = `
  c.payment_id, floor(extract(epoch from p.created_at))::bigint as created_at_s, c.signature, c.relay_attempts,
  ${OPTION_SELECT}`;

export const AUTHORIZATION_TABLES = `
  confirmations c join payments p on p.id = c.payment_id and p.partner_id = c.partner_id`;

export function toAuthorization(row: QueuedRow): Authorization {
  if (!row.signature) throw new Error(`the payment ${row.payment_id} has no signature to relay`);
  return { option: toOption(row), signature: toHex(row.signature) };
}

/** No node has accepted any form of the batch `b`. */
const UNSENT = `
  not exists (select from relay_transactions t where t.batch_id = b.id and t.last_sent_at is not null)`;

// The least busy relayer that is not locked. One with an unsent batch is skipped, because further batches would wait
// behind it.
const PICK_RELAYER = `
  select r.address, r.next_nonce, busy.batches::integer as batches
    from relayers r
    cross join lateral (
      select count(*) as batches, count(*) filter (where ${UNSENT}) as unsent from relay_batches b
       where b.chain = r.chain and b.relayer = r.address and b.mined_in is null
    ) busy
   where r.chain = $1 and r.address = any($2) and busy.batches < $3 and busy.unsent = 0
   order by busy.batches, r.address
   limit 1
   for update of r skip locked`;

const RELEASE = `
  update confirmations set relay_state = 'queued', batch_id = null
   where batch_id = $1 and relay_state = 'sent'
     and exists (select from relay_batches b where b.id = $1 and ${UNSENT})
     and exists (select from relayers r where r.chain = $2 and r.address = any($3) and not exists (
           select from relay_batches b
            where b.chain = r.chain and b.relayer = r.address and b.mined_in is null and ${UNSENT}))`;

/** The signature of `c` belongs to a wallet that may need deployment first (EIP-6492, by its suffix). */
const DEPLOYS = `
  coalesce(substring(c.signature from octet_length(c.signature) - 31) = decode(repeat('6492', 16), 'hex'), false)`;

// The oldest payment decides the batch's token. One that deploys a wallet is a batch alone. Payments left out of an
// earlier batch, perhaps because one of them burned its gas, are batched separately from new ones.
const TAKE = `
  select ${AUTHORIZATION_COLUMNS}, oldest.deploys, oldest.was_left_out
    from ${AUTHORIZATION_TABLES}
    join (
    select c.payment_id, c.token, ${DEPLOYS} as deploys, c.batch_id is not null as was_left_out
      from confirmations c
     where chain = $1 and relay_state = 'queued' and relay_after <= now() and router = $3 order by relay_after limit 1
  ) oldest on oldest.token = c.token and oldest.was_left_out = (c.batch_id is not null)
          and case when oldest.deploys then c.payment_id = oldest.payment_id else not ${DEPLOYS} end
  where c.chain = $1 and c.relay_state = 'queued' and c.relay_after <= now() and c.router = $3
  order by c.relay_after limit $2
  for update of c skip locked`;

const SILENT = `
  select distinct on (b.relayer, b.nonce) t.hash, t.raw, t.max_fee_per_gas, t.max_priority_fee_per_gas, b.id, b.relayer,
         b.nonce, b.recipient, b.data, b.gas_limit, t.last_sent_at,
         coalesce((select max(number) from chain_blocks where chain = b.chain) - t.sent_at_block, 0) as blocks_waited
    from relay_batches b
    join relay_transactions t on t.batch_id = b.id
   where b.chain = $1 and b.mined_in is null
   order by b.relayer, b.nonce, t.max_fee_per_gas desc`;

const MARK_SENT = `
  update relay_transactions t
     set last_sent_at = now(),
         sent_at_block = coalesce(t.sent_at_block, (select max(c.number) from chain_blocks c where c.chain = b.chain))
    from relay_batches b
   where t.hash = $1 and b.id = t.batch_id`;

interface TransactionRow {
  hash: Buffer;
  raw: Buffer;
  max_fee_per_gas: bigint;
  max_priority_fee_per_gas: bigint;
  id: bigint;
  relayer: string;
  nonce: bigint;
  recipient: string;
  data: Buffer;
  gas_limit: bigint;
  last_sent_at: Date | null;
  blocks_waited: bigint;
}

export function createRelayStore(db: Database): RelayStore {
  return {
    async registerRelayer(chain, relayer, nonce) {
      await db.query({
        text: `insert into relayers (chain, address, next_nonce) values ($1, $2, $3)
               on conflict (chain, address) do update
                  set next_nonce = greatest(relayers.next_nonce, excluded.next_nonce)`,
        values: [chain, relayer, nonce],
      });
    },

    storeBatch: (chain, limits, build) => db.transaction((tx) => storeBatch(tx, chain, limits, build)),

    async releaseBatch(chain, batchId, relayers) {
      await db.query({ name: "release_batch", text: RELEASE, values: [batchId, chain, relayers] });
    },

    async hasQueued(chain) {
      const { rows } = await db.query<{ has: boolean }>({
        name: "has_queued",
        text: `select exists (select from confirmations where chain = $1 and relay_state = 'queued' and relay_after <= now()) as has`,
        values: [chain],
      });
      return rows[0]?.has ?? false;
    },

    storeReplacement: (transaction) => insertTransaction(db, transaction.batchId, transaction),

    async silentTransactions(chain, silentMs, most) {
      const { rows } = await db.query<TransactionRow>({
        name: "silent_transactions",
        text: `select * from (${SILENT}) newest
                where last_sent_at is null or last_sent_at < now() - $2 * interval '1 millisecond'
                order by relayer, nonce limit $3`,
        values: [chain, silentMs, most],
      });
      return rows.map(toTransaction);
    },

    async markSent(hash: Hex) {
      await db.query({ name: "mark_sent", text: MARK_SENT, values: [toBytes(hash)] });
    },
  };
}

async function storeBatch(
  tx: Queryable,
  chain: string,
  limits: Parameters<RelayStore["storeBatch"]>[1],
  build: Parameters<RelayStore["storeBatch"]>[2],
): Promise<StoredTransaction | null> {
  const { rows: free } = await tx.query<{ address: string; next_nonce: bigint; batches: number }>({
    name: "pick_relayer",
    text: PICK_RELAYER,
    values: [chain, limits.relayers, limits.underWayMax],
  });
  const [relayer] = free;
  if (!relayer) return null;
  const { rows: taken } = await tx.query<QueuedRow & { deploys: boolean; was_left_out: boolean }>({
    name: "take_queued",
    text: TAKE,
    values: [chain, limits.batchMax, limits.router],
  });
  const wereLeftOut = taken[0]?.was_left_out === true;
  const most = wereLeftOut ? limits.leftOutMax : limits.batchMax;
  const queued = taken.slice(0, most);
  const isFull = queued.length === most || queued[0]?.deploys === true;
  if (queued.length === 0 || (relayer.batches > 0 && !isFull)) return null;
  const address = getAddress(relayer.address);
  const built = await build(queued.map(toAuthorization), address, relayer.next_nonce, wereLeftOut);
  const batchId = await insertBatch(tx, chain, address, relayer.next_nonce, built, queued);
  const { call, fees, signed } = built;
  return { ...signed, batchId, relayer: address, nonce: relayer.next_nonce, call, fees, blocksWaited: 0 };
}

async function insertBatch(
  tx: Queryable,
  chain: string,
  relayer: Address,
  nonce: bigint,
  built: BuiltTransaction,
  queued: readonly QueuedRow[],
): Promise<bigint> {
  const { rows } = await tx.query<{ id: bigint }>({
    name: "insert_batch",
    text: `insert into relay_batches (chain, relayer, nonce, recipient, data, gas_limit, payments)
           values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    values: [chain, relayer, nonce, built.call.recipient, toBytes(built.call.data), built.call.gasLimit, queued.length],
  });
  const batchId = rows[0]?.id;
  if (batchId === undefined) throw new Error("the insert of a batch returned no id");
  await insertTransaction(tx, batchId, { ...built.signed, fees: built.fees });
  await tx.query({
    name: "use_nonce",
    text: "update relayers set next_nonce = $3 + 1 where chain = $1 and address = $2",
    values: [chain, relayer, nonce],
  });
  await tx.query({
    name: "leave_queue",
    text: `update confirmations set relay_state = 'sent', batch_id = $2, relay_attempts = relay_attempts + 1
            where payment_id = any($1)`,
    values: [queued.map((row) => row.payment_id), batchId],
  });
  return batchId;
}

async function insertTransaction(
  db: Queryable,
  batchId: bigint,
  { hash, raw, fees }: Pick<StoredTransaction, "hash" | "raw" | "fees">,
): Promise<void> {
  await db.query({
    name: "insert_transaction",
    text: `insert into relay_transactions (hash, batch_id, raw, max_fee_per_gas, max_priority_fee_per_gas)
           values ($1, $2, $3, $4, $5) on conflict do nothing`,
    values: [toBytes(hash), batchId, toBytes(raw), fees.maxFeePerGas, fees.maxPriorityFeePerGas],
  });
}

const toTransaction = (row: TransactionRow): StoredTransaction => ({
  hash: toHex(row.hash),
  raw: toHex(row.raw),
  batchId: row.id,
  relayer: getAddress(row.relayer),
  nonce: row.nonce,
  call: { recipient: getAddress(row.recipient), data: toHex(row.data), gasLimit: row.gas_limit },
  fees: { maxFeePerGas: row.max_fee_per_gas, maxPriorityFeePerGas: row.max_priority_fee_per_gas },
  blocksWaited: Number(row.blocks_waited),
});
