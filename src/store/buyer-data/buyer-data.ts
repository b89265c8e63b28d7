// Buyer data, which is sealed before it is stored and never opened here. Its events and audit lines record that
// something was done, never the content.
import type { BuyerDataPorts, SealedBuyerData } from "../../operations/buyer-data/collect-buyer-data.ts";
import type {
  Erased,
  ManageBuyerDataPorts,
  ResealedField,
  StoredField,
} from "../../operations/buyer-data/manage-buyer-data.ts";
import type { SealedField } from "../../payment/buyer-data/buyer-data.ts";
import { auditLine, BY_OPERATOR } from "../audit/audit.ts";
import type { Database, Queryable } from "../database/database.ts";

// The payment's row is locked first, so the second of two concurrent submissions for one account (by form or confirm)
// finds what the first wrote.
const LOCK = `
  select partner_id, status = 'requires_action' and expires_at > now() as is_open from payments where id = $1 for update`;

const INSERT = `
  with given as (
    select * from unnest($4::text[], $5::text[], $6::bytea[]) as g(field, key_id, content)
  ), written as (
    insert into buyer_data (payment_id, partner_id, account, field, key_id, content)
    select $1, $2, $3, field, key_id, content from given
  )
  insert into payment_events (payment_id, partner_id, type, status, data)
  select id, partner_id, 'buyer_data_collected', status, '{}' from payments where id = $1 and partner_id = $2`;

/** @param which a condition on the parameters */
const eraseWhere = (which: string): string => `
  with erased as (
    delete from buyer_data where ${which} returning payment_id, partner_id
  ), payment as (
    select id, partner_id, merchant_id, status from payments
     where (id, partner_id) in (select payment_id, partner_id from erased)
  ), audit as (
    ${auditLine("buyer_data_erased", "payment", "payment", BY_OPERATOR)}
  ), event as (
    insert into payment_events (payment_id, partner_id, type, status, data)
    select id, partner_id, 'buyer_data_erased', status, '{}' from payment
  )
  select count(*)::integer as fields, count(distinct payment_id)::integer as payments from erased`;

const ERASE = eraseWhere("payment_id = $1");
/** Data entered on a payment link belongs to the payment, not to an account. */
const OF_LINK = "account = 'paymentLink'";
const ERASE_ACCOUNT = eraseWhere(`lower(split_part(account, ':', 3)) = lower($1)
  or ${OF_LINK} and (payment_id, partner_id) in (
    select payment_id, partner_id from confirmations where lower(payer) = lower($1)
    union select payment_id, partner_id from buyer_data where lower(split_part(account, ':', 3)) = lower($1))`);
const ERASE_ALL = eraseWhere(`(payment_id, account) in (select * from unnest($1::text[], $2::text[]))
  or ${OF_LINK} and payment_id = any($1::text[])`);

const PEOPLE = `
  select n.payment_id, n.account, n.key_id as name_key, n.content as name, d.key_id as dob_key, d.content as dob
    from buyer_data n
    join buyer_data d on d.payment_id = n.payment_id and d.partner_id = n.partner_id and d.account = n.account
                     and d.field = 'dob'
   where n.field = 'fullName' and (n.payment_id, n.account) > ($1, $2)
   order by n.payment_id, n.account limit $3`;

// One statement reads the data and logs the access, so no access goes unlogged.
const SHOW = `
  with shown as (
    select * from buyer_data where payment_id = $1
  ), audit as (
    ${auditLine(
      "buyer_data_shown",
      "payment",
      "payments where (id, partner_id) in (select payment_id, partner_id from shown)",
      BY_OPERATOR,
    )}
  )
  select payment_id, account, field, key_id, content, created_at from shown order by account, created_at, field`;

/** Fields deleted per sweep; the next sweep takes the rest. */
const SWEEP_MAX = 1_000;

