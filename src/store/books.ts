// What the database says of payments and transfers, as reconcile compares it with the chains. Only reads.
import type { BookPosition, BooksStore, PaymentScope } from "../operations/books-store.ts";
import type { BookedPayment, BookedTransfer } from "../payment/books.ts";
import type { PaymentStatus } from "../payment/payment.ts";
import { newestBlock } from "./blocks.ts";
import type { Database } from "./database.ts";
import { toBytes, toHex } from "./hex.ts";
import { type TermsColumns, toOption } from "./payment-row.ts";
import { TRANSFER_COLUMNS, type TransferRow, toTransfer } from "./transfer-row.ts";
import { toNamed, transfersDue, waitingTransfers } from "./waiting.ts";

const PAYMENT = `
  select p.id, p.status, p.chain_key, array(select e.type from payment_events e where e.payment_id = p.id order by e.id) as log,
         c.terms_hash, c.required_depth, c.confirmed_at, c.relay_state, c.asset, c.method, c.pays_out, c.quote_expires_at_s,
         c.chain, c.router, c.token, c.payer, c.amount as token_amount, c.destination, c.fee, c.fee_receiver, c.deadline_s,
         c.fee_ppm, c.fee_fixed, c.quote_sources, exists (select from exceptions x where x.payment_id = p.id and x.partner_id = p.partner_id
                               and x.kind = 'settlement_failed') as is_loss_told`;

interface PaymentRow extends TermsColumns {
  id: string;
  status: PaymentStatus;
  log: string[];
  terms_hash: Buffer | null;
  required_depth: number;
  confirmed_at: Date;
  relay_state: string;
  is_loss_told: boolean;
}

function toPayment(row: PaymentRow, credit: BookedTransfer | null): BookedPayment {
  const { id, status, log } = row;
  return {
    id,
    status,
    key: toHex(row.chain_key),
    log,
    confirmation: row.terms_hash && {
      asset: row.asset,
      terms: toOption(id, row).terms,
      termsHash: toHex(row.terms_hash),
      requiredDepth: row.required_depth,
      confirmedAt: row.confirmed_at,
      isWithRelayer: row.relay_state !== "closed",
    },
    credit,
    isLossTold: row.is_loss_told,
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

const UNTOLD = `
  select ${TRANSFER_COLUMNS} from transfers t
   where t.chain = $1 and t.state = 'exception' and t.orphaned_at is null
     and not exists (select from exceptions x where x.payment_id = t.payment_id and x.partner_id = t.partner_id
                        and x.tx_hash = t.tx_hash and x.log_index = t.log_index
                        and x.kind in ('underpaid', 'overpaid', 'late', 'duplicate'))`;

export function createBooksStore(db: Database): BooksStore {
  const transfers = async (name: string, text: string, values: unknown[]): Promise<readonly BookedTransfer[]> =>
    (await db.query<TransferRow>({ name, text, values })).rows.map(toTransfer);

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

    async paymentsOfKeys(keys) {
      if (keys.length === 0) return new Map();
      const { rows } = await db.query<{ id: string; chain_key: Buffer }>({
        name: "books_keys",
        text: "select id, chain_key from payments where chain_key = any($1)",
        values: [keys.map((key) => toBytes(key))],
      });
      return new Map(rows.map(({ id, chain_key }) => [toHex(chain_key), id]));
    },

    untold: (chain) => transfers("books_untold", UNTOLD, [chain]),

    async waiting(chain, treasury) {
      const waiting = await waitingTransfers(db, chain, treasury);
      const rows = [...waiting, ...(await transfersDue(db, chain, treasury))];
      return rows.map((row) => ({ transfer: toTransfer({ ...row, is_orphaned: false }), payment: toNamed(row) }));
    },

    payments: (scope, after, most) =>
      // One moment: a payment that succeeds in between would have its transfer, and not its status.
      db.snapshot(async (tx) => {
        const { rows } = await tx.query<PaymentRow>(pageOf(scope, after, most));
        const credits = await tx.query<TransferRow>({
          name: "books_credits",
          text: `select ${TRANSFER_COLUMNS} from transfers t where t.payment_id = any($1) and t.state = 'credited'`,
          values: [rows.map(({ id }) => id)],
        });
        const creditOf = new Map(credits.rows.map((row) => [row.payment_id, toTransfer(row)]));
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
