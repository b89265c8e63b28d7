// Partners, their keys, and the wallet apps that the operator registered.
import { newId } from "../ids.ts";
import type { ApiKeyRecord, Partner, Role, WalletApp, WalletAppRecord } from "../merchant/partner.ts";
import type { FeePolicy } from "../payment/fee.ts";
import type { Queryable } from "./database.ts";
import { FEE_POLICY_COLUMNS, type FeePolicyRow, newestFeePolicy, toFeePolicy } from "./fee-policies.ts";

export interface LiveKey {
  readonly keyId: string;
  readonly partnerId: string;
  readonly role: Role;
  /** The API version that the key's partner is pinned to. */
  readonly version: string;
  /** The partner's own; null where it has none. */
  readonly fees: FeePolicy | null;
}

export function createPartnerStore(db: Queryable) {
  return {
    async insert(name: string, version: string): Promise<Partner> {
      const partner = { id: newId("partner"), name, version };
      await db.query({
        text: "insert into partners (id, name, version) values ($1, $2, $3)",
        values: [partner.id, name, version],
      });
      return partner;
    },

    async list(): Promise<readonly Partner[]> {
      const { rows } = await db.query<{ id: string; name: string; version: string }>({
        text: "select id, name, version from partners order by created_at, id",
      });
      return rows;
    },

    /** False where there is no such partner. */
    async pin(partnerId: string, version: string): Promise<boolean> {
      const { rowCount } = await db.query({
        text: "update partners set version = $2 where id = $1",
        values: [partnerId, version],
      });
      return rowCount === 1;
    },
  };
}

export function createKeyStore(db: Queryable) {
  return {
    /** The key with this SHA-256, unless it is revoked. */
    async findLive(hash: Buffer): Promise<LiveKey | null> {
      const { rows } = await db.query<FeePolicyRow & { id: string; partner_id: string; role: Role; version: string }>({
        name: "live_key",
        text: `select k.id, k.partner_id, k.role, p.version, ${FEE_POLICY_COLUMNS}
                 from api_keys k join partners p on p.id = k.partner_id ${newestFeePolicy("k.partner_id")}
                where k.hash = $1 and k.revoked_at is null`,
        values: [hash],
      });
      const [row] = rows;
      if (!row) return null;
      return {
        keyId: row.id,
        partnerId: row.partner_id,
        role: row.role,
        version: row.version,
        fees: toFeePolicy(row),
      };
    },

    /** Null where there is no such partner. */
    async insert(key: {
      partnerId: string;
      role: Role;
      hash: Buffer;
      prefix: string;
    }): Promise<{ keyId: string } | null> {
      const keyId = newId("key");
      const { rowCount } = await db.query({
        text: `insert into api_keys (id, partner_id, role, hash, prefix)
               select $1, id, $3, $4, $5 from partners where id = $2`,
        values: [keyId, key.partnerId, key.role, key.hash, key.prefix],
      });
      return rowCount === 1 ? { keyId } : null;
    },

    /** True where the key exists; revoking it again changes nothing. */
    async revoke(keyId: string): Promise<boolean> {
      const { rowCount } = await db.query({
        text: "update api_keys set revoked_at = coalesce(revoked_at, now()) where id = $1",
        values: [keyId],
      });
      return rowCount === 1;
    },

    async list(partnerId: string | null): Promise<readonly ApiKeyRecord[]> {
      const { rows } = await db.query<{
        id: string;
        partner_id: string;
        role: Role;
        prefix: string;
        created_at: Date;
        last_used_at: Date | null;
        revoked_at: Date | null;
      }>({
        text: `select id, partner_id, role, prefix, created_at, last_used_at, revoked_at from api_keys
                where $1::text is null or partner_id = $1 order by created_at, id`,
        values: [partnerId],
      });
      return rows.map((row) => ({
        id: row.id,
        partnerId: row.partner_id,
        role: row.role,
        prefix: row.prefix,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
        revokedAt: row.revoked_at,
      }));
    },
  };
}

interface WalletAppRow {
  id: string;
  name: string;
  created_at: Date;
  revoked_at: Date | null;
}

export function createWalletAppStore(db: Queryable) {
  return {
    /** The app of this id, unless it is revoked. */
    async findLive(appId: string): Promise<WalletApp | null> {
      const { rows } = await db.query<{ id: string; name: string }>({
        name: "live_wallet_app",
        text: "select id, name from wallet_apps where id = $1 and revoked_at is null",
        values: [appId],
      });
      return rows[0] ?? null;
    },

    /** False where the id is taken, if only by an app that is revoked: wallets in the field would get it back. */
    async insert(app: WalletApp): Promise<boolean> {
      const { rowCount } = await db.query({
        text: "insert into wallet_apps (id, name) values ($1, $2) on conflict do nothing",
        values: [app.id, app.name],
      });
      return rowCount === 1;
    },

    /** True where the app exists; revoking it again changes nothing. */
    async revoke(appId: string): Promise<boolean> {
      const { rowCount } = await db.query({
        text: "update wallet_apps set revoked_at = coalesce(revoked_at, now()) where id = $1",
        values: [appId],
      });
      return rowCount === 1;
    },

    async list(): Promise<readonly WalletAppRecord[]> {
      const { rows } = await db.query<WalletAppRow>({
        text: "select id, name, created_at, revoked_at from wallet_apps order by created_at, id",
      });
      return rows.map(({ id, name, created_at, revoked_at }) => ({
        id,
        name,
        createdAt: created_at,
        revokedAt: revoked_at,
      }));
    },
  };
}
