// Reads exceptions, newest first.
import type { ExceptionKind, PaymentException } from "../../payment/transfers/exception.ts";
import type { Queryable } from "../database/database.ts";
import { toHex } from "../database/hex.ts";
import { isSweepOf } from "../deposits/booked.ts";

export interface ExceptionFilter {
  /** Null: all merchants. */
  readonly merchantIds: readonly string[] | null;
  readonly paymentId: string | null;
  readonly kind: ExceptionKind | null;
}

/** The end of a page: the last exception's time (ISO 8601) and id. */
export interface ExceptionPosition {
  readonly createdAt: string;
  readonly id: string;
}

/** The operator's filter, for one partner or all (null). */
export interface OperatorFilter {
  readonly partnerId: string | null;
  readonly kind: ExceptionKind | null;
  /** Only exceptions of the last `withinS` seconds; null: all. */
  readonly withinS: number | null;
}

interface ExceptionRow {
  id: string;
  partner_id: string;
  payment_id: string;
  kind: ExceptionKind;
  asset: string | null;
  amount: bigint | null;
  chain: string | null;
  tx_hash: Buffer | null;
  message: string;
  created_at: Date;
  resolved_at: Date | null;
  recovery_hash: Buffer | null;
}

// The first recovery or sweep that found the deposit on its address.
const RECOVERY = `
  (select x.tx_hash
     from deposits d join deposit_addresses a on a.terms_hash = d.terms_hash
    cross join lateral (
      select r.tx_hash, r.block_number, r.log_index from recoveries r
       where r.chain = d.chain and r.terms_hash = d.terms_hash and r.token = d.token and r.orphaned_at is null
      union all
      select t.tx_hash, t.block_number, t.log_index from transfers t
       where t.chain = d.chain and ${isSweepOf("t", "a.payer")} and t.token = d.token and t.orphaned_at is null) x
    where d.chain = exceptions.chain and d.tx_hash = exceptions.tx_hash and d.log_index = exceptions.log_index
      and d.orphaned_at is null and (x.block_number, x.log_index) > (d.block_number, d.log_index)
    order by x.block_number, x.log_index limit 1) as recovery_hash`;

const OF_OPERATOR = `
  ($1::text is null or partner_id = $1) and ($2::text is null or kind = $2)
  and ($3::float8 is null or created_at > now() - $3 * interval '1 second')`;

/** Partners see no exceptions of dropped months. The operator still does. */
const OF_KEPT_MONTHS = "payment_id >= coalesce((select lowest_payment_id(payments_kept_since())), '')";

export interface ExceptionStore {
  /** A partner's exceptions older than `after`, newest first, at most `limit`. */
  list(
    partnerId: string,
    filter: ExceptionFilter,
    after: ExceptionPosition | null,
    limit: number,
  ): Promise<readonly PaymentException[]>;
  /** Exceptions for the operator, newest first, with the partner of each. */
  ofAll(filter: OperatorFilter, limit: number): Promise<readonly (PaymentException & { readonly partnerId: string })[]>;
  /** Number of unresolved exceptions by kind, without kinds that have none. */
  count(filter: OperatorFilter): Promise<ReadonlyMap<ExceptionKind, number>>;
}

export function createExceptionStore(db: Queryable): ExceptionStore {
  return {
    async list(partnerId, { merchantIds, paymentId, kind }, after, limit) {
      const values: unknown[] = [partnerId, limit];
      const place = (value: unknown): string => `$${values.push(value)}`;
      const conditions = ["partner_id = $1", OF_KEPT_MONTHS];
      if (paymentId !== null) conditions.push(`payment_id = ${place(paymentId)}`);
      if (merchantIds !== null) {
        conditions.push(`exists (select from payments p where p.id = payment_id and p.partner_id = $1
                                   and p.merchant_id = any(${place(merchantIds)}))`);
      }
      if (kind !== null) conditions.push(`kind = ${place(kind)}`);
      if (after) conditions.push(`(created_at, id) < (${place(after.createdAt)}, ${place(after.id)})`);
      const { rows } = await db.query<ExceptionRow>({
        text: `select id, payment_id, kind, asset, amount, chain, tx_hash, message, created_at, resolved_at,
                     ${RECOVERY}
                 from exceptions
                where ${conditions.join(" and ")} order by created_at desc, id desc limit $2`,
        values,
      });
      return rows.map(toException);
    },

    async ofAll({ partnerId, kind, withinS }, limit) {
      const { rows } = await db.query<ExceptionRow>({
        text: `select *, ${RECOVERY} from exceptions where ${OF_OPERATOR} order by created_at desc, id desc limit $4`,
        values: [partnerId, kind, withinS, limit],
      });
      return rows.map((row) => ({ ...toException(row), partnerId: row.partner_id }));
    },

    async count({ partnerId, kind, withinS }) {
      const { rows } = await db.query<{ kind: ExceptionKind; count: number }>({
        text: `select kind, count(*)::integer as count from exceptions
                where ${OF_OPERATOR} and resolved_at is null group by kind order by kind`,
        values: [partnerId, kind, withinS],
      });
      return new Map(rows.map((row) => [row.kind, row.count]));
    },
  };
}

/** A partner's exceptions by id; unknown ids are left out. */
export async function findExceptions(
  db: Queryable,
  partnerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PaymentException>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<ExceptionRow>({
    name: "exceptions_by_id",
    text: `select *, ${RECOVERY} from exceptions where id = any($1) and partner_id = $2`,
    values: [ids, partnerId],
  });
  return new Map(rows.map((row) => [row.id, toException(row)]));
}

const toException = (row: ExceptionRow): PaymentException => ({
  id: row.id,
  paymentId: row.payment_id,
  kind: row.kind,
  token: row.asset !== null && row.amount !== null ? { asset: row.asset, value: row.amount } : null,
  transaction: row.chain !== null && row.tx_hash ? { chain: row.chain, hash: toHex(row.tx_hash) } : null,
  message: row.message,
  createdAt: row.created_at,
  resolvedAt: row.resolved_at,
  ...(row.chain !== null && row.recovery_hash && { recovery: { chain: row.chain, hash: toHex(row.recovery_hash) } }),
});
