// Refunds. Each change is one statement, which locks the payment's row first, so that its events commit in the order of
// their ids; its refunds together never exceed what was paid (refund_totals).
import type { Actor } from "../../merchant/audit.ts";
import type {
  HandTransfer,
  NewRefund,
  RefundFilter,
  RefundPosition,
  RefundStore,
  SeenClaim,
} from "../../operations/ports/refunds.ts";
import type { Refund } from "../../payment/refund.ts";
import { auditLine } from "../audit/audit.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes } from "../database/hex.ts";
import { type Addition, apply, END_GATEWAY_PAYMENT } from "../payments/apply.ts";
import { type StoredRefund, toRefund } from "../payments/shown-refunds.ts";
import { markRefunded } from "./marks.ts";
import { namesFor } from "./names.ts";

/** Refunds of one payment, so that signing and paying tiny ones stays bounded. */
const REFUNDS_MAX = 100;

/** The clock that set `created_at` may be ahead of the database's. */
const AS_UPDATED = "greatest(now(), r.created_at)";

/** The insert that writes the refunds in `refund` into the log of their payment in `payment`. */
const logged = (entry: string): string => `
    insert into payment_events (payment_id, partner_id, type, status, data)
    select p.id, p.partner_id, '${entry}', p.status, jsonb_build_object('refund', refund_json(r))
      from refund r join payment p on p.id = r.payment_id order by r.created_at, r.id`;

const CREATE = `
  with payment as materialized (
    select id, partner_id, merchant_id, reference_id, status, currency from payments
     where id = $1 and partner_id = $2 and (status = 'succeeded' or $21::text is not null) for no key update
  ), total as (
    insert into refund_totals as t (payment_id, partner_id, paid, requested, refunds)
    select id, partner_id, $3::numeric, $4::numeric, 1 from payment
     where $4::numeric <= $3::numeric and $21::text is null
    on conflict (payment_id, partner_id)
    do update set requested = t.requested + excluded.requested, refunds = t.refunds + 1
     where t.requested + excluded.requested <= t.paid and t.refunds < ${REFUNDS_MAX}
    returning payment_id
  ), allowed as (
    select payment_id from total union all
    select id from payment where $21::text is not null and may_send_back($21, id, partner_id, $4)
  ), gateway as (
    insert into payments (id, partner_id, merchant_id, reference_id, currency, amount, expires_at, payment_key,
                          created_at, last_updated_at, creator, creator_id, takes_deposits)
    select $6, p.partner_id, p.merchant_id, p.reference_id, p.currency, $7::bigint, to_timestamp($8), $9,
           to_timestamp($10::bigint / 1000.0), to_timestamp($10::bigint / 1000.0), 'refund', $5, false
      from payment p join allowed on allowed.payment_id = p.id
    returning id, partner_id, status, expires_at, created_at
  ), logged as (
    insert into payment_events (payment_id, partner_id, type, status)
    select id, partner_id, 'gateway_created', status from gateway
  ), refund as (
    insert into refunds (id, partner_id, merchant_id, payment_id, gateway_payment_id, status, asset, amount, currency,
                         fiat, destination, claimed, claimed_by, claimed_at, reason, requester, requester_id,
                         created_at, updated_at, expires_at, exception_id)
    select $5, p.partner_id, p.merchant_id, p.id, g.id,
           case when $12::text is null then 'requires_address' else 'requires_action' end, $11, $4, p.currency, $7,
           $12, $13, $14, case when $13::text is not null then g.created_at end, $15, $16, $17,
           g.created_at, g.created_at, g.expires_at, $21
      from payment p cross join gateway g
    returning *
  ), event as (${logged("refund_created")}
  ), audit as (
    ${auditLine("refund_requested", "refund", "refund", { actor: "$18", via: "$19" }, { after: "$20::jsonb" })}
  )
  select refund_json(r) as refund from refund r`;

/** A refund `$1` of the partner `$2`, locked after its payment's row. */
const LOCKED = `
  owner as materialized (
    select payment_id from refunds where id = $1 and partner_id = $2
  ), payment as materialized (
    select id, partner_id, status from payments p
     where p.id = (select payment_id from owner) and p.partner_id = $2 for no key update
  )`;

/** @param move an update of `refunds` for the payment in `payment` */
const changed = (move: string, audit: string): string => `
  with ${LOCKED}, refund as (
    ${move} returning *
  ), audit as (${audit})
  select refund_json(r) as refund from refund r`;

const OF_PAYMENT = "id = $1 and partner_id = $2 and payment_id = (select id from payment)";

