// Merchants. A deleted one is hidden; its row stays because its payments do. Each change writes its line in the audit
// log in the same statement.
import { type Actor, ON_COMMAND_LINE } from "../../merchant/audit.ts";
import type { Merchant, MerchantStatus } from "../../merchant/merchant.ts";
import type { MerchantChanges } from "../../operations/merchants/update-merchant.ts";
import type { Branding } from "../../payment/branding/branding.ts";
import { auditLine, BY_OPERATOR } from "../audit/audit.ts";
import type { Queryable } from "../database/database.ts";
import { eventLine } from "../events/partner-events.ts";
import { mayChange } from "../people/second-person.ts";

export interface MerchantRow {
  id: string;
  partner_id: string;
  name: string;
  email: string | null;
  status: MerchantStatus;
  logo: Buffer | null;
  branding: Branding | null;
  created_at: Date;
}

export const COLUMNS = "id, partner_id, name, email, status, logo, branding, created_at";

export interface MerchantStore {
  /** @param by the operator on the command line, unless given */
  insert(merchant: Omit<Merchant, "createdAt" | "status">, by?: Actor): Promise<Merchant>;
  /** Null if the merchant is unknown, deleted or another partner's. */
  find(partnerId: string, merchantId: string): Promise<Merchant | null>;
  /** Undefined fields stay unchanged; a null logo removes the logo. Returns null like `find`. */
  update(partnerId: string, merchantId: string, changes: MerchantChanges, by?: Actor): Promise<Merchant | null>;
  /** False if the merchant is unknown or another partner's. Deleting a merchant again changes nothing. */
  remove(partnerId: string, merchantId: string, by?: Actor): Promise<boolean>;
  /**
   * Erases the name, the email address and the logo of any partner's deleted merchant, here, in the audit log, in
   * events and in stored responses. For the operator.
   */
  erase(merchantId: string): Promise<"erased" | "not_deleted" | "not_found">;
  /** Changes the status of any partner's merchant, for the operator. Null if there is no such merchant. */
  setStatus(merchantId: string, status: MerchantStatus): Promise<Merchant | null>;
}

const BY = { actor: "actor", via: "via" } as const;
const FACTS = `jsonb_build_object('name', name, 'email', email, 'logo', encode(logo, 'hex'))
  || case when branding is null then '{}'::jsonb else jsonb_build_object('branding', branding) end`;
