// When payments succeeded, and the block of the transfer that paid.
import type { ReadPaidPorts } from "../../operations/payments/read-paid.ts";
import type { Queryable } from "../database/database.ts";
import { toHex } from "../database/hex.ts";

interface SuccessRow {
  succeeded_at: Date;
  block_hash: Buffer;
  block_time_s: bigint;
}

export type SuccessStore = ReadPaidPorts["successes"];

export function createSuccessStore(db: Queryable): SuccessStore {
  return {
    async find(paymentId) {
      const { rows } = await db.query<SuccessRow>({
        name: "payment_success",
        text: `select e.created_at as succeeded_at, t.block_hash, t.block_time_s
                 from payment_events e
                 join transfers t on t.payment_id = e.payment_id and t.state = 'credited' and t.orphaned_at is null
                where e.payment_id = $1 and e.type = 'paid'`,
        values: [paymentId],
      });
      const [row] = rows;
      return row
        ? { succeededAt: row.succeeded_at, blockHash: toHex(row.block_hash), blockTimeS: Number(row.block_time_s) }
        : null;
    },
  };
}