// The claim of one refund holds for all refunds of what was paid that have no address yet. The money of an exception
// may be another person's, on another chain.
const CLAIM = `
  with payment as materialized (
    select id, partner_id, status from payments where id = $1 for no key update
  ), refund as (
    update refunds r set claimed = $2, claimed_by = null, claimed_at = now(), is_rejected = false,
           updated_at = ${AS_UPDATED} from payment p
     where r.payment_id = p.id and r.partner_id = p.partner_id and r.status = 'requires_address'
       and r.claimed is null and r.exception_id is null and r.expires_at > now()
    returning r.*
  ), event as (${logged("refund_claimed")}
  )
  select count(*)::integer as claimed from refund`;

const by = { actor: "$3", via: "$4" };

/** As it was seen: of two people who accept at once as the first, one is. */
const IS_AS_SEEN = `status = 'requires_address' and claimed = $5 and claimed_by is not distinct from $6
      and accepted_by is not distinct from $7 and expires_at > now()`;

const acceptedLine = (after: string) => auditLine("refund_address_accepted", "refund", "refund", by, { after });

const ACCEPT = changed(
  `update refunds r set destination = claimed, status = 'requires_action', claimed = null, claimed_by = null,
          claimed_at = null, accepted_by = null, updated_at = ${AS_UPDATED}
    where ${OF_PAYMENT} and ${IS_AS_SEEN}`,
  acceptedLine("jsonb_build_object('destination', destination)"),
);

const ACCEPT_FIRST = changed(
  `update refunds r set accepted_by = $8, updated_at = ${AS_UPDATED}
    where ${OF_PAYMENT} and ${IS_AS_SEEN}`,
  acceptedLine("jsonb_build_object('destination', claimed, 'status', status)"),
);

const REJECT = changed(
  `update refunds r set claimed = null, claimed_by = null, claimed_at = null, accepted_by = null,
          is_rejected = claimed_by is null, updated_at = ${AS_UPDATED}
    where ${OF_PAYMENT} and status = 'requires_address' and claimed = $5`,
  auditLine("refund_address_rejected", "refund", "refund", by, {
    before: "jsonb_build_object('destination', $5::text)",
  }),
);

// Ends the refund, and its gateway payment with it, so that it cannot be signed as well. The refund has ended already
// when the trigger of its gateway payment looks at it.
const COMPLETE = `
  with owner as materialized (
    select payment_id, gateway_payment_id from refunds where id = $1 and partner_id = $2
  ), gateway_row as materialized (
    select id from payments p
     where p.id = (select gateway_payment_id from owner) and p.partner_id = $2 for no key update
  ), payment as materialized (
    select id, partner_id, status from payments p
     where p.id = (select payment_id from owner) and p.partner_id = $2 and exists (select from gateway_row)
       for no key update
  ), taken as materialized (
    select take_transfer(r.partner_id, $5, $6, $7::integer[], r.payment_id) as log_index
      from (select partner_id, payment_id, status from refunds
             where id = $1 and partner_id = $2 and payment_id = (select id from payment) for no key update) r
     where r.status = 'requires_action'
  ), refund as (
    update refunds r set status = 'succeeded', tx_hash = $6, updated_at = ${AS_UPDATED}
     where r.id = $1 and r.partner_id = $2 and exists (select from taken where log_index is not null)
    returning r.*
  ), ${END_GATEWAY_PAYMENT}, audit as (
    ${auditLine("refund_completed", "refund", "refund", by, {
      after: "jsonb_build_object('txHash', '0x' || encode($6::bytea, 'hex'))",
    })}
  )
  select refund_json(r) as refund from refund r`;

const MATCHING = `
    from refunds r
   where r.partner_id = $1 and ($3::text[] is null or r.merchant_id = any($3))
     and ($4::text is null or r.payment_id = $4) and ($5::text[] is null or r.status = any($5))
     and ($6::timestamptz is null or r.created_at >= $6) and ($7::timestamptz is null or r.created_at < $7)`;

const LIST = `
  select refund_json(r) as refund ${MATCHING}
     and ($8::timestamptz is null or (r.created_at, r.id) < ($8, $9))
   order by r.created_at desc, r.id desc limit $2`;

const cancelLine = ({ actor, via }: Actor): Addition => ({
  name: "cancel_refund",
  insert: auditLine(
    "refund_cancelled",
    "refund",
    "(select f.id, f.partner_id, f.merchant_id from moved join refunds f on f.gateway_payment_id = moved.id) refund",
    { actor: "$9", via: "$10" },
  ),
  values: [actor, via],
  wake: "count(*)",
});

