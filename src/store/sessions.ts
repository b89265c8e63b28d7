// Console sessions. They are kept only in the database, so that every process refuses one as soon as it ends or its key
// is revoked.
import type { Role } from "../merchant/partner.ts";
import { SESSION_IDLE_S, SESSION_LIFE_S, SESSION_USE_S } from "../merchant/session.ts";
import { auditLine, BY_OPERATOR } from "./audit.ts";
import type { Queryable } from "./database.ts";
import { FEE_POLICY_COLUMNS, type FeePolicyRow, newestFeePolicy, toFeePolicy } from "./fee-policies.ts";
import { IS_LIVE_KEY, type LiveKey } from "./keys.ts";

/** A session with the key that started it. */
export interface LiveSession extends LiveKey {
  readonly keyPrefix: string;
  readonly partnerName: string;
  /** When it ends unless it is used. */
  readonly expiresAt: Date;
}

interface SessionRow extends FeePolicyRow {
  key_id: string;
  partner_id: string;
  role: Role;
  version: string;
  prefix: string;
  name: string;
  expires_at: Date;
  allowed_addresses: string[];
  expires_in_ms: number | null;
}

const IS_LIVE = `s.created_at > now() - interval '${SESSION_LIFE_S} seconds'
  and s.used_at > now() - interval '${SESSION_IDLE_S} seconds'`;

const FIND = `
  with used as (
    update console_sessions s set used_at = now()
     where s.hash = $1 and $2 and ${IS_LIVE} and s.used_at < now() - interval '${SESSION_USE_S} seconds'
    returning s.used_at
  )
  select s.key_id, s.partner_id, k.role, p.version, k.prefix, p.name,
         k.allowed_addresses, extract(epoch from k.expires_at - now())::float8 * 1000 as expires_in_ms,
         least(k.expires_at, s.created_at + interval '${SESSION_LIFE_S} seconds',
               coalesce((select used_at from used), s.used_at) + interval '${SESSION_IDLE_S} seconds') as expires_at,
         ${FEE_POLICY_COLUMNS}
    from console_sessions s
    join api_keys k on k.id = s.key_id and k.partner_id = s.partner_id and ${IS_LIVE_KEY}
    join partners p on p.id = s.partner_id ${newestFeePolicy("s.partner_id")}
   where s.hash = $1 and ${IS_LIVE}`;

const BY_ITS_KEY = { actor: "id", via: "'console'" } as const;

/** Sessions deleted per sweep; the next sweep takes the rest. */
const SWEEP_MAX = 1_000;

export interface SessionStore {
  /** @param former the browser's previous session, which ends; null: none */
  begin(hash: Buffer, key: Pick<LiveKey, "keyId" | "partnerId">, former: Buffer | null): Promise<void>;
  /**
   * The session with this SHA-256, unless it has ended or its key is revoked.
   * @param renews whether this use extends the session
   */
  find(hash: Buffer, use: { readonly renews: boolean }): Promise<LiveSession | null>;
  /** Ending it again changes nothing. */
  end(hash: Buffer): Promise<void>;
  /** For the operator: ends every partner's sessions. @returns how many */
  endAll(): Promise<number>;
  /** Deletes ended sessions, at most a page. */
  forgetEnded(): Promise<{ readonly hasMore: boolean }>;
}

export function createSessionStore(db: Queryable): SessionStore {
  return {
    async begin(hash, { keyId, partnerId }, former) {
      await db.query({
        name: "begin_session",
        text: `with former as (
                 delete from console_sessions where hash = $4
               ), begun as (
                 insert into console_sessions (hash, key_id, partner_id) values ($1, $2, $3)
                 returning key_id as id, partner_id, null::text as merchant_id
               ) ${auditLine("signed_in", "key", "begun", BY_ITS_KEY)}`,
        values: [hash, keyId, partnerId, former],
      });
    },

    async find(hash, { renews }) {
      const { rows } = await db.query<SessionRow>({ name: "live_session", text: FIND, values: [hash, renews] });
      const [row] = rows;
      if (!row) return null;
      return {
        keyId: row.key_id,
        partnerId: row.partner_id,
        role: row.role,
        merchantId: null, // keys that are bound to one cannot sign in
        version: row.version,
        fees: toFeePolicy(row),
        allowedAddresses: row.allowed_addresses,
        expiresInMs: row.expires_in_ms,
        keyPrefix: row.prefix,
        partnerName: row.name,
        expiresAt: row.expires_at,
      };
    },

    async end(hash) {
      await db.query({
        name: "end_session",
        text: `with ended as (
                 delete from console_sessions where hash = $1
                 returning key_id as id, partner_id, null::text as merchant_id
               ) ${auditLine("signed_out", "key", "ended", BY_ITS_KEY)}`,
        values: [hash],
      });
    },

    async endAll() {
      const { rowCount } = await db.query({
        text: `with ended as (
                 delete from console_sessions returning key_id as id, partner_id, null::text as merchant_id
               ) ${auditLine("signed_out", "key", "ended", BY_OPERATOR)}`,
      });
      return rowCount ?? 0;
    },

    async forgetEnded() {
      const { rowCount } = await db.query({
        name: "forget_sessions",
        text: `delete from console_sessions where hash in (
                 select s.hash from console_sessions s
                   join api_keys k on k.id = s.key_id and k.partner_id = s.partner_id
                  where not (${IS_LIVE}) or not (${IS_LIVE_KEY})
                  order by s.created_at limit ${SWEEP_MAX} for update of s skip locked)`,
      });
      return { hasMore: rowCount === SWEEP_MAX };
    },
  };
}