/** The merchant as the API and its events show it. */
const SHOWN = `${FACTS} || jsonb_build_object('id', id, 'status', status, 'createdAt', to_char(
  created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

const INSERT = `
  with added as (
    insert into merchants (id, partner_id, name, email, logo, branding)
    values ($1, $2, $3, $4, decode($5, 'hex'), $8::jsonb)
    returning ${COLUMNS}
  ), line as (
    select *, id as merchant_id, $6::text as actor, $7::text as via, ${FACTS} as after from added
  ), audit as (${auditLine("merchant_created", "merchant", "line", BY, { after: "after" })}
  ), event as (${eventLine("merchant.created", "line", SHOWN)})
  select * from added`;

// The row is locked first, so the second of two concurrent changes logs the first's 'after' as its 'before'. Payments
// can still be created, because their foreign key's `for key share` passes `for no key update`.
const UPDATE = `
  with old as (
    select ${COLUMNS} from merchants where id = $1 and partner_id = $2 and deleted_at is null for no key update
  ), changed as (
    update merchants m set name = coalesce($3, old.name), email = coalesce($4, old.email),
           logo = case when $5 then decode($6, 'hex') else old.logo end,
           branding = case when $9 then $10::jsonb else old.branding end
      from old where m.id = old.id and m.partner_id = old.partner_id
    returning m.*
  ), former as (
    select id, ${FACTS} as before from old
  ), line as (
    select c.*, former.before, ${FACTS} as after, c.id as merchant_id, $7::text as actor, $8::text as via
      from changed c join former using (id)
  ), audit as (${auditLine("merchant_changed", "merchant", "line where before <> after", BY, { before: "before", after: "after" })}
  ), event as (${eventLine("merchant.updated", "line where before <> after", `${SHOWN} || jsonb_build_object('before', before)`)})
  select ${COLUMNS} from changed`;

const REMOVE = `
  with allowed as (${mayChange({ partner: "$2", via: "$4", isApproved: "$5" })}), old as (
    select id, partner_id, deleted_at from merchants
     where id = $1 and partner_id = $2 and exists (select from allowed) for no key update
  ), deleted as (
    update merchants m set deleted_at = now() from old
     where m.id = old.id and m.partner_id = old.partner_id and old.deleted_at is null
    returning m.*, m.id as merchant_id, $3::text as actor, $4::text as via
  ), audit as (${auditLine("merchant_deleted", "merchant", "deleted", BY, { before: FACTS })}
  ), event as (${eventLine("merchant.deleted", "deleted", SHOWN)})
  select 1 from old`;

const SET_STATUS = `
  with old as (
    select id, partner_id, status from merchants where id = $1 and deleted_at is null for no key update
  ), changed as (
    update merchants m set status = $2 from old where m.id = old.id and m.partner_id = old.partner_id
    returning m.*, m.id as merchant_id, old.status as former
  ), audit as (${auditLine("merchant_status_changed", "merchant", "changed where status <> former", BY_OPERATOR, {
    before: "jsonb_build_object('status', former)",
    after: "jsonb_build_object('status', status)",
  })}), event as (
    ${eventLine("merchant.updated", "changed where status <> former", `${SHOWN} || jsonb_build_object('before', ${FACTS})`)}
  )
  select ${COLUMNS} from changed`;

/** Facts in the audit log that are personal data. */
const PERSONAL = ["name", "email", "logo", "branding"];

const ERASE = `
  with old as (
    select id, partner_id, logo from merchants where id = $1 and deleted_at is not null for no key update
  ), erased as (
    update merchants m set name = '(erased)', email = null, logo = null, branding = null from old
     where m.id = old.id and m.partner_id = old.partner_id
    returning m.*, m.id as merchant_id
  ), lines as (
    update audit_log a set before = before - $2::text[], after = after - $2::text[]
      from old where a.subject_type = 'merchant' and a.subject_id = old.id and a.partner_id = old.partner_id
  ), responses as (
    delete from idempotent_answers i using old
     where i.partner_id = old.partner_id and i.body #>> '{merchant,id}' = old.id
  ), events as (
    delete from partner_events e using old
     where e.merchant_id = old.id and e.partner_id = old.partner_id and e.type like 'merchant.%'
  ), logo as (
    delete from logos l using old
     where l.hash = old.logo and not exists (select from merchants m where m.logo = l.hash and m.id <> old.id)
  ), audit as (${auditLine("merchant_erased", "merchant", "erased", BY_OPERATOR)})
  select exists (select from merchants where id = $1) as is_known, exists (select from old) as is_erased`;

/** @param isApproved a second person has approved the removal */
export const createMerchantStore = (db: Queryable, isApproved = false): MerchantStore => ({
  ...merchantReads(db),
  ...merchantWrites(db),
  ...merchantRemoval(db, isApproved),
});

const merchantReads = (db: Queryable): Pick<MerchantStore, "find"> => ({
  async find(partnerId, merchantId) {
    const { rows } = await db.query<MerchantRow>({
      name: "merchant",
      text: `select ${COLUMNS} from merchants where id = $1 and partner_id = $2 and deleted_at is null`,
      values: [merchantId, partnerId],
    });
    return rows[0] ? toMerchant(rows[0]) : null;
  },
});

const merchantWrites = (db: Queryable): Pick<MerchantStore, "insert" | "update" | "erase" | "setStatus"> => ({
  async insert({ id, partnerId, name, email, logo, branding = null }, { actor, via } = ON_COMMAND_LINE) {
    const { rows } = await db.query<MerchantRow>({
      name: "insert_merchant",
      text: INSERT,
      values: [id, partnerId, name, email, logo, actor, via, branding],
    });
    const [row] = rows;
    if (!row) throw new Error("the insert of a merchant returned no row");
    return toMerchant(row);
  },

  async update(partnerId, merchantId, { name, email, logo, branding }, { actor, via } = ON_COMMAND_LINE) {
    const { rows } = await db.query<MerchantRow>({
      name: "update_merchant",
      text: UPDATE,
      values: [
        merchantId,
        partnerId,
        name,
        email,
        logo !== undefined,
        logo,
        actor,
        via,
        branding !== undefined,
        branding,
      ],
    });
    return rows[0] ? toMerchant(rows[0]) : null;
  },

  async erase(merchantId) {
    const { rows } = await db.query<{ is_known: boolean; is_erased: boolean }>({
      text: ERASE,
      values: [merchantId, PERSONAL],
    });
    if (rows[0]?.is_erased) return "erased";
    return rows[0]?.is_known ? "not_deleted" : "not_found";
  },

  async setStatus(merchantId, status) {
    const { rows } = await db.query<MerchantRow>({ text: SET_STATUS, values: [merchantId, status] });
    return rows[0] ? toMerchant(rows[0]) : null;
  },
});

const merchantRemoval = (db: Queryable, isApproved: boolean): Pick<MerchantStore, "remove"> => ({
  async remove(partnerId, merchantId, { actor, via } = ON_COMMAND_LINE) {
    const { rowCount } = await db.query({
      name: "delete_merchant",
      text: REMOVE,
      values: [merchantId, partnerId, actor, via, isApproved],
    });
    return rowCount === 1;
  },
});

export const toMerchant = (row: MerchantRow): Merchant => ({
  id: row.id,
  partnerId: row.partner_id,
  name: row.name,
  email: row.email,
  status: row.status,
  logo: row.logo?.toString("hex") ?? null,
  branding: row.branding,
  createdAt: row.created_at,
});
