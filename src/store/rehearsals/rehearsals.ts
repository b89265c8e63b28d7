// Test payments that a demo buyer pays with a fault, and its transactions.
import { getAddress } from "viem";
import type { RehearsalStore } from "../../operations/rehearsals/rehearsals.ts";
import { ACTS } from "../../payment/rehearsals/acts.ts";
import type { Fault } from "../../payment/rehearsals/fault.ts";
import type { Queryable } from "../database/database.ts";
import { toBytes, toHex } from "../database/hex.ts";

interface RehearsalRow {
  readonly payment_id: string;
  readonly partner_id: string;
  readonly fault: Fault;
  readonly chain: string;
  readonly asset: string;
  readonly buyer: string;
  readonly act: number;
  readonly waited_s: number;
  readonly block_number: bigint | null;
  readonly block_hash: Buffer | null;
}

interface TransactionRow {
  readonly nonce: bigint;
  readonly hash: Buffer;
  readonly raw: Buffer;
}

const toTransaction = ({ nonce, hash, raw }: TransactionRow) => ({ nonce, hash: toHex(hash), raw: toHex(raw) });

const TAKE = `
  with forgotten as (delete from rehearsals where ended_at < now() - interval '7 days')
  insert into rehearsals (payment_id, partner_id, fault, chain, asset, buyer)
  values ($1, $2, $3, $4, $5, $6) on conflict do nothing`;

// The payment by which a merchant refunds one of them has its reference as well, and is the merchant's to pay. Partners
// take turns, each with its newest: payments that no buyer can take stay open, and must not hold up others.
const UNTAKEN = `
  select id from (
    select p.id, row_number() over (partition by p.partner_id order by p.id desc) as turn from payments p
     where p.reference_id like 'test:%' and p.status = 'requires_action' and p.partner_id like '%\\_test'
       and not exists (select from rehearsals r where r.payment_id = p.id)
       and not exists (select from refunds f where f.gateway_payment_id = p.id)
     order by turn, p.id limit $1) next order by id`;

/** The acts that wait until the payment ends, as fault and number. */
const WAITS = Object.entries(ACTS)
  .flatMap(([fault, acts]) =>
    acts.flatMap((act, number) => (act.type === "wait" && act.until !== "later" ? [`('${fault}', ${number})`] : [])),
  )
  .join(", ");

// An act that waits for the end of a payment, perhaps for days, is left out until then.
const UNDER_WAY = `
  select payment_id, partner_id, fault, chain, asset, buyer, act, block_number, block_hash,
         extract(epoch from now() - since)::float8 as waited_s
    from rehearsals r
   where chain = $1 and ended_at is null
     and not ((fault, act) in (${WAITS})
              and exists (select from payments p
                           where p.id = r.payment_id and p.status in ('requires_action', 'processing')))
   order by row_number() over (partition by partner_id order by payment_id), payment_id limit $2`;

export const createRehearsalStore = (db: Queryable): RehearsalStore => ({
  ...demoBuyersIn(db),
  ...taking(db),
  ...progressIn(db),
  ...transactionsIn(db),
});

const demoBuyersIn = (db: Queryable): Pick<RehearsalStore, "demoBuyers" | "assetsOf" | "report"> => ({
  async demoBuyers() {
    const { rows } = await db.query<{ chain: string; can_reorganise: boolean }>({
      name: "demo_buyers",
      text: "select chain, can_reorganise from demo_buyers",
    });
    return new Map(rows.map(({ chain, can_reorganise }) => [chain, { canReorganise: can_reorganise }]));
  },

  async assetsOf(partnerId, merchantId) {
    const { rows } = await db.query<{ asset: string }>({
      name: "assets_of_merchant",
      text: "select asset from crypto_settlements where partner_id = $1 and merchant_id = $2",
      values: [partnerId, merchantId],
    });
    return rows.map(({ asset }) => asset);
  },

  async report(chain, buyer) {
    const text = buyer
      ? `insert into demo_buyers (chain, can_reorganise) values ($1, $2)
         on conflict (chain) do update set can_reorganise = $2, reported_at = now()`
      : "delete from demo_buyers where chain = $1";
    await db.query({ text, values: buyer ? [chain, buyer.canReorganise] : [chain] });
  },
});

const taking = (db: Queryable): Pick<RehearsalStore, "untaken" | "take"> => ({
  async untaken(most) {
    const { rows } = await db.query<{ id: string }>({ name: "untaken_faults", text: UNTAKEN, values: [most] });
    return rows.map(({ id }) => id);
  },

  async take({ paymentId, partnerId, fault, chain, asset, buyer }) {
    const { rowCount } = await db.query({
      name: "take_rehearsal",
      text: TAKE,
      values: [paymentId, partnerId, fault, chain, asset, buyer],
    });
    return rowCount === 1;
  },
});

const progressIn = (db: Queryable): Pick<RehearsalStore, "underWay" | "next" | "end" | "mark"> => ({
  async underWay(chain, most) {
    const { rows } = await db.query<RehearsalRow>({ name: "rehearsals", text: UNDER_WAY, values: [chain, most] });
    return rows.map((row) => ({
      paymentId: row.payment_id,
      partnerId: row.partner_id,
      fault: row.fault,
      chain: row.chain,
      asset: row.asset,
      buyer: getAddress(row.buyer),
      act: row.act,
      waitedS: row.waited_s,
      removed:
        row.block_number === null || row.block_hash === null
          ? null
          : { number: row.block_number, hash: toHex(row.block_hash) },
    }));
  },

  async next({ paymentId, act }) {
    await db.query({
      name: "next_act",
      text: "update rehearsals set act = act + 1, since = now() where payment_id = $1 and act = $2",
      values: [paymentId, act],
    });
  },

  async end({ paymentId }, note) {
    await db.query({
      name: "end_rehearsal",
      text: "update rehearsals set ended_at = now(), note = $2 where payment_id = $1 and ended_at is null",
      values: [paymentId, note],
    });
  },

  async mark({ paymentId }, { number, hash }) {
    await db.query({
      name: "mark_rehearsal",
      text: "update rehearsals set block_number = $2, block_hash = $3 where payment_id = $1",
      values: [paymentId, number, toBytes(hash)],
    });
  },
});

const transactionsIn = (db: Queryable): Pick<RehearsalStore, "transaction" | "keep" | "from"> => ({
  async transaction({ paymentId, act }) {
    const { rows } = await db.query<TransactionRow>({
      name: "rehearsal_transaction",
      text: "select nonce, hash, raw from rehearsal_transactions where payment_id = $1 and act = $2",
      values: [paymentId, act],
    });
    return rows[0] ? toTransaction(rows[0]) : null;
  },

  async keep({ paymentId, act, chain, buyer }, { nonce, hash, raw }) {
    await db.query({
      name: "keep_rehearsal_transaction",
      text: `insert into rehearsal_transactions (payment_id, act, chain, buyer, nonce, hash, raw)
             values ($1, $2, $3, $4, $5, $6, $7)
             on conflict (payment_id, act) do update set nonce = $5, hash = $6, raw = $7`,
      values: [paymentId, act, chain, buyer, nonce, toBytes(hash), toBytes(raw)],
    });
  },

  async from(chain, buyer, nonce) {
    const { rows } = await db.query<TransactionRow>({
      name: "rehearsal_transactions_from",
      text: `select nonce, hash, raw from rehearsal_transactions
              where chain = $1 and buyer = $2 and nonce >= $3 order by nonce limit 100`,
      values: [chain, buyer, nonce],
    });
    return rows.map(toTransaction);
  },
});
