// API keys. Creating and revoking one writes a line in the audit log in the same statement.
import { newId } from "../../ids.ts";
import { type Actor, ON_COMMAND_LINE } from "../../merchant/audit.ts";
import type { ApiKeyRecord, Role } from "../../merchant/partner.ts";
import type { FeePolicy } from "../../payment/fee.ts";
import { auditLine, BY_OPERATOR } from "../audit/audit.ts";
import type { Queryable } from "../database/database.ts";
import { FEE_POLICY_COLUMNS, type FeePolicyRow, newestFeePolicy, toFeePolicy } from "./fee-policies.ts";

export interface LiveKey {
  readonly keyId: string;
  readonly partnerId: string;
  readonly role: Role;
  /** The merchant that a key of the role pos or charges acts for; null for other roles. */
  readonly merchantId: string | null;
  /** The API version that the key's partner is pinned to. */
  readonly version: string;
  /** The partner's policy; null if it has none. */
  readonly fees: FeePolicy | null;
  /** The networks from which the key may be used; empty: any address. */
  readonly allowedAddresses: readonly string[];
  /** Milliseconds until the key expires, by the database's clock; null: never. */
  readonly expiresInMs: number | null;
}

export interface NewKey {
  readonly partnerId: string;
  readonly role: Role;
  /** The merchant that a key of the role pos or charges acts for. */
  readonly merchantId?: string;
  /** The owner's name for the key. */
  readonly label?: string;
  readonly hash: Buffer;
  readonly prefix: string;
  /** The default is never. */
  readonly expiresAt?: Date | null;
  /** Canonical networks; the default is any address. */
  readonly allowedAddresses?: readonly string[];
}

export interface KeyStore {
  /** The key with this SHA-256, unless it is revoked or has expired. */
  findLive(hash: Buffer): Promise<LiveKey | null>;
  /** Null if there is no such partner or merchant. @param by the operator on the command line, unless given */
  insert(key: NewKey, by?: Actor): Promise<{ keyId: string } | null>;
  /**
   * Makes any partner's live key expire at `at`, unless it expires earlier; for the operator. False if the key is
   * unknown or not live.
   */
  expire(keyId: string, at: Date): Promise<boolean>;
  /**
   * Revokes any partner's key. False if there is no such key. Revoking it again changes nothing.
   * @param by the operator on the command line, unless given
   */
  revoke(keyId: string, by?: Actor): Promise<boolean>;
  /** Revokes a partner's own key. The last key with the role partner stays, so that no partner is locked out. */
  revokeOwn(partnerId: string, keyId: string, by: Actor): Promise<"revoked" | "is_last" | "not_found">;
  /** Keys, oldest first. @param partnerId null: keys of all partners */
  list(partnerId: string | null): Promise<readonly ApiKeyRecord[]>;
}

interface KeyRow {
  id: string;
  partner_id: string;
  role: Role;
  merchant_id: string | null;
  prefix: string;
  label: string | null;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
  expires_at: Date | null;
  allowed_addresses: string[];
}

type LiveKeyRow = FeePolicyRow &
  Pick<KeyRow, "id" | "partner_id" | "role" | "merchant_id" | "allowed_addresses"> & {
    version: string;
    expires_in_ms: number | null;
  };

/** A condition on a row of `api_keys` aliased `k`. */
export const IS_LIVE_KEY = "k.revoked_at is null and (k.expires_at is null or k.expires_at > now())";

const FACTS = `jsonb_strip_nulls(jsonb_build_object('role', role, 'prefix', prefix, 'label', label,
  'expiresAt', expires_at, 'allowedAddresses', nullif(to_jsonb(allowed_addresses), '[]'::jsonb)))`;
/** The columns that an audit line needs. */
const AUDITED = "id, partner_id, merchant_id, role, prefix, label, expires_at, allowed_addresses";

const INSERT = `
  with key as (
    insert into api_keys (id, partner_id, role, hash, prefix, merchant_id, expires_at, allowed_addresses, label)
    select $1, p.id, $3, $4, $5, $8, $9, $10, $11 from partners p
     where p.id = $2 and ($8::text is null or exists (
       select from merchants m where m.partner_id = p.id and m.id = $8 and m.deleted_at is null))
    returning ${AUDITED}
  ), audit as (${auditLine("key_created", "key", "key", { actor: "$6", via: "$7" }, { after: FACTS })})
  select id from key`;