// Rows locked by another process's sweep or by a key rotation are left for later.
const FORGET = `
  delete from buyer_data where (payment_id, partner_id, account, field) in (
    select payment_id, partner_id, account, field from buyer_data
     where created_at < now() - make_interval(days => $1)
     order by created_at limit ${SWEEP_MAX} for update skip locked)`;

/** Time for late money to arrive, and for the merchant to ask about it. */
const UNPAID_DAYS = 30;

// A payment that ended without money needs no data about its buyer. An exception means that money did arrive.
const FORGET_UNPAID = `
  with ended as (
    select d.payment_id, d.partner_id, d.account, d.field,
           p.status = 'succeeded'
             or exists (select from exceptions e where e.payment_id = p.id and e.partner_id = p.partner_id) as is_paid
      from buyer_data d
      join payments p on p.id = d.payment_id and p.partner_id = d.partner_id
       and p.status in ('succeeded', 'failed', 'expired', 'cancelled')
       and p.last_updated_at < now() - make_interval(days => ${UNPAID_DAYS})
     where not d.is_kept and d.created_at < now() - make_interval(days => ${UNPAID_DAYS})
     order by d.created_at limit ${SWEEP_MAX} for update of d skip locked
  ), kept as (
    update buyer_data set is_kept = true where (payment_id, partner_id, account, field) in (
      select payment_id, partner_id, account, field from ended where is_paid)
  ), forgotten as (
    delete from buyer_data where (payment_id, partner_id, account, field) in (
      select payment_id, partner_id, account, field from ended where not is_paid)
  )
  select count(*)::integer as fields from ended`;

interface FieldRow {
  payment_id: string;
  account: string;
  field: SealedField["field"];
  key_id: string;
  content: Buffer;
  created_at: Date;
}

interface PersonRow {
  payment_id: string;
  account: string;
  name_key: string;
  name: Buffer;
  dob_key: string;
  dob: Buffer;
}

async function erase(db: Queryable, text: string, values: readonly unknown[]): Promise<Erased> {
  const { rows } = await db.query<Erased>({ text, values: [...values] });
  return rows[0] ?? { payments: 0, fields: 0 };
}

/** Replaces an account's data, inside the caller's transaction. */
export async function replaceBuyerData(
  tx: Queryable,
  partnerId: string,
  { owner: { paymentId, account }, fields }: SealedBuyerData,
): Promise<void> {
  await tx.query({
    name: "forget_earlier_buyer_data",
    text: "delete from buyer_data where payment_id = $1 and partner_id = $2 and account = $3",
    values: [paymentId, partnerId, account],
  });
  await tx.query({
    name: "insert_buyer_data",
    text: INSERT,
    values: [
      paymentId,
      partnerId,
      account,
      fields.map(({ field }) => field),
      fields.map(({ keyId }) => keyId),
      fields.map(({ content }) => content),
    ],
  });
}

export type BuyerDataStore = BuyerDataPorts["buyerData"] &
  ManageBuyerDataPorts["buyerData"] & {
    /** @returns how many fields there were; null if there is no such payment */
    erase(paymentId: string): Promise<number | null>;
    /** Erases the data entered with an address, on every chain. */
    eraseAccount(address: string): Promise<Erased>;
    /** Deletes the data of payments that ended without money a month ago, at most a page. */
    forgetUnpaid(): Promise<{ readonly hasMore: boolean }>;
    /** Deletes data that has been kept for this many days, at most a page. */
    forgetOlderThan(days: number): Promise<{ readonly hasMore: boolean }>;
    /** The ids of the keys that seal any stored data. */
    keyIds(): Promise<readonly string[]>;
  };

