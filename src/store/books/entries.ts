// The entries of a partner's books, from the append-only log of its payments, and the months that are closed.
import { getAddress } from "viem";
import { OPERATOR } from "../../merchant/audit.ts";
import type { BookEntryStore } from "../../operations/books/month.ts";
import type { ClosedMonth } from "../../payment/books/closed-month.ts";
import type { BookEntry } from "../../payment/books/entry.ts";
import type { PriceSource } from "../../payment/quote.ts";
import type { ExceptionKind } from "../../payment/transfers/exception.ts";
import { auditLine } from "../audit/audit.ts";
import type { Queryable } from "../database/database.ts";
import { lastBefore } from "../events/pages.ts";
import { creatorName } from "../people/creator-name.ts";

/** A transaction begins, and then gets its number within this time (operations/books/month.ts). */
const NUMBERED = "interval '1 hour'";
/** The types of which the index payment_events_of_books has the events. */
const TYPES = "'paid', 'refund_succeeded', 'exception', 'exception_changed', 'resolved', 'refunded'";

// A page has a fixed number of events, so that a statement reads few, however many of them are no entries.
// The places are compared as rows, of which PostgreSQL assumes that many follow: it then reads a page in their order,
// and does not sort all that follow for each page.
const PAGE = `
  select e.tx, e.id, e.created_at, e.type, e.payment_id, e.partner_id, e.data
    from payment_events e
   where e.partner_id = $1 and e.type in (${TYPES})
     and (e.tx, e.id) > (greatest($4::bigint, ${lastBefore("payment_events", `$2::timestamptz - ${NUMBERED}`)}), $5)
     and e.tx <= ${lastBefore("payment_events", `$3::timestamptz + ${NUMBERED}`)}
   order by e.tx, e.id limit $6`;

// An entry has only what was known at its event: a payment may be confirmed and paid after its exception. The log has
// the amounts of exceptions, because a reorg that moves a transfer may change them.
// A mark without refunds before it stands for all that was paid; after refunds it says that they were the whole.
// `limit 1` makes PostgreSQL look each row up in its one partition, instead of reading all months for a page.
const ENTRIES = `
  with page as materialized (${PAGE})
  select e.tx, e.id, e.created_at as at, e.type, p.id as payment_id, p.reference_id, p.merchant_id, p.currency,
         p.amount as fiat, e.data ->> 'txHash' as tx_hash, t.asset, t.amount as tokens, t.fee, t.payer, t.destination,
         c.amount as asked, c.quote_sources as sources, c.pays_out,
         e.data -> 'refund' as refund, g.payer as refunder,
         x.kind, x.asset as x_asset, x.sender,
         case e.type when 'exception_changed' then (e.data ->> 'amount')::numeric - (e.data ->> 'before')::numeric
                     else coalesce((e.data ->> 'amount')::numeric, x.amount) end as x_tokens,
         case e.type when 'exception_changed' then 0 else x.fee end as x_fee,
         case when x.id is not null then to_char(paid.created_at at time zone 'UTC', 'YYYY-MM') end as paid_in,
         p.id is not null and e.created_at >= $2 and e.created_at < $3 and (
           e.type in ('paid', 'refund_succeeded') or e.type in ('exception', 'exception_changed') and x.id is not null
           or e.type = 'resolved' and e.data ->> 'resolution' = 'chain' and x.id is not null
           or e.type = 'refunded' and not exists (
                select from payment_events r where r.payment_id = p.id and r.partner_id = p.partner_id
                   and r.type = 'refund_succeeded' and r.data #>> '{refund,exceptionId}' is null)) as is_entry
    from page e
    left join lateral (
      select * from payments p where p.id = e.payment_id and p.partner_id = e.partner_id
         and ($7::text[] is null or p.merchant_id = any($7)) limit 1) p on true
    left join exceptions x on x.id = e.data ->> 'exceptionId' and x.partner_id = p.partner_id
    left join lateral (
      select s.id, s.created_at from payment_events s
       where s.payment_id = p.id and s.partner_id = p.partner_id and s.type = 'paid' and s.id <= e.id
       order by s.id limit 1) paid on true
    left join transfers t on paid.id is not null and t.payment_id = p.id and t.state = 'credited'
    left join lateral (
      select * from confirmations c where c.payment_id = p.id and c.partner_id = p.partner_id
         and (x.id is null or exists (
                select from payment_events s where s.payment_id = p.id and s.partner_id = p.partner_id
                   and s.type = 'confirmed' and s.id < e.id)) limit 1) c on true
    left join lateral (
      select g.payer from confirmations g
       where g.payment_id = e.data #>> '{refund,gatewayPaymentId}' and g.partner_id = p.partner_id limit 1) g on true
   order by e.tx, e.id`;

