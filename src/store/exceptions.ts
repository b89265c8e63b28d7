// A partner's exceptions, newest first.
import type { ExceptionKind, PaymentException } from "../payment/exception.ts";
import type { Queryable } from "./database.ts";
import { toHex } from "./hex.ts";

export interface ExceptionFilter {
  readonly paymentId: string | null;
  readonly kind: ExceptionKind | null;
}

/** Where a page ended: the last exception's time (ISO 8601) and id. */
export interface ExceptionPosition {
  readonly createdAt: string;
  readonly id: string;
}

interface ExceptionRow {
  id: string;
  payment_id: string;
  kind: ExceptionKind;
  asset: string | null;
  amount: bigint | null;
  chain: string | null;
  tx_hash: Buffer | null;
  message: string;
  created_at: Date;
}

export function createExceptionStore(db: Queryable) {
  return {
    /** At most `limit` of them, older than `after` where that is given. */
    async list(
      partnerId: string,
      { paymentId, kind }: ExceptionFilter,
      after: ExceptionPosition | null,
      limit: number,
    ): Promise<readonly PaymentException[]> {
      const values: unknown[] = [partnerId, limit];
      const place = (value: unknown): string => `$${values.push(value)}`;
      const conditions = ["partner_id = $1"];
      if (paymentId !== null) conditions.push(`payment_id = ${place(paymentId)}`);
      if (kind !== null) conditions.push(`kind = ${place(kind)}`);
      if (after) conditions.push(`(created_at, id) < (${place(after.createdAt)}, ${place(after.id)})`);
      const { rows } = await db.query<ExceptionRow>({
        text: `select id, payment_id, kind, asset, amount, chain, tx_hash, message, created_at from exceptions
                where ${conditions.join(" and ")} order by created_at desc, id desc limit $2`,
        values,
      });
      return rows.map(toException);
    },
  };
}

const toException = (row: ExceptionRow): PaymentException => ({
  id: row.id,
  paymentId: row.payment_id,
  kind: row.kind,
  token: row.asset !== null && row.amount !== null ? { asset: row.asset, value: row.amount } : null,
  transaction: row.chain !== null && row.tx_hash ? { chain: row.chain, hash: toHex(row.tx_hash) } : null,
  message: row.message,
  createdAt: row.created_at,
});
