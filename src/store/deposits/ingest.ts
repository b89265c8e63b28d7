// Stores what blocks show of deposit addresses: deposits, and recoveries.
import type { RecoveredEvent, TimedDeposit } from "../../payment/transfers/deposit-event.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes, toHex } from "../database/hex.ts";
import { isSweepOf } from "./booked.ts";

// The address's own chain comes first: two chains may have the same token, and one payment the same address on both.
const ADDRESS_OF = `
  cross join lateral (
    select terms_hash, payment_id, partner_id from deposit_addresses
     where payer = e.address order by (chain = $1) desc limit 1) a`;

// A row that is there already stays as it is, unless a reorg removed it.
const INSERT_DEPOSITS = `
  insert into deposits (chain, tx_hash, log_index, block_number, block_hash, block_time_s, terms_hash, payment_id,
                        partner_id, token, sender, amount, is_refused)
  select $1, e.tx_hash, e.log_index, e.block_number, e.block_hash, e.block_time_s, a.terms_hash, a.payment_id,
         a.partner_id, e.token, e.sender, e.amount, e.is_refused
    from unnest($2::bytea[], $3::integer[], $4::bigint[], $5::bytea[], $6::bigint[], $7::text[], $8::text[], $9::text[],
                $10::numeric[], $11::boolean[])
      as e(tx_hash, log_index, block_number, block_hash, block_time_s, address, token, sender, amount, is_refused)
  ${ADDRESS_OF}
  on conflict do nothing`;

const INSERT_RECOVERIES = `
  insert into recoveries (chain, tx_hash, log_index, block_number, block_hash, terms_hash, token, amount)
  select $1, e.tx_hash, e.log_index, e.block_number, e.block_hash, a.terms_hash, e.token, e.amount
    from unnest($2::bytea[], $3::integer[], $4::bigint[], $5::bytea[], $6::text[], $7::text[], $8::numeric[])
      as e(tx_hash, log_index, block_number, block_hash, address, token, amount)
  ${ADDRESS_OF}
  on conflict do nothing`;

export async function ingestDeposits(
  tx: Queryable,
  chain: string,
  deposits: readonly TimedDeposit[],
  recoveries: readonly RecoveredEvent[],
): Promise<void> {
  if (deposits.length > 0) await insertDeposits(tx, chain, deposits);
  if (recoveries.length > 0) await insertRecoveries(tx, chain, recoveries);
}

async function insertDeposits(tx: Queryable, chain: string, deposits: readonly TimedDeposit[]): Promise<void> {
  const refused = await takeBack(tx, chain, deposits);
  await tx.query({
    name: "insert_deposits",
    text: INSERT_DEPOSITS,
    values: [
      chain,
      deposits.map(({ txHash }) => toBytes(txHash)),
      deposits.map(({ logIndex }) => logIndex),
      deposits.map(({ blockNumber }) => blockNumber),
      deposits.map(({ blockHash }) => toBytes(blockHash)),
      deposits.map(({ blockTimeS }) => blockTimeS),
      deposits.map(({ address }) => address),
      deposits.map(({ token }) => token),
      deposits.map(({ sender }) => sender),
      deposits.map(({ amount }) => amount),
      deposits.map(({ txHash, sender }) => refused.get(`${txHash} ${sender}`) ?? null),
    ],
  });
}

/**
 * Deletes the deposits of transactions that a reorg removed and that are in the chain again.
 * @returns whether their senders are refused, by transaction and sender
 */
async function takeBack(
  tx: Queryable,
  chain: string,
  deposits: readonly TimedDeposit[],
): Promise<ReadonlyMap<string, boolean | null>> {
  const { rows } = await tx.query<{ tx_hash: Buffer; sender: string; is_refused: boolean | null }>({
    name: "take_back_deposits",
    text: `delete from deposits where chain = $1 and tx_hash = any($2) and orphaned_at is not null
           returning tx_hash, sender, is_refused`,
    values: [chain, deposits.map(({ txHash }) => toBytes(txHash))],
  });
  return new Map(rows.map((row) => [`${toHex(row.tx_hash)} ${row.sender}`, row.is_refused]));
}

async function insertRecoveries(tx: Queryable, chain: string, recoveries: readonly RecoveredEvent[]): Promise<void> {
  await tx.query({
    name: "take_back_recoveries",
    text: "delete from recoveries where chain = $1 and tx_hash = any($2) and orphaned_at is not null",
    values: [chain, recoveries.map(({ txHash }) => toBytes(txHash))],
  });
  await tx.query({
    name: "insert_recoveries",
    text: INSERT_RECOVERIES,
    values: [
      chain,
      recoveries.map(({ txHash }) => toBytes(txHash)),
      recoveries.map(({ logIndex }) => logIndex),
      recoveries.map(({ blockNumber }) => blockNumber),
      recoveries.map(({ blockHash }) => toBytes(blockHash)),
      recoveries.map(({ address }) => address),
      recoveries.map(({ token }) => token),
      recoveries.map(({ amount }) => amount),
    ],
  });
}

/** Addresses whose money is back because a reorg removed its sweep or its recovery. */
const REOPEN = `
  update deposits d set is_closed = false
    from (select terms_hash from recoveries where chain = $1 and block_number > $2
           union select a.terms_hash from transfers t join deposit_addresses a on ${isSweepOf("t", "a.payer")}
                  where t.chain = $1 and t.block_number > $2) back
   where d.terms_hash = back.terms_hash and d.is_closed`;

/** Marks what a reorg removed. It stays shown, and comes back with its transaction. */
export async function orphanDepositsAbove(tx: Queryable, chain: string, number: bigint): Promise<void> {
  await tx.query({ name: "reopen_deposits", text: REOPEN, values: [chain, number] });
  for (const table of ["deposits", "recoveries"]) {
    await tx.query({
      name: `orphan_${table}`,
      text: `update ${table} set orphaned_at = now()
              where chain = $1 and block_number > $2 and orphaned_at is null`,
      values: [chain, number],
    });
  }
}
