// Reads exceptions, newest first, and marks them as handled.
import { getAddress } from "viem";
import type { Arrival, ExceptionResolver } from "../../operations/ports/exceptions.ts";
import type { CreatorType } from "../../payment/created-by.ts";
import type { ExceptionKind, PaymentException, Resolution } from "../../payment/transfers/exception.ts";
import { auditLine } from "../audit/audit.ts";
import type { Queryable } from "../database/database.ts";
import { toHex } from "../database/hex.ts";
import { isSweepOf } from "../deposits/booked.ts";
import { creatorName } from "../people/creator-name.ts";
import { RESOLVED_EVENT } from "./exception-events.ts";

export interface ExceptionFilter {
  /** Null: all merchants. */
  readonly merchantIds: readonly string[] | null;
  readonly paymentId: string | null;
  readonly kind: ExceptionKind | null;
  /** Null: both. */
  readonly isResolved: boolean | null;
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
  fee: bigint;
  chain: string | null;
  tx_hash: Buffer | null;
  sender: string | null;
  is_deposit: boolean;
  message: string;
  created_at: Date;
  resolved_at: Date | null;
  resolution: Resolution["type"] | null;
  note: string | null;
  resolver: CreatorType | null;
  resolver_id: string | null;
  resolver_name: string | null;
  refund_id: string | null;
  currency: string | null;
  fiat: bigint;
  rate_tokens: bigint | null;
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
    where d.chain = e.chain and d.tx_hash = e.tx_hash and d.log_index = e.log_index
      and d.orphaned_at is null and (x.block_number, x.log_index) > (d.block_number, d.log_index)
    order by x.block_number, x.log_index limit 1) as recovery_hash`;

// The rate is the one of the option that was confirmed, of the deposit address, or of a transaction that a wallet has.
const SELECT = `
  select e.id, e.partner_id, e.payment_id, e.kind, e.asset, e.amount, e.fee, e.chain, e.tx_hash, e.sender, e.message,
         e.created_at, e.resolved_at, e.resolution, e.note, e.resolver, e.resolver_id, e.refund_id,
         ${creatorName({ type: "e.resolver", id: "e.resolver_id", partnerId: "e.partner_id" })} as resolver_name,
         p.currency, p.amount as fiat,
         exists (select from deposits d where d.chain = e.chain and d.tx_hash = e.tx_hash
                    and d.log_index = e.log_index) as is_deposit,
         coalesce(
           (select c.amount from confirmations c
             where c.payment_id = e.payment_id and c.partner_id = e.partner_id and c.asset = e.asset),
           (select a.asked from deposit_addresses a where a.payment_id = e.payment_id and a.asset = e.asset),
           (select i.amount from intents i where i.payment_id = e.payment_id and i.asset = e.asset limit 1)
         ) as rate_tokens, ${RECOVERY}
    from exceptions e left join payments p on p.id = e.payment_id and p.partner_id = e.partner_id`;

const OF_OPERATOR = `
  ($1::text is null or e.partner_id = $1) and ($2::text is null or e.kind = $2)
  and ($3::float8 is null or e.created_at > now() - $3 * interval '1 second')`;

/** Partners see no exceptions of dropped months. The operator still does. */
const OF_KEPT_MONTHS = "e.payment_id >= coalesce((select lowest_payment_id(payments_kept_since())), '')";

export interface ExceptionStore extends ExceptionResolver {
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

const ARRIVAL = `
  select e.chain, coalesce(t.block_number, d.block_number) as "blockNumber"
    from exceptions e
    left join transfers t on t.chain = e.chain and t.tx_hash = e.tx_hash and t.log_index = e.log_index
                         and t.orphaned_at is null
    left join deposits d on d.chain = e.chain and d.tx_hash = e.tx_hash and d.log_index = e.log_index
                        and d.orphaned_at is null
   where e.id = $1 and e.partner_id = $2 and e.holds_place and (t.id is not null or d.tx_hash is not null)`;

const RESOLVE = `
  with payment as materialized (
    select id, partner_id, merchant_id, status from payments
     where id = (select payment_id from exceptions where id = $1 and partner_id = $2) and partner_id = $2
       for no key update
  ), exception as (
    update exceptions x
       set resolved_at = now(), resolution = 'note', note = $3, resolver = $4, resolver_id = $5 from payment p
     where x.id = $1 and x.partner_id = p.partner_id and x.payment_id = p.id and x.resolved_at is null
       and not exists (select from refunds where exception_id = x.id and status not in ('failed', 'cancelled'))
    returning x.*, p.merchant_id
  ), event as (${RESOLVED_EVENT}
  ), audit as (${auditLine(
    "exception_resolved",
    "exception",
    "exception",
    { actor: "$6", via: "$7" },
    { after: "jsonb_build_object('note', $3::text, 'paymentId', payment_id)" },
  )}
  )
  select count(*)::integer as resolved from exception`;

export function createExceptionStore(db: Queryable): ExceptionStore {
  return {
    async list(partnerId, { merchantIds, paymentId, kind, isResolved }, after, limit) {
      const values: unknown[] = [partnerId, limit];
      const place = (value: unknown): string => `$${values.push(value)}`;
      const conditions = ["e.partner_id = $1", OF_KEPT_MONTHS];
      if (paymentId !== null) conditions.push(`e.payment_id = ${place(paymentId)}`);
      if (merchantIds !== null) conditions.push(`p.merchant_id = any(${place(merchantIds)})`);
      if (kind !== null) conditions.push(`e.kind = ${place(kind)}`);
      if (isResolved !== null) conditions.push(`e.resolved_at is ${isResolved ? "not null" : "null"}`);
      if (after) conditions.push(`(e.created_at, e.id) < (${place(after.createdAt)}, ${place(after.id)})`);
      const { rows } = await db.query<ExceptionRow>({
        text: `${SELECT} where ${conditions.join(" and ")} order by e.created_at desc, e.id desc limit $2`,
        values,
      });
      return rows.map(toException);
    },

    async find(partnerId, id, merchantIds) {
      const { rows } = await db.query<ExceptionRow>({
        name: "find_exception",
        text: `${SELECT} where e.id = $1 and e.partner_id = $2 and ${OF_KEPT_MONTHS}
                  and ($3::text[] is null or p.merchant_id = any($3))`,
        values: [id, partnerId, merchantIds],
      });
      return rows[0] ? toException(rows[0]) : null;
    },

    async arrivalOf(partnerId, id) {
      const { rows } = await db.query<Arrival>({
        name: "arrival_of_exception",
        text: ARRIVAL,
        values: [id, partnerId],
      });
      return rows[0] ?? null;
    },

    async resolve(partnerId, id, { note, by }, { actor, via }) {
      const { rows } = await db.query<{ resolved: number }>({
        name: "mark_exception",
        text: RESOLVE,
        values: [id, partnerId, note, by.type, by.id, actor, via],
      });
      return rows[0]?.resolved === 1;
    },

    async ofAll({ partnerId, kind, withinS }, limit) {
      const { rows } = await db.query<ExceptionRow>({
        text: `${SELECT} where ${OF_OPERATOR} order by e.created_at desc, e.id desc limit $4`,
        values: [partnerId, kind, withinS, limit],
      });
      return rows.map((row) => ({ ...toException(row), partnerId: row.partner_id }));
    },

    async count({ partnerId, kind, withinS }) {
      const { rows } = await db.query<{ kind: ExceptionKind; count: number }>({
        text: `select kind, count(*)::integer as count from exceptions e
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
    text: `${SELECT} where e.id = any($1) and e.partner_id = $2`,
    values: [ids, partnerId],
  });
  return new Map(rows.map((row) => [row.id, toException(row)]));
}

const toException = (row: ExceptionRow): PaymentException => ({
  id: row.id,
  paymentId: row.payment_id,
  kind: row.kind,
  token: row.asset !== null && row.amount !== null ? { asset: row.asset, value: row.amount } : null,
  rate: row.currency === null ? null : { fiat: { currency: row.currency, value: row.fiat }, tokens: row.rate_tokens },
  fee: row.fee,
  sender: row.sender === null ? null : getAddress(row.sender),
  isDeposit: row.is_deposit,
  transaction: row.chain !== null && row.tx_hash ? { chain: row.chain, hash: toHex(row.tx_hash) } : null,
  message: row.message,
  createdAt: row.created_at,
  resolvedAt: row.resolved_at,
  resolution: row.resolution && {
    type: row.resolution,
    note: row.note,
    by: row.resolver && { type: row.resolver, id: row.resolver_id, name: row.resolver_name },
    refundId: row.refund_id,
  },
  ...(row.chain !== null && row.recovery_hash && { recovery: { chain: row.chain, hash: toHex(row.recovery_hash) } }),
});
