// Reads payments and transfers as reconcile compares them with the chains.
import type { Hex } from "viem";
import type { BookPosition, BooksStore, PaymentScope } from "../../operations/ports/books.ts";
import type { CreatorType } from "../../payment/created-by.ts";
import type { PaymentStatus } from "../../payment/payment.ts";
import type { BookedPayment } from "../../payment/transfers/books.ts";
import type { BookedTransfer } from "../../payment/transfers/transfer.ts";
import type { Database } from "../database/database.ts";
import { toBytes, toHex } from "../database/hex.ts";
import { stepOf } from "../payments/apply.ts";
import { OPTION_SELECT, type OptionRow, toOption } from "../payments/option-columns.ts";
import { newestBlock } from "../transfers/blocks.ts";
import { transferredTo } from "../transfers/own-payments.ts";
import { TRANSFER_COLUMNS, type TransferRow, toBooked } from "../transfers/row.ts";
import { createUnknownTransfers } from "../transfers/unknown.ts";
import { transfersDue, waitingTransfers } from "../transfers/waiting.ts";
import { createAddressBooks } from "./addresses.ts";
import { createDepositBooks } from "./deposits.ts";
import { createUnknownRefunds } from "./unknown-refunds.ts";

/**
 * SQL of whether an exception is about a transfer. Those of a refund's transfers are reported on the refunded payment,
 * and its id is unknown once the month of that payment is dropped.
 */
const isOfTransfer = (x: string, t: string): string =>
  `${x}.partner_id = ${t}.partner_id and ${x}.chain = ${t}.chain and ${x}.tx_hash = ${t}.tx_hash
     and ${x}.log_index = ${t}.log_index`;

const PAYMENT = `
  select p.id, p.status, p.payment_key, p.creator,
         array(select ${stepOf("e.type")} from payment_events e where e.payment_id = p.id order by e.id) as log,
         c.terms_hash, c.required_depth, c.confirmed_at, c.relay_state, ${OPTION_SELECT},
         exists (select from exceptions x where x.payment_id = p.id and x.partner_id = p.partner_id
                    and x.kind = 'settlement_failed')
           or p.creator = 'refund' and exists (
                select from transfers t join exceptions x on ${isOfTransfer("x", "t")} and x.kind = 'settlement_failed'
                 where t.payment_id = p.id and t.state = 'credited' and t.orphaned_at is not null) as is_loss_reported`;

interface PaymentRow extends OptionRow {
  readonly payment_key: Buffer;
  readonly creator: CreatorType;
  readonly id: string;
  readonly status: PaymentStatus;
  readonly log: string[];
  readonly terms_hash: Buffer | null;
  readonly required_depth: number;
  readonly confirmed_at: Date;
  readonly relay_state: string;
  readonly is_loss_reported: boolean;
}

const toPayment = (row: PaymentRow, credit: BookedTransfer | null): BookedPayment => ({
  id: row.id,
  status: row.status,
  paymentKey: toHex(row.payment_key),
  isKeyOfPayer: row.creator === "x402",
  log: row.log,
  confirmation: row.terms_hash && toConfirmation(row, toHex(row.terms_hash)),
  credit,
  isLossReported: row.is_loss_reported,
});

function toConfirmation(row: PaymentRow, termsHash: Hex): NonNullable<BookedPayment["confirmation"]> {
  const { asset, method, terms } = toOption(row);
  return {
    asset,
    method,
    terms,
    termsHash,
    requiredDepth: row.required_depth,
    confirmedAt: row.confirmed_at,
    isWithRelayer: row.relay_state !== "closed",
  };
}

const CONFIRMED = `${PAYMENT}
    from confirmations c join payments p on p.id = c.payment_id and p.partner_id = c.partner_id
   where c.chain = $1 and (c.confirmed_at, c.payment_id) > ($2, $3)
     and c.confirmed_at between coalesce(to_timestamp($4), '-infinity') and coalesce(to_timestamp($5), 'infinity')
   order by c.confirmed_at, c.payment_id limit $6`;

const UNCONFIRMED = `${PAYMENT}
    from payments p left join confirmations c on c.payment_id = p.id and c.partner_id = p.partner_id
   where p.id > $1 and c.payment_id is null
   order by p.id limit $2`;

// The deposits that a sweep passed on are reported instead of it.
const UNREPORTED = `
  select ${TRANSFER_COLUMNS} from transfers t
   where t.chain = $1 and t.state = 'exception' and t.orphaned_at is null and t.method <> 'deposit'
     and not exists (select from exceptions x where ${isOfTransfer("x", "t")}
                        and x.kind in ('underpaid', 'overpaid', 'late', 'duplicate'))`;

