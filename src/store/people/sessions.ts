// Console sessions. They exist only in the database, so every process refuses a session as soon as the session or its
// key, user or till ends.
import type { Actor } from "../../merchant/audit.ts";
import type { Role } from "../../merchant/partner.ts";
import {
  CONFIRMATION_LIFE_S,
  type ListedSession,
  SESSION_IDLE_S,
  SESSION_LIFE_S,
  SESSION_USE_S,
  TILL_IDLE_S,
} from "../../merchant/session.ts";
import type { SessionRole, UserRole } from "../../merchant/user.ts";
import type { FeePolicy } from "../../payment/fee.ts";
import { auditLine, BY_OPERATOR } from "../audit/audit.ts";
import type { Queryable } from "../database/database.ts";
import { FEE_POLICY_COLUMNS, type FeePolicyRow, newestFeePolicy, toFeePolicy } from "./fee-policies.ts";
import { IS_LIVE_KEY } from "./keys.ts";

/** A session with the key, the user or the till that it acts for. */
export interface LiveSession {
  readonly id: string;
  readonly partnerId: string;
  readonly partnerName: string;
  readonly role: SessionRole;
  /** The merchants that the session is limited to; null: all. */
  readonly merchantIds: readonly string[] | null;
  /** Exactly one of `key`, `user` and `till` is not null. */
  readonly key: { readonly id: string; readonly prefix: string; readonly label: string | null } | null;
  readonly user: { readonly id: string; readonly name: string } | null;
  /** `code` begins the references of its sales. */
  readonly till: { readonly id: string; readonly name: string; readonly code: string } | null;
  /** The API version that the partner is pinned to. */
  readonly version: string;
  /** The partner's policy; null if it has none. */
  readonly fees: FeePolicy | null;
  /** The networks from which the session's key may be used; empty: any address. */
  readonly allowedAddresses: readonly string[];
  /** Milliseconds until the session's key expires, by the database's clock; null: never. */
  readonly expiresInMs: number | null;
  /** The time at which an unused session ends. */
  readonly expiresAt: Date;
}

/** The key, the user or the till that a session acts for. */
export interface SessionHolder {
  readonly type: "key" | "user" | "till";
  readonly id: string;
  readonly partnerId: string;
  /** The stored password that was checked. No session begins if it has been replaced since. */
  readonly password?: string | null;
}

/** The source of a sign-in; null: unknown. */
export interface SessionOrigin {
  readonly address: string | null;
  readonly agent: string | null;
}

interface SessionRow extends FeePolicyRow {
  id: string;
  partner_id: string;
  key_id: string | null;
  key_role: Role | null;
  prefix: string | null;
  key_label: string | null;
  user_id: string | null;
  user_role: UserRole | null;
  user_name: string | null;
  merchant_ids: string[] | null;
  till_id: string | null;
  till_name: string | null;
  till_code: string | null;
  till_merchant: string | null;
  version: string;
  name: string;
  expires_at: Date;
  allowed_addresses: string[];
  expires_in_ms: number | null;
}

export const IS_LIVE = `case when s.till_id is null
    then s.created_at > now() - interval '${SESSION_LIFE_S} seconds'
         and s.used_at > now() - interval '${SESSION_IDLE_S} seconds'
    else s.used_at > now() - interval '${TILL_IDLE_S} seconds' end`;

const HOLDERS = `
  left join api_keys k on k.id = s.key_id and k.partner_id = s.partner_id and ${IS_LIVE_KEY}
  left join users u on u.id = s.user_id and u.partner_id = s.partner_id and u.removed_at is null
  left join tills t on t.id = s.till_id and t.partner_id = s.partner_id and t.revoked_at is null`;
/** Whether the session's key, user or till is still live. */
const IS_HELD = "num_nonnulls(k.id, u.id, t.id) = 1";

