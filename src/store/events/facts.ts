// Completes events with their subjects at the time of the event. Payments follow from facts that never change. The name
// and logo of a merchant follow from its later changes.
import type { Hex } from "viem";
import type { WebhookEndpoint } from "../../events/endpoint.ts";
import { type EventSubject, type PartnerEvent, paymentEventId } from "../../events/event.ts";
import { type LogEntry, type MerchantThen, paymentThen } from "../../events/payment-then.ts";
import type { CryptoSettlement, Merchant } from "../../merchant/merchant.ts";
import { isLivemode } from "../../merchant/mode.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { totalsOf } from "../../payment/refund.ts";
import { BY_CHAIN, type PaymentException, type Resolution } from "../../payment/transfers/exception.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes } from "../database/hex.ts";
import { type PaymentRow, SELECT_PAYMENTS, toPayment } from "../payments/payment-row.ts";
import { type StoredDeposits, toShownDeposits } from "../payments/shown-deposits.ts";
import { type StoredRefund, toRefund } from "../payments/shown-refunds.ts";
import { findExceptions } from "../transfers/exceptions.ts";
import type { EventRow } from "./pages.ts";

interface LogRow extends LogEntry {
  readonly payment_id: string;
  readonly is_public: boolean;
}

interface Former extends MerchantThen {
  readonly merchant_id: string;
  /** The event of the change that replaced it. */
  readonly id: bigint;
}

interface Pin {
  /** The version before that event. */
  readonly version: string;
  readonly at: Date | null;
}

/** The facts that the events of a page need. */
interface Facts {
  readonly livemode: boolean;
  readonly payments: ReadonlyMap<string, PaymentForBuyer>;
  readonly logs: ReadonlyMap<string, readonly LogRow[]>;
  readonly former: readonly Former[];
  readonly nonces: ReadonlyMap<string, bigint>;
  readonly exceptions: ReadonlyMap<string, PaymentException>;
  readonly pins: readonly Pin[];
}

/** Returns the events in the order of the rows, without events whose subject was erased. */
export async function completeEvents(
  db: Queryable,
  partnerId: string,
  rows: readonly EventRow[],
): Promise<readonly PartnerEvent[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.flatMap(({ payment_id }) => payment_id ?? []))];
  const facts = await readFacts(db, partnerId, ids);
  return rows.flatMap((row) =>
    row.payment_id === null ? ofPartner(row, facts) : ofPayment(row, row.payment_id, facts),
  );
}

async function readFacts(db: Queryable, partnerId: string, paymentIds: readonly string[]): Promise<Facts> {
  const livemode = isLivemode(partnerId);
  const pins = await readPins(db, partnerId);
  if (paymentIds.length === 0) {
    const none = { payments: new Map(), logs: new Map(), former: [], nonces: new Map(), exceptions: new Map() };
    return { livemode, pins, ...none };
  }
  const payments = await readPayments(db, partnerId, paymentIds);
  const entries = await readLogs(db, partnerId, paymentIds);
  const logs = new Map(paymentIds.map((id) => [id, entries.filter(({ payment_id }) => payment_id === id)]));
  return {
    livemode,
    pins,
    payments,
    logs,
    former: await readFormer(db, [...new Set([...payments.values()].map(({ merchantId }) => merchantId))]),
    nonces: await readNonces(db, entries, paymentIds),
    exceptions: await findExceptions(
      db,
      partnerId,
      entries.flatMap(({ data }) => exceptionIdOf(data) ?? []),
    ),
  };
}

const exceptionIdOf = ({ exceptionId }: LogEntry["data"]): string | null =>
  typeof exceptionId === "string" ? exceptionId : null;

