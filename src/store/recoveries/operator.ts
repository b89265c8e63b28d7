// The operator's view of money on deposit addresses that pays no payment, and requests to pass it on.
import type { Database } from "../database/database.ts";

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
         case when u.amount < u.minimum or b.mined_in is null and b.abandoned_at is null and b.id is not null then 'sent'
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

const RECOVER = `
  update unrecovered u
     set is_urgent = true, is_released = u.is_released or $2, is_quarantined = false, attempts = 0, note = null,
         recover_after = now()
   where u.payment_id = $1 and u.amount >= u.minimum and ($2 or not ${IS_REFUSED})`;

export const createUnrecoveredStore = (db: Database): UnrecoveredStore => ({
  async list(most) {
    return (await db.query<UnrecoveredRow & Record<string, unknown>>({ text: LIST, values: [most] })).rows;
  },
  async recover(paymentId, isReleased) {
    return (await db.query({ text: RECOVER, values: [paymentId, isReleased] })).rowCount ?? 0;
  },
});
