// Partners, and the wallet apps that the operator registered. Changes of a partner are written to the audit log.
import { newId } from "../../ids.ts";
import { type Actor, type AuditAction, ON_COMMAND_LINE } from "../../merchant/audit.ts";
import { testTwinOf } from "../../merchant/mode.ts";
import type { Partner, WalletApp, WalletAppRecord } from "../../merchant/partner.ts";
import type { Branding } from "../../payment/branding/branding.ts";
import type { DepositTolerance } from "../../payment/deposit.ts";
import { auditLine, BY_OPERATOR } from "../audit/audit.ts";
import type { Queryable } from "../database/database.ts";

export interface PartnerStore {
  /** Also inserts its test twin, which gets every setting of the partner that changes later. */
  insert(name: string, version: string): Promise<Partner>;
  /** Test twins too. */
  exists(partnerId: string): Promise<boolean>;
  /** Without test twins. */
  list(): Promise<readonly Partner[]>;
  /** Pins a partner to an API version. False if there is no such partner. */
  pin(partnerId: string, version: string): Promise<boolean>;
  /** Schemes and origins to which its checkout pages may return buyers; null if there is no such partner. */
  returnTargets(partnerId: string): Promise<readonly string[] | null>;
  /** Replaces the return targets. False if there is no such partner. */
  setReturnTargets(partnerId: string, targets: readonly string[]): Promise<boolean>;
  /** Origins whose pages may frame its checkout pages; null if there is no such partner. */
  embedOrigins(partnerId: string): Promise<readonly string[] | null>;
  /** Replaces the embed origins. False if there is no such partner. */
  setEmbedOrigins(partnerId: string, origins: readonly string[]): Promise<boolean>;
  /** Undefined if there is no such partner, null if it has none. */
  depositTolerance(partnerId: string): Promise<DepositTolerance | null | undefined>;
  /** Replaces the tolerance of new deposit addresses; null removes it. False if there is no such partner. */
  setDepositTolerance(partnerId: string, tolerance: DepositTolerance | null): Promise<boolean>;
  /** Undefined if there is no such partner, null if it has no branding. */
  branding(partnerId: string): Promise<Branding | null | undefined>;
  /** Replaces the branding; null removes it. False if there is no such partner. @param by by default the operator */
  setBranding(partnerId: string, branding: Branding | null, by?: Actor): Promise<boolean>;
}

export function createPartnerStore(db: Queryable): PartnerStore {
  return {
    async insert(name, version) {
      const partner = { id: newId("partner"), name, version };
      await db.query({
        text: `with partner as (
                 insert into partners (id, name, version) values ($1, $2, $3)
                 returning id, id as partner_id, null::text as merchant_id, name, version
               ), twin as (
                 insert into partners (id, name, version) values ($4, $2, $3)
               ) ${auditLine("partner_created", "partner", "partner", BY_OPERATOR, {
                 after: "jsonb_build_object('name', name, 'version', version)",
               })}`,
        values: [partner.id, name, version, testTwinOf(partner.id)],
      });
      return partner;
    },

    async exists(partnerId) {
      const { rows } = await db.query({ text: "select 1 from partners where id = $1", values: [partnerId] });
      return rows.length > 0;
    },

    async list() {
      const { rows } = await db.query<{ id: string; name: string; version: string }>({
        text: "select id, name, version from partners where live_id is null order by created_at, id",
      });
      return rows;
    },

    pin: (partnerId, version) => change(db, VERSION, partnerId, version),

    async returnTargets(partnerId) {
      const { rows } = await db.query<{ return_urls: string[] }>({
        name: "return_targets",
        text: "select return_urls from partners where id = $1",
        values: [partnerId],
      });
      return rows[0]?.return_urls ?? null;
    },

    setReturnTargets: (partnerId, targets) => change(db, RETURN_TARGETS, partnerId, targets),

    async embedOrigins(partnerId) {
      const { rows } = await db.query<{ embed_origins: string[] }>({
        name: "embed_origins",
        text: "select embed_origins from partners where id = $1",
        values: [partnerId],
      });
      return rows[0]?.embed_origins ?? null;
    },

    setEmbedOrigins: (partnerId, origins) => change(db, EMBED_ORIGINS, partnerId, origins),

    async depositTolerance(partnerId) {
      const { rows } = await db.query<{ deposit_tolerance: StoredTolerance | null }>({
        name: "deposit_tolerance",
        text: "select deposit_tolerance from partners where id = $1",
        values: [partnerId],
      });
      const stored = rows[0]?.deposit_tolerance;
      const mostOf = ({ most }: StoredTolerance) =>
        new Map(Object.entries(most).map(([currency, value]) => [currency, BigInt(value)]));
      return stored && { ppm: BigInt(stored.ppm), most: mostOf(stored) };
    },

    setDepositTolerance: (partnerId, tolerance) =>
      change(db, DEPOSIT_TOLERANCE, partnerId, tolerance && toStored(tolerance)),

    async branding(partnerId) {
      const { rows } = await db.query<{ branding: Branding | null }>({
        text: "select branding from partners where id = $1",
        values: [partnerId],
      });
      return rows[0]?.branding;
    },

    setBranding: (partnerId, branding, by) => change(db, BRANDING, partnerId, branding, by),
  };
}

interface StoredTolerance {
  readonly ppm: number;
  readonly most: Readonly<Record<string, string>>;
}

const toStored = ({ ppm, most }: DepositTolerance): StoredTolerance => ({
  ppm: Number(ppm),
  most: Object.fromEntries([...most].map(([currency, value]) => [currency, value.toString()])),
});

/** A column that an operator changes. */
interface Setting {
  readonly column: string;
  /** Its name in the audit log. */
  readonly shown: string;
  readonly action: AuditAction;
}

const VERSION: Setting = { column: "version", shown: "version", action: "partner_pinned" };
const EMBED_ORIGINS: Setting = {
  column: "embed_origins",
  shown: "embedOrigins",
  action: "embed_origins_changed",
};
const BRANDING: Setting = { column: "branding", shown: "branding", action: "branding_changed" };
const DEPOSIT_TOLERANCE: Setting = {
  column: "deposit_tolerance",
  shown: "depositTolerance",
  action: "deposit_tolerance_changed",
};
const RETURN_TARGETS: Setting = { column: "return_urls", shown: "returnUrls", action: "return_urls_changed" };

/** Writes an audit line if the value differs; the test twin follows. @returns false if there is no such partner */
async function change(
  db: Queryable,
  { column, shown, action }: Setting,
  partnerId: string,
  value: string | readonly string[] | Branding | StoredTolerance | null,
  { actor, via }: Actor = ON_COMMAND_LINE,
): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `with old as (
             select id, ${column} from partners where $1 in (id, live_id) for no key update
           ), changed as (
             update partners p set ${column} = $2 from old where p.id = old.id and old.${column} is distinct from $2
             returning p.id, p.id as partner_id, null::text as merchant_id, old.${column} as former, p.${column}
           ), audit as (${auditLine(
             action,
             "partner",
             "changed",
             { actor: "$3", via: "$4" },
             {
               before: `jsonb_build_object('${shown}', former)`,
               after: `jsonb_build_object('${shown}', ${column})`,
             },
           )})
           select 1 from old`,
    values: [partnerId, value, actor, via],
  });
  return rowCount !== 0;
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