const FIND = `
  with used as (
    update console_sessions s set used_at = now()
     where s.hash = $1 and $2 and ${IS_LIVE} and s.used_at < now() - interval '${SESSION_USE_S} seconds'
    returning s.used_at
  )
  select s.id, s.partner_id, k.id as key_id, k.role as key_role, k.prefix, k.label as key_label,
         coalesce(k.allowed_addresses, '{}') as allowed_addresses,
         extract(epoch from k.expires_at - now())::float8 * 1000 as expires_in_ms,
         u.id as user_id, u.role as user_role, u.name as user_name, u.merchant_ids,
         t.id as till_id, t.name as till_name, t.code as till_code, t.merchant_id as till_merchant, p.version, p.name,
         case when s.till_id is not null then s.used_at + interval '${TILL_IDLE_S} seconds'
              else least(k.expires_at, s.created_at + interval '${SESSION_LIFE_S} seconds',
                coalesce((select used_at from used), s.used_at) + interval '${SESSION_IDLE_S} seconds')
         end as expires_at,
         ${FEE_POLICY_COLUMNS}
    from console_sessions s ${HOLDERS}
    join partners p on p.id = s.partner_id ${newestFeePolicy("s.partner_id")}
   where s.hash = $1 and ${IS_LIVE} and ${IS_HELD}`;

const SELF = { actor: "id || coalesce('@' || host(address), '')", via: "'console'" } as const;
const HOLDER =
  "coalesce(key_id, user_id, till_id) as id, partner_id, null::text as merchant_id, address, key_id, user_id, till_id";

const lines = (action: "signed_in" | "signed_out", from: string, by: { actor: string; via: string } = SELF): string => `
  of_key as (${auditLine(action, "key", `${from} where key_id is not null`, by)}),
  of_user as (${auditLine(action, "user", `${from} where user_id is not null`, by)}),
  of_till as (${auditLine(action, "till", `${from} where till_id is not null`, by)})`;

/** Prefixes of the holders' ids, as LIKE patterns. */
const PREFIXES = { key: "key\\_", user: "usr\\_", till: "till\\_" } as const;
const FACTS_ENDED = "jsonb_build_object('sessions', ended)";
const endedLine = (subject: SessionHolder["type"]): string =>
  auditLine(
    "sessions_ended",
    subject,
    `holder where ended > 0 and id like '${PREFIXES[subject]}%'`,
    { actor: "$5", via: "$6" },
    { after: FACTS_ENDED },
  );

const END_SOME = `
  with ended as (
    delete from console_sessions
     where partner_id = $1 and coalesce(user_id, key_id, till_id) = $2 and ($3::text is null or id = $3)
       and ($4::bytea is null or hash <> $4)
    returning id
  ), holder as (
    select $2::text as id, $1::text as partner_id, null::text as merchant_id, count(*) as ended from ended
  ), of_key as (${endedLine("key")}), of_user as (${endedLine("user")}), of_till as (${endedLine("till")})
  select ended::integer from holder`;

/** Sessions deleted per sweep; the next sweep takes the rest. */
const SWEEP_MAX = 1_000;

/** No holder has this many sessions open. */
const LISTED_MAX = 100;

export interface SessionStore {
  /** @param previous the browser's previous session, which ends; null: none */
  begin(hash: Buffer, holder: SessionHolder, origin: SessionOrigin, previous: Buffer | null): Promise<void>;
  /**
   * The session with this SHA-256, unless it has ended, its key is revoked or its user is removed.
   * @param renews whether this use extends the session
   */
  find(hash: Buffer, use: { readonly renews: boolean }): Promise<LiveSession | null>;
  /** Ends the session. Ending it again changes nothing. */
  end(hash: Buffer): Promise<void>;
  /** The user has proved again who they are. */
  confirm(hash: Buffer): Promise<void>;
  /** Whether the user has just proved again who they are. A proof counts once. */
  takeConfirmation(hash: Buffer): Promise<boolean>;
  /** Live sessions of a key or a user, newest first. */
  list(holder: Omit<SessionHolder, "type">): Promise<readonly ListedSession[]>;
  /**
   * Ends sessions of a key or a user.
   * @param which one session, or all except `but`
   * @returns how many ended
   */
  endOf(
    holder: Omit<SessionHolder, "type">,
    which: { readonly id?: string; readonly but?: Buffer },
    by: Actor,
  ): Promise<number>;
  /** Ends every partner's sessions, for the operator. @returns how many */
  endAll(): Promise<number>;
  /** Deletes ended sessions, at most a page. */
  forgetEnded(): Promise<{ readonly hasMore: boolean }>;
}

export const createSessionStore = (db: Queryable): SessionStore => ({ ...lifeOf(db), ...overviewOf(db) });

type Life = Pick<SessionStore, "begin" | "find" | "end" | "confirm" | "takeConfirmation">;

