// Stores the transfers of new blocks.
import type { TimedEvent } from "../../payment/transfers/transfer.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes, toHex } from "../database/hex.ts";
import { entryOf } from "../payments/apply.ts";
import { closeConfirmations } from "./credit.ts";
import { newestPayments, ownPayments, transferredTo } from "./own-payments.ts";
import { resolveReturned } from "./report-exceptions.ts";

// A transfer with the same terms as one that a reorg removed counts as the same transfer, even in another transaction
// or position: its row moves and keeps its state. If the terms were paid twice, by two methods, one of the two takes
// the row and the other is new. The key of a payment that was dropped with its month is unknown, but not its addresses.
const INSERT_TRANSFERS = `
  with e as (
    select * from unnest((select $2::bytea[]), (select $3::integer[]), (select $4::bigint[]), (select $5::bytea[]),
                         (select $6::bytea[]), (select $7::bytea[]), (select $8::text[]), (select $9::text[]),
                         (select $10::numeric[]), (select $11::text[]), (select $12::numeric[]),
                         (select $13::text[]), (select $14::bigint[]), (select $15::text[]),
                         (select $16::numeric[]), (select $17::text[]), (select $18::bigint[]))
      as e(tx_hash, log_index, block_number, block_hash, payment_key, terms_hash, token, payer, amount, destination,
           fee, asset, block_time_s, fee_receiver, deadline_s, method, nonce)
  ), back as (
    update transfers t
       set tx_hash = e.tx_hash, log_index = e.log_index, block_number = e.block_number, block_hash = e.block_hash,
           block_time_s = e.block_time_s, nonce = e.nonce, orphaned_at = null
      from e, transfers was
     where t.chain = $1 and t.terms_hash = e.terms_hash and t.orphaned_at is not null and was.id = t.id
    returning t.terms_hash, t.payment_id, t.partner_id, t.tx_hash, t.log_index, t.block_number,
              was.tx_hash as was_hash, was.log_index as was_index
  ), event as (
    insert into payment_events (payment_id, partner_id, type, status, data)
    select p.id, p.partner_id, ${entryOf("p.creator", "'restored'")}, p.status,
           jsonb_build_object('txHash', '0x' || encode(back.tx_hash, 'hex'), 'logIndex', back.log_index,
                              'blockNumber', back.block_number::text)
      from back join payments p on p.id = back.payment_id and p.partner_id = back.partner_id
  ), refund as (
    update refunds r set tx_hash = back.tx_hash from back
     where r.gateway_payment_id = back.payment_id and r.tx_hash is not null
  ), ${ownPayments("$6::bytea[]", "$19::text")}, added as (
  insert into transfers (chain, tx_hash, log_index, block_number, block_hash, payment_key, terms_hash, token, payer,
                         amount, destination, fee, asset, block_time_s, fee_receiver, deadline_s, method, nonce,
                         payment_id, partner_id)
  select $1, e.*, coalesce(x.payment_id, own.id, a.payment_id), coalesce(x.partner_id, own.partner_id, a.partner_id)
    from e
    left join lateral (${transferredTo("$1", "e")}) x on true
    left join own on own.payment_key = e.payment_key
    left join lateral (select payment_id, partner_id from deposit_addresses
                        where own.id is null and e.method = 'deposit' and payer = e.payer limit 1) a on true
   where coalesce(x.payment_id, own.id, a.payment_id) is not null
     and (e.tx_hash, e.log_index) not in (select tx_hash, log_index from back)
  on conflict do nothing
  )
  select payment_id, partner_id, was_hash, was_index, true as is_back from back where payment_id is not null
  union all
  select payment_id, partner_id, tx_hash, log_index, false from exceptions
   where kind in ('reorged', 'settlement_failed') and resolved_at is null and chain = $1 and tx_hash in (select tx_hash from e)`;

interface ReturnedRow {
  readonly payment_id: string;
  readonly partner_id: string;
  /** Its place before the reorg. */
  readonly was_hash: Buffer;
  readonly was_index: number;
  /** Its row is back; otherwise the row was deleted, and is new. */
  readonly is_back: boolean;
}

export async function insertTransfers(tx: Queryable, chain: string, transfers: readonly TimedEvent[]): Promise<void> {
  if (transfers.length === 0) return;
  const { rows: returned } = await tx.query<ReturnedRow>({
    name: "insert_transfers",
    text: INSERT_TRANSFERS,
    values: [
      chain,
      transfers.map(({ txHash }) => toBytes(txHash)),
      transfers.map(({ logIndex }) => logIndex),
      transfers.map(({ blockNumber }) => blockNumber),
      transfers.map(({ blockHash }) => toBytes(blockHash)),
      transfers.map(({ paymentKey }) => toBytes(paymentKey)),
      transfers.map(({ termsHash }) => toBytes(termsHash)),
      transfers.map(({ token }) => token),
      transfers.map(({ payer }) => payer),
      transfers.map(({ amount }) => amount),
      transfers.map(({ destination }) => destination),
      transfers.map(({ fee }) => fee),
      transfers.map(({ asset }) => asset),
      transfers.map(({ blockTimeS }) => blockTimeS),
      transfers.map(({ feeReceiver }) => feeReceiver),
      transfers.map(({ deadlineS }) => deadlineS),
      transfers.map(({ method }) => method),
      transfers.map(({ nonce = null }) => nonce),
      newestPayments(),
    ],
  });
  await closeConfirmations(
    tx,
    returned.filter(({ is_back }) => is_back).map(({ payment_id }) => payment_id),
  );
  await resolveReturned(
    tx,
    chain,
    returned.map((row) => ({
      paymentId: row.payment_id,
      partnerId: row.partner_id,
      txHash: toHex(row.was_hash),
      logIndex: row.was_index,
    })),
  );
}
