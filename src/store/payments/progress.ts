// A confirmed payment's progress on its chain.

import type { PaymentProgress } from "../../payment/progress.ts";
import { depthOf } from "../../payment/transfers/finality.ts";
import type { Queryable } from "../database/database.ts";
import { toHex } from "../database/hex.ts";

interface ProgressRow {
  required_depth: number;
  seen_hash: Buffer | null;
  seen_in: bigint | null;
  sent_hash: Buffer | null;
  head: bigint | null;
}

export interface ProgressStore {
  /** Null if the payment is not confirmed. */
  find(paymentId: string): Promise<PaymentProgress | null>;
}

export function createProgressStore(db: Queryable): ProgressStore {
  return {
    async find(paymentId) {
      const { rows } = await db.query<ProgressRow>({
        name: "payment_progress",
        text: `select c.required_depth, t.tx_hash as seen_hash, t.block_number as seen_in,
                      coalesce(c.transaction_hash, f.hash) as sent_hash,
                      (select b.number from chain_blocks b where b.chain = c.chain
                        order by b.number desc limit 1) as head
                 from confirmations c
                 left join lateral (select tx_hash, block_number from transfers
                                     where chain = c.chain and terms_hash = c.terms_hash and orphaned_at is null
                                     order by block_number limit 1) t on true
                 left join lateral (select hash from relay_transactions
                                     where batch_id = c.batch_id and last_sent_at is not null
                                     order by last_sent_at desc limit 1) f on true
                where c.payment_id = $1`,
        values: [paymentId],
      });
      const [row] = rows;
      if (!row) return null;
      const hash = row.seen_hash ?? row.sent_hash;
      return {
        txHash: hash && toHex(hash),
        confirmations: row.seen_in === null ? 0 : Math.max(depthOf(row.seen_in, row.head ?? row.seen_in), 1),
        required: row.required_depth,
      };
    },
  };
}