const lifeOf = (db: Queryable): Life => ({
  async begin(hash, { type, id, partnerId, password = null }, { address, agent }, previous) {
    const idOf = (holder: SessionHolder["type"]): string | null => (type === holder ? id : null);
    await db.query({
      name: "begin_session",
      text: `with former as (
               delete from console_sessions where hash = $7
             ), current as materialized (
               select id from users where id = $3 and partner_id = $4 and password = $9 for share
             ), begun as (
               insert into console_sessions (hash, key_id, user_id, till_id, partner_id, address, agent)
               select $1, $2, $3, $8, $4, $5::inet, $6 where $9::text is null or exists (select from current)
               returning ${HOLDER}
             ), ${lines("signed_in", "begun")} select 1`,
      values: [hash, idOf("key"), idOf("user"), partnerId, address, agent, previous, idOf("till"), password],
    });
  },

  async find(hash, { renews }) {
    const { rows } = await db.query<SessionRow>({ name: "live_session", text: FIND, values: [hash, renews] });
    return rows[0] ? toSession(rows[0]) : null;
  },

  async end(hash) {
    await db.query({
      name: "end_session",
      text: `with ended as (
               delete from console_sessions where hash = $1 returning ${HOLDER}
             ), ${lines("signed_out", "ended")} select 1`,
      values: [hash],
    });
  },

  async confirm(hash) {
    await db.query({
      name: "confirm_session",
      text: "update console_sessions set confirmed_at = now() where hash = $1",
      values: [hash],
    });
  },

  async takeConfirmation(hash) {
    const { rowCount } = await db.query({
      name: "take_confirmation",
      text: `update console_sessions set confirmed_at = null
              where hash = $1 and confirmed_at > now() - interval '${CONFIRMATION_LIFE_S} seconds'`,
      values: [hash],
    });
    return rowCount === 1;
  },
});

const overviewOf = (db: Queryable): Pick<SessionStore, "list" | "endOf" | "endAll" | "forgetEnded"> => ({
  async list({ partnerId, id }) {
    const { rows } = await db.query<ListedSession>({
      name: "sessions_of",
      text: `select s.id, s.created_at as "startedAt", s.used_at as "usedAt", host(s.address) as address, s.agent
               from console_sessions s
              where s.partner_id = $1 and coalesce(s.user_id, s.key_id, s.till_id) = $2 and ${IS_LIVE}
              order by s.created_at desc limit ${LISTED_MAX}`,
      values: [partnerId, id],
    });
    return rows;
  },

  async endOf({ partnerId, id }, which, { actor, via }) {
    const values = [partnerId, id, which.id ?? null, which.but ?? null, actor, via];
    const { rows } = await db.query<{ ended: number }>({ name: "end_sessions", text: END_SOME, values });
    return rows[0]?.ended ?? 0;
  },

  async endAll() {
    const { rows } = await db.query<{ ended: number }>({
      text: `with ended as (delete from console_sessions returning ${HOLDER}),
             ${lines("signed_out", "ended", BY_OPERATOR)} select count(*)::integer as ended from ended`,
    });
    return rows[0]?.ended ?? 0;
  },

  async forgetEnded() {
    const { rowCount } = await db.query({
      name: "forget_sessions",
      text: `delete from console_sessions where hash in (
               select s.hash from console_sessions s ${HOLDERS}
                where not (${IS_LIVE}) or not (${IS_HELD})
                order by s.created_at limit ${SWEEP_MAX} for update of s skip locked)`,
    });
    return { hasMore: rowCount === SWEEP_MAX };
  },
});

function toSession(row: SessionRow): LiveSession {
  const till = row.till_id === null ? null : { id: row.till_id, name: row.till_name ?? "", code: row.till_code ?? "" };
  const role = till ? "till" : (row.user_role ?? row.key_role);
  if (role === null || role === "wallet" || role === "charges" || role === "pos") {
    throw new TypeError(`the role ${role} has a session`);
  }
  return {
    id: row.id,
    partnerId: row.partner_id,
    partnerName: row.name,
    role,
    merchantIds: row.till_merchant === null ? row.merchant_ids : [row.till_merchant],
    key: row.key_id === null ? null : { id: row.key_id, prefix: row.prefix ?? "", label: row.key_label },
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? "" },
    till,
    version: row.version,
    fees: toFeePolicy(row),
    allowedAddresses: row.allowed_addresses,
    expiresInMs: row.expires_in_ms,
    expiresAt: row.expires_at,
  };
}