/** What follows `is_entry` is known of an entry only. */
interface EntryRow {
  readonly tx: bigint;
  readonly id: bigint;
  /** False or null: it is of another merchant or month, or no money moved. */
  readonly is_entry: boolean | null;
  readonly at: Date;
  readonly type: "paid" | "refund_succeeded" | "exception" | "exception_changed" | "resolved" | "refunded";
  readonly payment_id: string;
  readonly reference_id: string;
  readonly merchant_id: string;
  readonly currency: string;
  readonly fiat: bigint;
  readonly tx_hash: string | null;
  readonly asset: string | null;
  readonly tokens: bigint | null;
  readonly fee: bigint | null;
  readonly payer: string | null;
  readonly destination: string | null;
  readonly asked: bigint | null;
  readonly sources: readonly PriceSource[] | null;
  readonly pays_out: "merchant" | "treasury" | null;
  /** Amounts are texts (refund_json). */
  readonly refund: {
    readonly id: string;
    readonly asset: string;
    readonly amount: string;
    readonly fiat: string;
    readonly destination: string | null;
    readonly exceptionId: string | null;
    readonly txHash: string | null;
  } | null;
  readonly refunder: string | null;
  readonly kind: ExceptionKind | null;
  readonly x_asset: string | null;
  readonly x_tokens: bigint | null;
  readonly x_fee: bigint | null;
  readonly sender: string | null;
  readonly paid_in: string | null;
}

/** The name of who closed the month `m`. Only the id tells a user from a key. */
const CLOSER = creatorName({
  type: `case when m.closed_by like 'usr\\_%' then 'user' else 'key' end`,
  id: "m.closed_by",
  partnerId: "m.partner_id",
});
const CLOSED = `
  select m.month, encode(m.checksum, 'hex') as checksum, m.entries, m.closed_at, m.closed_by, ${CLOSER} as closer
    from closed_months m where m.partner_id = $1 order by m.month desc`;

interface ClosedRow {
  readonly month: string;
  readonly checksum: string;
  readonly entries: number;
  readonly closed_at: Date;
  readonly closed_by: string;
  readonly closer: string | null;
}

const toClosed = ({ month, checksum, entries, closed_at, closed_by: id, closer: name }: ClosedRow): ClosedMonth => ({
  month,
  checksum,
  entries,
  closedAt: closed_at,
  closedBy:
    id === OPERATOR ? { type: "operator", id: null, name } : { type: id.startsWith("usr_") ? "user" : "key", id, name },
});

const CLOSE = `
  with closed as (
    insert into closed_months (partner_id, month, checksum, entries, closed_by)
    values ($1, $2, decode($3, 'hex'), $4, split_part($5, '@', 1))
    on conflict do nothing returning *
  ), audit as (
    ${auditLine(
      "month_closed",
      "partner",
      "(select partner_id, null as merchant_id, partner_id as id from closed) closed",
      { actor: "$5", via: "$6" },
      { after: "jsonb_build_object('month', $2::text, 'checksum', $3::text)" },
    )}
  )
  select count(*)::integer as closed from closed`;

