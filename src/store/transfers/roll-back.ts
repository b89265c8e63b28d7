// Undoes changes from blocks that a reorg removed.
import type { ReportedTransfer } from "../../payment/transfers/exception.ts";
import type { TransferState } from "../../payment/transfers/transfer.ts";
import type { Queryable } from "../database/database.ts";
import { REPORTED_COLUMNS, type ReportedRow, toReported } from "./row.ts";

export async function forgetAbove(
  tx: Queryable,
  chain: string,
  number: bigint,
): Promise<readonly (ReportedTransfer & { readonly state: TransferState })[]> {
  const { rows } = await tx.query<ReportedRow & { state: TransferState }>({
    name: "forget_transfers",
    text: `delete from transfers where chain = $1 and block_number > $2 and state <> 'credited'
           returning ${REPORTED_COLUMNS}, state`,
    values: [chain, number],
  });
  return rows.map((row) => ({ ...toReported(row), state: row.state }));
}

export async function orphanAbove(tx: Queryable, chain: string, number: bigint): Promise<readonly ReportedTransfer[]> {
  const { rows } = await tx.query<ReportedRow>({
    name: "orphan_transfers",
    text: `update transfers set orphaned_at = now() where chain = $1 and block_number > $2 and orphaned_at is null
           returning ${REPORTED_COLUMNS}`,
    values: [chain, number],
  });
  return rows.map(toReported);
}

// The count of blocks without the transaction restarts when it is next sent, because it was not outbid.
const UNMINE_BATCHES = `
  with unmined as (
    update relay_batches set mined_in = null where chain = $1 and mined_in > $2 returning id
  )
  update relay_transactions t set sent_at_block = null from unmined where t.batch_id = unmined.id`;

export async function unmineBatchesAbove(tx: Queryable, chain: string, number: bigint): Promise<void> {
  await tx.query({
    name: "unmine_batches",
    text: UNMINE_BATCHES,
    values: [chain, number],
  });
}

// The money of a succeeded payment must arrive again: in the old batch if it can be resent, otherwise in a new one. We
// relay the payment even if the wallet wanted to submit it, because the buyer has seen success and may not return. We
// cannot resend a buyer's own transaction, but nodes that had it put it back into their pool.
const REOPEN_CONFIRMATIONS = `
  update confirmations c
     set relay_after = now(),
         relay_state = case when c.transaction_hash is not null then 'external'
                            when exists (select from relay_batches b where b.id = c.batch_id and b.mined_in is null)
                            then 'sent' else 'queued' end
    from unnest($1::text[]) as asked(id)
   where c.payment_id = asked.id and c.relay_state = 'closed'`;

export async function reopenConfirmations(tx: Queryable, transfers: readonly ReportedTransfer[]): Promise<void> {
  await tx.query({
    name: "reopen_confirmations",
    text: REOPEN_CONFIRMATIONS,
    values: [transfers.map(({ paymentId }) => paymentId)],
  });
}