async function readPayments(
  db: Queryable,
  partnerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PaymentForBuyer>> {
  const { rows } = await db.query<PaymentRow>({
    name: "payments_of_events",
    text: `${SELECT_PAYMENTS} where p.partner_id = $2`,
    values: [ids, partnerId],
  });
  return new Map(rows.map((row) => [row.id, toPayment(row)]));
}

async function readLogs(db: Queryable, partnerId: string, ids: readonly string[]): Promise<readonly LogRow[]> {
  const { rows } = await db.query<LogRow>({
    name: "logs_of_payments",
    text: `select payment_id, id, type, status, data, created_at as at, event_type(type) is not null as is_public
             from unnest($1::text[]) as asked(payment_id) join payment_events using (payment_id)
            where partner_id = $2 order by id`,
    values: [ids, partnerId],
  });
  return rows;
}

async function readFormer(db: Queryable, merchantIds: readonly string[]): Promise<readonly Former[]> {
  const { rows } = await db.query<Former>({
    name: "former_merchants",
    text: `select merchant_id, id, facts #>> '{before,name}' as name, facts #>> '{before,logo}' as logo
             from partner_events where merchant_id = any($1) and type = 'merchant.updated' order by id`,
    values: [merchantIds],
  });
  return rows;
}

/** The nonces of our transactions, and of the buyers' transactions that paid. */
async function readNonces(
  db: Queryable,
  entries: readonly LogRow[],
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const places = entries.filter(({ type }) => type === "paid" || type === "restored");
  if (places.length === 0) return new Map();
  const { rows } = await db.query<{ hash: string; nonce: bigint }>({
    name: "nonces_of_transactions",
    text: `select '0x' || encode(t.tx_hash, 'hex') as hash, t.nonce
             from transfers t where t.payment_id = any($2) and t.state = 'credited' and t.nonce is not null
           union
           select '0x' || encode(r.hash, 'hex'), b.nonce
             from relay_transactions r join relay_batches b on b.id = r.batch_id where r.hash = any($1)`,
    values: [places.map(({ data }) => toBytes(data.txHash as Hex)), paymentIds],
  });
  return new Map(rows.map(({ hash, nonce }) => [hash, nonce]));
}

/** The versions that the partner was pinned to, oldest first; the last one is the current version. */
async function readPins(db: Queryable, partnerId: string): Promise<readonly Pin[]> {
  const { rows } = await db.query<Pin>({
    name: "pins_of_partner",
    text: `select version, at from (
             select before ->> 'version' as version, created_at as at from audit_log
              where partner_id = $1 and action = 'partner_pinned' and created_at > now() - interval '31 days'
             union all
             select version, null from partners where id = $1) pins
            order by at nulls last`,
    values: [partnerId],
  });
  return rows;
}

function headOf(row: EventRow, { livemode, pins }: Facts) {
  const pin = pins.find(({ at }) => at === null || at > row.at);
  return { type: row.type, at: row.at, livemode, apiVersion: pin?.version ?? "" };
}

function ofPayment(row: EventRow, paymentId: string, facts: Facts): PartnerEvent[] {
  const payment = facts.payments.get(paymentId);
  const log = facts.logs.get(paymentId)?.filter(({ id }) => id <= row.id);
  if (!payment || !log) return [];
  const sequence = log.filter(({ is_public }) => is_public).length;
  const subject = subjectOf(row, payment, log, facts);
  if (!subject) return [];
  const { merchantId } = payment;
  return [{ ...headOf(row, facts), id: paymentEventId(paymentId, sequence), merchantId, paymentId, sequence, subject }];
}

function subjectOf(row: EventRow, payment: PaymentForBuyer, log: readonly LogRow[], facts: Facts): EventSubject | null {
  if (row.type.startsWith("exception.")) {
    const exception = facts.exceptions.get(exceptionIdOf(log.at(-1)?.data ?? {}) ?? "");
    if (!exception) return null;
    const isResolved = row.type === RESOLVED;
    return {
      exception: {
        ...exception,
        resolvedAt: isResolved ? row.at : null,
        resolution: isResolved ? resolutionIn(log.at(-1)?.data ?? {}, exception) : null,
      },
    };
  }
  const entry = log.at(-1);
  if (row.type.startsWith("refund.")) return entry ? { refund: toRefund(entry.data.refund as StoredRefund) } : null;
  const former = facts.former.find(({ merchant_id, id }) => merchant_id === payment.merchantId && id > row.id);
  const merchant = former ? { name: former.name, logo: former.logo } : payment.merchant;
  const then = paymentThen(payment, merchant, log, (hash) => facts.nonces.get(hash) ?? null);
  const refunds = refundsIn(log, payment);
  return { payment: { ...then, ...refunds, deposits: toShownDeposits(depositsIn(log)) } };
}

/** The deposits that the newest entry shows. */
const depositsIn = (log: readonly LogRow[]): readonly StoredDeposits[] | null =>
  (log.findLast(({ data }) => data.deposits)?.data.deposits as readonly StoredDeposits[] | undefined) ?? null;

/** The refunds at that time, each as its newest entry shows it. */
function refundsIn(
  log: readonly LogRow[],
  { refundTotals: now }: PaymentForBuyer,
): Pick<PaymentForBuyer, "refunds" | "refundTotals"> {
  const entries = log.flatMap(({ data }) => (data.refund ? [toRefund(data.refund as StoredRefund)] : []));
  const ofPayment = entries.filter(({ exceptionId }) => exceptionId === null);
  const refunds = [...new Map(ofPayment.map((refund) => [refund.id, refund])).values()];
  return { refunds, refundTotals: now && { ...now, ...totalsOf(refunds) } };
}

const RESOLVED = "exception.resolved";

/** How the exception ended at this event. A reorg may have opened it again since. */
function resolutionIn(data: LogEntry["data"], { resolution: now }: PaymentException): Resolution {
  if (now && now.type === data.resolution) return now;
  return BY_CHAIN;
}

function ofPartner(row: EventRow, facts: Facts): PartnerEvent[] {
  const { event_id, merchant_id: merchantId } = row;
  if (event_id === null) return [];
  const place = { paymentId: null, sequence: null, merchantId };
  return [{ ...headOf(row, facts), ...place, id: event_id, subject: partnersSubject(row) }];
}

type Stored<T extends { createdAt: Date }> = Omit<T, "createdAt"> & { readonly createdAt: string };

function partnersSubject({ type, facts }: EventRow): EventSubject {
  if (type.startsWith("settlement.")) return { settlement: facts as CryptoSettlement };
  const stored = facts as Stored<Merchant> | Stored<WebhookEndpoint>;
  const subject = { ...stored, createdAt: new Date(stored.createdAt) };
  return type.startsWith("merchant.")
    ? { merchant: subject as Merchant }
    : { webhookEndpoint: { ...NOT_STORED, ...(subject as WebhookEndpoint) } };
}

/** Events have no failures. Before formats existed, events had none, and the standard one was meant. */
const NOT_STORED = { format: "standard", failingSince: null } as const;