// Current destinations come last, so they win over replaced ones.
const MERCHANTS_AT = `
  select coalesce(after, before) ->> 'destination' as destination, merchant_id, 0 as is_present from audit_log
   where subject_type = 'settlement' and coalesce(after, before) ->> 'destination' = any($1)
   union
  select destination, merchant_id, 1 from crypto_settlements where destination = any($1)
   order by is_present`;

const PAYMENTS_OF = `
  select e.terms_hash, coalesce(x.payment_id, p.id) as id
    from unnest($2::bytea[], $3::bytea[], $4::numeric[], $5::text[], $6::text[])
           as e(payment_key, terms_hash, fee, token, payer)
    left join lateral (${transferredTo("$1", "e")}) x on true
    left join payments p on p.payment_key = e.payment_key and p.creator <> 'x402'
   where coalesce(x.payment_id, p.id) is not null`;

const paymentsByKey = (db: Database): Pick<BooksStore, "paymentsOf" | "lowestKept"> => ({
  async paymentsOf(chain, events) {
    if (events.length === 0) return new Map();
    const { rows } = await db.query<{ id: string; terms_hash: Buffer }>({
      name: "books_keys",
      text: PAYMENTS_OF,
      values: [
        chain,
        events.map(({ paymentKey }) => toBytes(paymentKey)),
        events.map(({ termsHash }) => toBytes(termsHash)),
        events.map(({ fee }) => fee),
        events.map(({ token }) => token),
        events.map(({ payer }) => payer),
      ],
    });
    return new Map(rows.map(({ id, terms_hash }) => [toHex(terms_hash), id]));
  },

  async lowestKept() {
    const { rows } = await db.query<{ id: string | null }>({
      text: "select lowest_payment_id(payments_kept_since()) as id",
    });
    return rows[0]?.id ?? null;
  },
});

export function createBooksStore(db: Database): BooksStore {
  const transfers = async (name: string, text: string, values: unknown[]): Promise<readonly BookedTransfer[]> =>
    (await db.query<TransferRow>({ name, text, values })).rows.map(toBooked);

  return {
    async chains() {
      const { rows } = await db.query<{ chain: string }>({ text: "select chain from followed_chains order by chain" });
      return rows.map(({ chain }) => chain);
    },

    followed: (chain) =>
      db.snapshot(async (tx) => {
        const newest = await newestBlock(tx, chain);
        const { rows } = await tx.query<{ first_block: bigint }>({
          text: "select first_block from followed_chains where chain = $1",
          values: [chain],
        });
        return newest && rows[0] ? { first: rows[0].first_block, newest } : null;
      }),

    transfersBetween: (chain, from, to) =>
      transfers(
        "books_transfers",
        `select ${TRANSFER_COLUMNS} from transfers t
          where t.chain = $1 and t.block_number between $2 and $3 and t.orphaned_at is null`,
        [chain, from, to],
      ),

    ...paymentsByKey(db),

    async merchantsAt(accounts) {
      if (accounts.length === 0) return new Map();
      const { rows } = await db.query<{ destination: string; merchant_id: string }>({
        text: MERCHANTS_AT,
        values: [accounts],
      });
      return new Map(rows.map(({ destination, merchant_id }) => [destination, merchant_id]));
    },

    ...createUnknownTransfers(db),
    ...createUnknownRefunds(db),
    ...createDepositBooks(db),
    ...createAddressBooks(db),

    unreported: (chain) => transfers("books_unreported", UNREPORTED, [chain]),

    async waiting(chain, head, treasury) {
      const waiting = await waitingTransfers(db, chain, head, treasury);
      return [...waiting, ...(await transfersDue(db, chain, treasury))];
    },

    payments: (scope, after, most) =>
      // Without one snapshot, a payment that succeeds between the reads would have its transfer but its old status.
      db.snapshot(async (tx) => {
        const { rows } = await tx.query<PaymentRow>(pageOf(scope, after, most));
        const credits = await tx.query<TransferRow>({
          name: "books_credits",
          text: `select ${TRANSFER_COLUMNS} from transfers t where t.payment_id = any($1) and t.state = 'credited'`,
          values: [rows.map(({ id }) => id)],
        });
        const creditOf = new Map(credits.rows.map((row) => [row.payment_id, toBooked(row)]));
        return rows.map((row) => toPayment(row, creditOf.get(row.id) ?? null));
      }),
  };
}

function pageOf({ chain, betweenS }: PaymentScope, after: BookPosition | null, most: number) {
  if (chain === null) return { name: "books_unconfirmed", text: UNCONFIRMED, values: [after?.paymentId ?? "", most] };
  const from = [after?.confirmedAt ?? "-infinity", after?.paymentId ?? ""];
  return {
    name: "books_confirmed",
    text: CONFIRMED,
    values: [chain, ...from, betweenS?.[0] ?? null, betweenS?.[1] ?? null, most],
  };
}