// The partner's live keys are locked first, so the second of two concurrent revocations sees the first. With $3, the
// last key cannot be revoked.
const REVOKE = `
  with live as materialized (
    select k.id
      from api_keys k
      join api_keys own on own.id = $1 and own.partner_id = k.partner_id and ($2::text is null or own.partner_id = $2)
     where k.role = 'partner' and ${IS_LIVE_KEY} order by k.id for no key update of k
  ), is_last as (
    select $3 and count(*) = 1 and bool_or(id = $1) as yes from live
  ), revoked as (
    update api_keys set revoked_at = now()
     where id = $1 and ($2::text is null or partner_id = $2) and revoked_at is null and not (select yes from is_last)
    returning ${AUDITED}
  ), audit as (${auditLine("key_revoked", "key", "revoked", { actor: "$4", via: "$5" }, { before: FACTS })})
  select (select yes from is_last) as is_last from api_keys where id = $1 and ($2::text is null or partner_id = $2)`;

// The audit log shows an expiring key as revoked, with the time at which it ends.
const EXPIRE = `
  with old as (
    select k.id, k.partner_id, k.expires_at from api_keys k where k.id = $1 and ${IS_LIVE_KEY} for no key update
  ), ending as (
    update api_keys k set expires_at = least(old.expires_at, $2::timestamptz) from old
     where k.id = old.id and k.partner_id = old.partner_id
    returning k.*
  ), audit as (${auditLine("key_revoked", "key", "ending", BY_OPERATOR, { before: "jsonb_build_object('role', role, 'prefix', prefix)", after: "jsonb_build_object('expiresAt', expires_at)" })})
  select from old`;

export const createKeyStore = (db: Queryable): KeyStore => ({ ...keyReads(db), ...keyWrites(db) });

const keyReads = (db: Queryable): Pick<KeyStore, "findLive" | "list"> => ({
  async findLive(hash) {
    const { rows } = await db.query<LiveKeyRow>({
      name: "live_key",
      text: `select k.id, k.partner_id, k.role, k.merchant_id, p.version, k.allowed_addresses,
                    extract(epoch from k.expires_at - now())::float8 * 1000 as expires_in_ms, ${FEE_POLICY_COLUMNS}
               from api_keys k join partners p on p.id = k.partner_id ${newestFeePolicy("k.partner_id")}
              where k.hash = $1 and ${IS_LIVE_KEY}`,
      values: [hash],
    });
    const [row] = rows;
    if (!row) return null;
    return {
      keyId: row.id,
      partnerId: row.partner_id,
      role: row.role,
      merchantId: row.merchant_id,
      version: row.version,
      fees: toFeePolicy(row),
      allowedAddresses: row.allowed_addresses,
      expiresInMs: row.expires_in_ms,
    };
  },

  async list(partnerId) {
    const { rows } = await db.query<KeyRow>({
      text: `select id, partner_id, role, merchant_id, prefix, label, created_at, last_used_at, revoked_at, expires_at,
                    allowed_addresses
               from api_keys
              where $1::text is null or partner_id = $1 order by created_at, id`,
      values: [partnerId],
    });
    return rows.map((row) => ({
      id: row.id,
      partnerId: row.partner_id,
      role: row.role,
      merchantId: row.merchant_id,
      prefix: row.prefix,
      label: row.label,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      revokedAt: row.revoked_at,
      expiresAt: row.expires_at,
      allowedAddresses: row.allowed_addresses,
    }));
  },
});

const keyWrites = (db: Queryable): Pick<KeyStore, "insert" | "expire" | "revoke" | "revokeOwn"> => ({
  async insert(key, { actor, via } = ON_COMMAND_LINE) {
    const { partnerId, role, hash, prefix, merchantId = null, label = null } = key;
    const { expiresAt = null, allowedAddresses = [] } = key;
    const keyId = newId("key");
    const { rowCount } = await db.query({
      name: "insert_key",
      text: INSERT,
      values: [keyId, partnerId, role, hash, prefix, actor, via, merchantId, expiresAt, allowedAddresses, label],
    });
    return rowCount === 1 ? { keyId } : null;
  },

  async expire(keyId, at) {
    const { rowCount } = await db.query({ name: "expire_key", text: EXPIRE, values: [keyId, at] });
    return rowCount === 1;
  },

  async revoke(keyId, { actor, via } = ON_COMMAND_LINE) {
    const { rowCount } = await db.query({
      name: "revoke_key",
      text: REVOKE,
      values: [keyId, null, false, actor, via],
    });
    return rowCount === 1;
  },

  async revokeOwn(partnerId, keyId, { actor, via }) {
    const { rows } = await db.query<{ is_last: boolean | null }>({
      name: "revoke_key",
      text: REVOKE,
      values: [keyId, partnerId, true, actor, via],
    });
    const [row] = rows;
    if (!row) return "not_found";
    return row.is_last ? "is_last" : "revoked";
  },
});