interface RefundRow {
  readonly refund: StoredRefund;
}

export function createRefundStore(db: Queryable): RefundStore {
  const one = async (name: string, text: string, values: readonly unknown[]): Promise<Refund | null> => {
    const { rows } = await db.query<RefundRow>({ name, text, values: [...values] });
    return rows[0] ? toRefund(rows[0].refund) : null;
  };
  return {
    create: (refund: NewRefund, by: Actor) => one("create_refund", CREATE, valuesOf(refund, by)),

    mark: (payment, transaction, by) => markRefunded(db, payment, transaction, by),

    find: (partnerId, refundId) =>
      one("find_refund", "select refund_json(r) as refund from refunds r where r.id = $1 and r.partner_id = $2", [
        refundId,
        partnerId,
      ]),

    async list(filter: RefundFilter, after: RefundPosition | null, limit: number) {
      const values = [...filterValues(filter, limit), after?.createdAt ?? null, after?.id ?? null];
      const { rows } = await db.query<RefundRow>({ text: LIST, values });
      return rows.map(({ refund }) => toRefund(refund));
    },

    async hasMoreThan(filter, count) {
      const text = `select exists (select ${MATCHING} offset $2) as has`;
      const { rows } = await db.query<{ has: boolean }>({ text, values: filterValues(filter, count) });
      return rows[0]?.has ?? false;
    },

    namesFor: (partnerId, refundIds) => namesFor(db, partnerId, refundIds),

    async claim(paymentId, address) {
      const values = [paymentId, address];
      const { rows } = await db.query<{ claimed: number }>({ name: "claim_refunds", text: CLAIM, values });
      return rows[0]?.claimed ?? 0;
    },

    async cancel({ gatewayPaymentId }, by) {
      const transition = { type: "cancelled", reason: "cancelled_by_merchant" } as const;
      return (await apply(db, transition, [{ paymentId: gatewayPaymentId }], cancelLine(by))).length > 0;
    },

    accept: (seen: SeenClaim, by: Actor) => one("accept_refund_address", ACCEPT, seenValues(seen, by)),

    acceptFirst: (seen: SeenClaim, userId: string, by: Actor) =>
      one("accept_refund_address_first", ACCEPT_FIRST, [...seenValues(seen, by), userId]),

    reject: ({ partnerId, refundId, claim }: SeenClaim, { actor, via }: Actor) =>
      one("reject_refund_address", REJECT, [refundId, partnerId, actor, via, claim.address]),

    complete: ({ partnerId, refundId }, { chain, txHash, logIndexes }: HandTransfer, { actor, via }: Actor) =>
      one("complete_refund", COMPLETE, [refundId, partnerId, actor, via, chain, toBytes(txHash), logIndexes]),

    async hasRouterTransfer(chain, txHash, to) {
      const { rows } = await db.query<{ has: boolean }>({
        name: "has_router_transfer",
        text: `select exists (select from transfers where chain = $1 and tx_hash = $2 and destination = $3
                                 and orphaned_at is null) as has`,
        values: [chain, toBytes(txHash), to],
      });
      return rows[0]?.has ?? false;
    },
  };
}

/** @param count $2: a limit or an offset */
const filterValues = (
  { partnerId, merchantIds, paymentId, statuses, from, to }: RefundFilter,
  count: number,
): unknown[] => [partnerId, count, merchantIds, paymentId, statuses, from, to];

const seenValues = ({ partnerId, refundId, claim }: SeenClaim, { actor, via }: Actor): readonly unknown[] => [
  refundId,
  partnerId,
  actor,
  via,
  claim.address,
  claim.by,
  claim.acceptedBy,
];

const valuesOf = (refund: NewRefund, { actor, via }: Actor): readonly unknown[] => [
  refund.paymentId,
  refund.partnerId,
  refund.paid,
  refund.amount.value,
  refund.id,
  refund.gatewayPaymentId,
  refund.fiatAmount.value,
  refund.expiresAtS,
  toBytes(refund.gatewayKey),
  refund.createdAtMs,
  refund.amount.asset,
  refund.to,
  refund.claimed?.address ?? null,
  refund.claimed?.by ?? null,
  refund.reason,
  refund.requestedBy.type,
  refund.requestedBy.id,
  actor,
  via,
  JSON.stringify({
    paymentId: refund.paymentId,
    asset: refund.amount.asset,
    amount: refund.amount.value.toString(),
    ...(refund.to !== null && { destination: refund.to }),
    ...(refund.exceptionId !== null && { exceptionId: refund.exceptionId }),
  }),
  refund.exceptionId,
];
