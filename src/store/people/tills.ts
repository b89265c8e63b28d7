// Tills. Each change writes a line in the audit log.
import { newId } from "../../ids.ts";
import type { Actor } from "../../merchant/audit.ts";
import { newTillCode, PAIRING_LIFE_S, type TillRecord } from "../../merchant/till.ts";
import type { PaymentOwner } from "../../payment/lists/list.ts";
import { auditLine } from "../audit/audit.ts";
import type { Queryable } from "../database/database.ts";

export interface TillStore {
  /** Tills in use, oldest first, then the latest revoked tills, newest first. */
  list(owner: PaymentOwner): Promise<readonly TillRecord[]>;
  /** Null if the merchant is not within the owner's reach. @param pairHash SHA-256 of the pairing code */
  create(
    owner: PaymentOwner,
    till: { readonly name: string; readonly merchantId: string; readonly pairHash: Buffer },
    by: Actor,
  ): Promise<{ readonly id: string } | null>;
  /** Replaces the pairing code. False if there is no such till. */
  pairAgain(owner: PaymentOwner, id: string, pairHash: Buffer, by: Actor): Promise<boolean>;
  /** What a code pairs a device as. Null if there is no such code. */
  findPairing(hash: Buffer): Promise<{ readonly name: string; readonly merchantName: string } | null>;
  /** Uses a code up, and ends the session of the device paired before. Null if there is no such code. */
  pair(hash: Buffer, address: string | null): Promise<{ readonly id: string; readonly partnerId: string } | null>;
  /** False if there is no such till. */
  revoke(owner: PaymentOwner, id: string, by: Actor): Promise<boolean>;
}

const LIFE = `interval '${PAIRING_LIFE_S} seconds'`;
/** $1 is the partner, $2 the merchants that the caller is limited to. */
const IS_WITHIN = "t.partner_id = $1 and ($2::text[] is null or t.merchant_id = any($2))";
const IS_OWN = `${IS_WITHIN} and t.revoked_at is null`;
/** Enough to find a till that was revoked by mistake. The audit log has all. */
const REVOKED_MAX = 20;
const FACTS = "jsonb_build_object('name', name)";

export const createTillStore = (db: Queryable): TillStore => ({
  async list({ partnerId, merchantIds }) {
    const { rows } = await db.query<TillRecord>({
      name: "tills",
      text: `select t.id, t.name, t.merchant_id as "merchantId", t.code, t.created_at as "createdAt",
                    t.paired_at as "pairedAt", t.pair_expires_at as "pairExpiresAt",
                    (select max(s.used_at) from console_sessions s where s.till_id = t.id) as "usedAt",
                    t.revoked_at as "revokedAt"
               from tills t
              where ${IS_WITHIN} and (t.revoked_at is null or t.id in (
                    select t.id from tills t where ${IS_WITHIN} and t.revoked_at is not null
                     order by t.revoked_at desc limit ${REVOKED_MAX}))
              order by t.revoked_at desc nulls first, t.created_at, t.id`,
      values: [partnerId, merchantIds],
    });
    return rows;
  },

  async create({ partnerId, merchantIds }, { name, merchantId, pairHash }, { actor, via }) {
    const { rows } = await db.query<{ id: string }>({
      name: "create_till",
      text: `with created as (
               insert into tills (id, partner_id, merchant_id, name, code, pair_hash, pair_expires_at)
               select $4, m.partner_id, m.id, $5, $6, $7, now() + ${LIFE} from merchants m
                where m.partner_id = $1 and ($2::text[] is null or m.id = any($2)) and m.id = $3
                  and m.deleted_at is null
               returning id, partner_id, merchant_id, name
             ), audit as (${auditLine("till_created", "till", "created", { actor: "$8", via: "$9" }, { after: FACTS })})
             select id from created`,
      values: [partnerId, merchantIds, merchantId, newId("till"), name, newTillCode(), pairHash, actor, via],
    });
    return rows[0] ?? null;
  },

  async pairAgain({ partnerId, merchantIds }, id, pairHash, { actor, via }) {
    const { rowCount } = await db.query({
      name: "pair_again",
      // The partner is locked first, as in every statement that makes something of what exists.
      text: `with turn as materialized (
               select from partners where id = $1 for share
             ), opened as (
               update tills t set pair_hash = $4, pair_expires_at = now() + ${LIFE} from turn
                where ${IS_OWN} and t.id = $3
               returning t.id, t.partner_id, t.merchant_id, t.name
             ), audit as (${auditLine("till_code_created", "till", "opened", { actor: "$5", via: "$6" }, { after: FACTS })})
             select 1 from opened`,
      values: [partnerId, merchantIds, id, pairHash, actor, via],
    });
    return rowCount === 1;
  },

  async findPairing(hash) {
    const { rows } = await db.query<{ name: string; merchantName: string }>({
      name: "pairing",
      text: `select t.name, m.name as "merchantName"
               from tills t join merchants m on m.id = t.merchant_id and m.partner_id = t.partner_id
              where t.pair_hash = $1 and t.pair_expires_at > now() and t.revoked_at is null`,
      values: [hash],
    });
    return rows[0] ?? null;
  },

  async pair(hash, address) {
    const { rows } = await db.query<{ id: string; partnerId: string }>({
      name: "pair_till",
      text: `with paired as (
               update tills set pair_hash = null, pair_expires_at = null, paired_at = now()
                where pair_hash = $1 and pair_expires_at > now() and revoked_at is null
               returning id, partner_id, merchant_id, name
             ), former as (
               delete from console_sessions s using paired p where s.till_id = p.id and s.partner_id = p.partner_id
             ), audit as (${auditLine("till_paired", "till", "paired", { actor: "id || $2", via: "'console'" }, { after: FACTS })})
             select id, partner_id as "partnerId" from paired`,
      values: [hash, address === null ? "" : `@${address}`],
    });
    return rows[0] ?? null;
  },

  async revoke({ partnerId, merchantIds }, id, { actor, via }) {
    const { rowCount } = await db.query({
      name: "revoke_till",
      text: `with revoked as (
               update tills t set revoked_at = now(), pair_hash = null, pair_expires_at = null
                where ${IS_OWN} and t.id = $3 returning id, partner_id, merchant_id, name
             ), ended as (
               delete from console_sessions s using revoked r where s.till_id = r.id and s.partner_id = r.partner_id
             ), audit as (${auditLine("till_revoked", "till", "revoked", { actor: "$4", via: "$5" }, { before: FACTS })})
             select 1 from revoked`,
      values: [partnerId, merchantIds, id, actor, via],
    });
    return rowCount === 1;
  },
});