export function createBuyerDataStore(db: Database): BuyerDataStore {
  return {
    async accountsWithData(paymentId) {
      const { rows } = await db.query<{ account: string }>({
        name: "accounts_with_data",
        text: "select distinct account from buyer_data where payment_id = $1",
        values: [paymentId],
      });
      return new Set(rows.map(({ account }) => account));
    },

    addOnce: (data) => db.transaction((tx) => addOnce(tx, data)),

    async show(paymentId) {
      const { rows } = await db.query<FieldRow>({ text: SHOW, values: [paymentId] });
      return rows.map(toStored);
    },

    async erase(paymentId) {
      const { rowCount } = await db.query({ text: "select from payments where id = $1", values: [paymentId] });
      return rowCount === 0 ? null : (await erase(db, ERASE, [paymentId])).fields;
    },

    eraseAccount: (address) => erase(db, ERASE_ACCOUNT, [address]),

    eraseAll: (owners) =>
      erase(db, ERASE_ALL, [owners.map(({ paymentId }) => paymentId), owners.map(({ account }) => account)]),

    async people(after, limit) {
      const values = [after?.paymentId ?? "", after?.account ?? "", limit];
      const { rows } = await db.query<PersonRow>({ text: PEOPLE, values });
      return rows.map((row) => ({
        paymentId: row.payment_id,
        account: row.account,
        fullName: { field: "fullName", keyId: row.name_key, content: row.name },
        dob: { field: "dob", keyId: row.dob_key, content: row.dob },
      }));
    },

    async sealedByOthers(keyId, limit) {
      const { rows } = await db.query<FieldRow>({
        text: `select payment_id, account, field, key_id, content, created_at from buyer_data where key_id <> $1
                order by payment_id, account, field limit $2`,
        values: [keyId, limit],
      });
      return rows.map(toStored);
    },

    reseal: (fields) => reseal(db, fields),

    async forgetUnpaid() {
      const { rows } = await db.query<{ fields: number }>({ name: "forget_unpaid_buyer_data", text: FORGET_UNPAID });
      return { hasMore: rows[0]?.fields === SWEEP_MAX };
    },

    async forgetOlderThan(days) {
      const { rowCount } = await db.query({ name: "forget_old_buyer_data", text: FORGET, values: [days] });
      return { hasMore: rowCount === SWEEP_MAX };
    },

    async keyIds() {
      const { rows } = await db.query<{ key_id: string }>({
        text: "select distinct key_id from buyer_data order by key_id",
      });
      return rows.map((row) => row.key_id);
    },
  };
}

async function addOnce(tx: Queryable, data: SealedBuyerData): Promise<boolean> {
  const { paymentId, account } = data.owner;
  const { rows } = await tx.query<{ partner_id: string; is_open: boolean }>({
    name: "lock_payment_for_data",
    text: LOCK,
    values: [paymentId],
  });
  const [payment] = rows;
  if (!payment?.is_open) return false;
  const { rowCount } = await tx.query({
    name: "has_buyer_data",
    text: "select 1 from buyer_data where payment_id = $1 and partner_id = $2 and account = $3 limit 1",
    values: [paymentId, payment.partner_id, account],
  });
  if (rowCount !== 0) return false;
  await replaceBuyerData(tx, payment.partner_id, data);
  return true;
}

/** Skips rows that changed since they were read: a buyer may have replaced them, or an operator erased them. */
async function reseal(db: Queryable, fields: readonly ResealedField[]): Promise<void> {
  await db.query({
    text: `update buyer_data d set key_id = r.key_id, content = r.content
             from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::bytea[])
                  as r(payment_id, account, field, key_id, content, before)
            where d.payment_id = r.payment_id and d.account = r.account and d.field = r.field and d.content = r.before`,
    values: [
      fields.map(({ paymentId }) => paymentId),
      fields.map(({ account }) => account),
      fields.map(({ field }) => field),
      fields.map(({ keyId }) => keyId),
      fields.map(({ content }) => content),
      fields.map(({ before }) => before),
    ],
  });
}

const toStored = (row: FieldRow): StoredField => ({
  paymentId: row.payment_id,
  account: row.account,
  field: row.field,
  keyId: row.key_id,
  content: row.content,
  collectedAt: row.created_at,
});
