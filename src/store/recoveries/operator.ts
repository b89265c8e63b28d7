// The operator's view of money on deposit addresses that pays no payment, and requests to pass it on.
import { auditLine, BY_OPERATOR } from "../audit/audit.ts";
import type { Database } from "../database/database.ts";
import { coinsAreGone } from "./find-unrecovered.ts";

export interface UnrecoveredRow {
  /** CAIP-2 of the chain where it lies. */
  readonly chain: string;
  readonly address: string;
  readonly paymentId: string;
  readonly partnerId: string;
  /** The zero address: coins. */
  readonly token: string;
  /** Smallest units, by the books. */
  readonly amount: bigint;
  readonly since: Date;
  /**
   * sent: in a transaction that is not deep enough · refused_sender: until an operator releases it · screening: its
   * sender is not screened yet · quarantined: too many attempts failed · later: the next attempt is at `recoverAfter` ·
   * due: with the next transaction
   */
  readonly state: "sent" | "refused_sender" | "screening" | "quarantined" | "later" | "due";
  readonly attempts: number;
  readonly recoverAfter: Date;
  /** Why the last attempt failed. */
  readonly note: string | null;
}

export interface UnrecoveredStore {
  /** Oldest first. */
  list(most: number): Promise<readonly UnrecoveredRow[]>;
  /**
   * Has all money of a payment passed on with the next transaction, after any number of failed attempts and without
   * regard to the day's gas.
   * @param isReleased also if a sender is refused
   * @returns how many tokens and coins; those of refused senders only if they are released
   */
  recover(paymentId: string, isReleased: boolean): Promise<number>;
}

const SENDER = "from deposits d where d.terms_hash = u.terms_hash and d.orphaned_at is null";
const IS_REFUSED = `(not u.is_released and exists (select ${SENDER} and d.is_refused))`;

const LIST = `
  select u.chain, a.payer as address, u.payment_id as "paymentId", u.partner_id as "partnerId", u.token, u.amount,
         u.since, u.attempts, u.recover_after as "recoverAfter", u.note,
         case when u.amount < u.minimum or b.mined_in is null and b.abandoned_at is null and b.id is not null
                or ${coinsAreGone()} then 'sent'
              when ${IS_REFUSED} then 'refused_sender'
              when not u.is_released and exists (
                select ${SENDER} and d.chain = u.chain and d.token = u.token and d.amount >= u.minimum
                   and d.is_refused is null) then 'screening'
              when u.is_quarantined then 'quarantined'
              when u.recover_after > now() then 'later'
              else 'due' end as state
    from unrecovered u
    join deposit_addresses a on a.terms_hash = u.terms_hash
    left join relay_batches b on b.id = u.batch_id
   order by u.since, u.terms_hash, u.token limit $1`;

// The join with the same row tells whether its money was released before.
const RECOVER = `
  with asked as (
    update unrecovered u
       set is_urgent = true, is_released = u.is_released or $2, is_quarantined = false, attempts = 0, note = null,
           recover_after = now()
      from unrecovered o
     where u.payment_id = $1 and u.amount >= u.minimum and not ${coinsAreGone()} and ($2 or not ${IS_REFUSED})
       and o.terms_hash = u.terms_hash and o.chain = u.chain and o.token = u.token
    returning u.payment_id, u.partner_id, u.terms_hash, u.is_released and not o.is_released as is_new
  ), released as (
    select distinct asked.partner_id, p.merchant_id, asked.payment_id as id, d.tx_hash
      from asked
      join deposits d on d.terms_hash = asked.terms_hash and d.orphaned_at is null and d.is_refused and not d.is_closed
      left join payments p on p.id = asked.payment_id and p.partner_id = asked.partner_id
     where asked.is_new
  ), audit as (${auditLine("deposit_released", "payment", "released", BY_OPERATOR, {
    after: "jsonb_build_object('txHash', '0x' || encode(tx_hash, 'hex'))",
  })})
  select count(*)::integer as asked from asked`;

export const createUnrecoveredStore = (db: Database): UnrecoveredStore => ({
  async list(most) {
    return (await db.query<UnrecoveredRow & Record<string, unknown>>({ text: LIST, values: [most] })).rows;
  },
  async recover(paymentId, isReleased) {
    const { rows } = await db.query<{ asked: number }>({ text: RECOVER, values: [paymentId, isReleased] });
    return rows[0]?.asked ?? 0;
  },
});