export const createBookEntryStore = (db: Queryable): BookEntryStore => ({
  async entries(partnerId, merchantIds, { from, to }, after, most) {
    const { rows } = await db.query<EntryRow & Record<string, unknown>>({
      name: "book_entries",
      text: ENTRIES,
      values: [partnerId, from, to, after?.tx ?? 0n, after?.id ?? 0n, most, merchantIds],
    });
    const last = rows.length === most ? rows.at(-1) : undefined;
    const entries = rows.filter((row) => row.is_entry).map(toEntry);
    return { entries, end: last ? { tx: last.tx, id: last.id } : null };
  },

  async closed(partnerId) {
    const { rows } = await db.query<ClosedRow & Record<string, unknown>>({
      name: "closed_months",
      text: CLOSED,
      values: [partnerId],
    });
    return rows.map(toClosed);
  },

  async close(partnerId, { month, checksum, entries }, { actor, via }) {
    const { rows } = await db.query<{ closed: number }>({
      name: "close_month",
      text: CLOSE,
      values: [partnerId, month, checksum, entries, actor, via],
    });
    return rows[0]?.closed === 1;
  },

  async lastDeletedAt() {
    const { rows } = await db.query<{ at: Date | null }>({
      text: "select max(last_event_at) as at from payment_months",
    });
    return rows[0]?.at ?? null;
  },
});

function toEntry(row: EntryRow): BookEntry {
  const of = {
    at: row.at,
    exception: null,
    paymentId: row.payment_id,
    referenceId: row.reference_id,
    merchantId: row.merchant_id,
    refundId: null,
    currency: row.currency,
    rate: null,
    paysOut: row.pays_out,
    adjusts: null,
  };
  switch (row.type) {
    case "paid":
      return { ...of, kind: "payment", ...paid(row), rate: rateOf(row) };
    case "refunded":
      return { ...of, kind: "marked", ...paid(row), fee: 0n, account: null };
    case "refund_succeeded":
      return { ...of, ...refunded(row), rate: row.refund?.exceptionId ? null : rateOf(row) };
    case "exception":
      return { ...of, ...reported(row), kind: "exception" };
    case "exception_changed":
      return { ...of, ...changed(reported(row)) };
    case "resolved":
      return { ...of, ...reported(row), kind: "withdrawn" };
  }
}

const paid = (row: EntryRow) => ({
  asset: row.asset,
  tokens: row.tokens ?? 0n,
  fee: row.fee ?? 0n,
  fiat: row.fiat,
  account: row.destination && getAddress(row.destination),
  counterparty: row.payer && getAddress(row.payer),
  txHash: row.tx_hash,
});

const rateOf = ({ fiat, asked, sources }: EntryRow): BookEntry["rate"] =>
  asked === null
    ? null
    : {
        fiat,
        tokens: asked,
        sources: (sources ?? []).map(
          ({ pair, source, price, observedAtS }) =>
            `${source} ${pair} ${price} ${new Date(observedAtS * 1_000).toISOString()}`,
        ),
      };

function refunded({ refund, refunder }: EntryRow) {
  if (!refund) throw new Error("the event of a refund names no refund");
  return {
    kind: "refund" as const,
    refundId: refund.id,
    asset: refund.asset,
    tokens: BigInt(refund.amount),
    fee: 0n,
    fiat: refund.exceptionId === null ? BigInt(refund.fiat) : null,
    account: refunder && getAddress(refunder),
    counterparty: refund.destination,
    txHash: refund.txHash,
    paysOut: null,
  };
}

const reported = (row: EntryRow) => ({
  exception: row.kind,
  asset: row.x_asset,
  tokens: row.x_tokens ?? 0n,
  fee: row.x_fee ?? 0n,
  fiat: null,
  account: row.destination && getAddress(row.destination),
  counterparty: row.sender && getAddress(row.sender),
  txHash: row.tx_hash,
  adjusts: row.paid_in !== null && row.paid_in < row.at.toISOString().slice(0, 7) ? row.paid_in : null,
});

/** The difference: the month of the exception may be closed. */
const changed = (entry: ReturnType<typeof reported>) =>
  entry.tokens < 0n
    ? { ...entry, kind: "withdrawn" as const, tokens: -entry.tokens }
    : { ...entry, kind: "exception" as const };
