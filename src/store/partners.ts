// Partners, and the wallet apps that the operator registered. Changes of a partner are written to the audit log.
import { newId } from "../ids.ts";
import type { Partner, WalletApp, WalletAppRecord } from "../merchant/partner.ts";
import { auditLine, BY_OPERATOR } from "./audit.ts";
import type { Queryable } from "./database.ts";

export interface PartnerStore {
  insert(name: string, version: string): Promise<Partner>;
  list(): Promise<readonly Partner[]>;
  /** Pins a partner to an API version. False if there is no such partner. */
  pin(partnerId: string, version: string): Promise<boolean>;
  /** Schemes and origins to which its checkout pages may return buyers; null if there is no such partner. */
  returnTargets(partnerId: string): Promise<readonly string[] | null>;
  /** Replaces them. False if there is no such partner. */
  setReturnTargets(partnerId: string, targets: readonly string[]): Promise<boolean>;
}

export function createPartnerStore(db: Queryable): PartnerStore {
  return {
    async insert(name, version) {
      const partner = { id: newId("partner"), name, version };
      await db.query({
        text: `with partner as (
                 insert into partners (id, name, version) values ($1, $2, $3)
                 returning id, id as partner_id, null::text as merchant_id, name, version
               ) ${auditLine("partner_created", "partner", "partner", BY_OPERATOR, {
                 after: "jsonb_build_object('name', name, 'version', version)",
               })}`,
        values: [partner.id, name, version],
      });
      return partner;
    },

    async list() {
      const { rows } = await db.query<{ id: string; name: string; version: string }>({
        text: "select id, name, version from partners order by created_at, id",
      });
      return rows;
    },

    async pin(partnerId, version) {
      const { rowCount } = await db.query({
        text: `with old as (
                 select id, version from partners where id = $1 for no key update
               ), pinned as (
                 update partners p set version = $2 from old where p.id = old.id and old.version <> $2
                 returning p.id, p.id as partner_id, null::text as merchant_id, old.version as former, p.version
               ), audit as (${auditLine("partner_pinned", "partner", "pinned", BY_OPERATOR, {
                 before: "jsonb_build_object('version', former)",
                 after: "jsonb_build_object('version', version)",
               })})
               select 1 from old`,
        values: [partnerId, version],
      });
      return rowCount === 1;
    },

    async returnTargets(partnerId) {
      const { rows } = await db.query<{ return_urls: string[] }>({
        name: "return_targets",
        text: "select return_urls from partners where id = $1",
        values: [partnerId],
      });
      return rows[0]?.return_urls ?? null;
    },

    async setReturnTargets(partnerId, targets) {
      const { rowCount } = await db.query({
        text: `with old as (
                 select id, return_urls from partners where id = $1 for no key update
               ), changed as (
                 update partners p set return_urls = $2 from old where p.id = old.id and old.return_urls <> $2
                 returning p.id, p.id as partner_id, null::text as merchant_id, old.return_urls as former, p.return_urls
               ), audit as (${auditLine("return_urls_changed", "partner", "changed", BY_OPERATOR, {
                 before: "jsonb_build_object('returnUrls', former)",
                 after: "jsonb_build_object('returnUrls', return_urls)",
               })})
               select 1 from old`,
        values: [partnerId, targets],
      });
      return rowCount === 1;
    },
  };
}

interface WalletAppRow {
  id: string;
  name: string;
  created_at: Date;
  revoked_at: Date | null;
}

export interface WalletAppStore {
  /** The app with this id, unless it is revoked. */
  findLive(appId: string): Promise<WalletApp | null>;
  /** False if the id is taken, even by a revoked app: wallets in the field would get it back. */
  insert(app: WalletApp): Promise<boolean>;
  /** False if there is no such app; revoking it again changes nothing. */
  revoke(appId: string): Promise<boolean>;
  list(): Promise<readonly WalletAppRecord[]>;
}

export function createWalletAppStore(db: Queryable): WalletAppStore {
  return {
    async findLive(appId) {
      const { rows } = await db.query<{ id: string; name: string }>({
        name: "live_wallet_app",
        text: "select id, name from wallet_apps where id = $1 and revoked_at is null",
        values: [appId],
      });
      return rows[0] ?? null;
    },

    async insert(app) {
      const { rowCount } = await db.query({
        text: "insert into wallet_apps (id, name) values ($1, $2) on conflict do nothing",
        values: [app.id, app.name],
      });
      return rowCount === 1;
    },

    async revoke(appId) {
      const { rowCount } = await db.query({
        text: "update wallet_apps set revoked_at = coalesce(revoked_at, now()) where id = $1",
        values: [appId],
      });
      return rowCount === 1;
    },

    async list() {
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
