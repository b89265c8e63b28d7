// Console sessions. They are kept only in the database, so that every process refuses one as soon as it ends, its key is
// revoked or its user is removed.
import type { Actor } from "../merchant/audit.ts";
import type { Role } from "../merchant/partner.ts";
import {
  CONFIRMATION_LIFE_S,
  type ListedSession,
  SESSION_IDLE_S,
  SESSION_LIFE_S,
  SESSION_USE_S,
} from "../merchant/session.ts";
import type { SessionRole, UserRole } from "../merchant/user.ts";
import type { FeePolicy } from "../payment/fee.ts";
import { auditLine } from "./audit.ts";
import type { Queryable } from "./database.ts";
import { FEE_POLICY_COLUMNS, type FeePolicyRow, newestFeePolicy, toFeePolicy } from "./fee-policies.ts";

/** A session with the key or the user that it acts for. */
export interface LiveSession {
  readonly id: string;
  readonly partnerId: string;
  readonly partnerName: string;
  readonly role: SessionRole;
  /** The merchants that its user is limited to; null: all. */
  readonly merchantIds: readonly string[] | null;
  /** Exactly one of `key` and `user` is not null. */
  readonly key: { readonly id: string; readonly prefix: string } | null;
  readonly user: { readonly id: string; readonly name: string } | null;
  /** The API version that the partner is pinned to. */
  readonly version: string;
  /** The partner's policy; null if it has none. */
  readonly fees: FeePolicy | null;
  /** When it ends unless it is used. */
  readonly expiresAt: Date;
}

/** The key or the user that a session acts for. */
export interface SessionHolder {
  readonly type: "key" | "user";
  readonly id: string;
  readonly partnerId: string;
}

/** Where a sign-in comes from; null: unknown. */
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
  user_id: string | null;
  user_role: UserRole | null;
  user_name: string | null;
  merchant_ids: string[] | null;
  version: string;
  name: string;
  expires_at: Date;
}

export const IS_LIVE = `s.created_at > now() - interval '${SESSION_LIFE_S} seconds'
  and s.used_at > now() - interval '${SESSION_IDLE_S} seconds'`;

const HOLDERS = `
  left join api_keys k on k.id = s.key_id and k.partner_id = s.partner_id and k.revoked_at is null
  left join users u on u.id = s.user_id and u.partner_id = s.partner_id and u.removed_at is null`;

const FIND = `
  with used as (
    update console_sessions s set used_at = now()
     where s.hash = $1 and $2 and ${IS_LIVE} and s.used_at < now() - interval '${SESSION_USE_S} seconds'
    returning s.used_at
  )
  select s.id, s.partner_id, k.id as key_id, k.role as key_role, k.prefix,
         u.id as user_id, u.role as user_role, u.name as user_name, u.merchant_ids, p.version, p.name,
         least(s.created_at + interval '${SESSION_LIFE_S} seconds',
               coalesce((select used_at from used), s.used_at) + interval '${SESSION_IDLE_S} seconds') as expires_at,
         ${FEE_POLICY_COLUMNS}
    from console_sessions s ${HOLDERS}
    join partners p on p.id = s.partner_id ${newestFeePolicy("s.partner_id")}
   where s.hash = $1 and ${IS_LIVE} and (k.id is not null or u.id is not null)`;

const SELF = { actor: "id || coalesce('@' || host(address), '')", via: "'console'" } as const;
const HOLDER = "coalesce(key_id, user_id) as id, partner_id, null::text as merchant_id, address, user_id";

const selfLines = (action: "signed_in" | "signed_out", from: string): string => `
  of_key as (${auditLine(action, "key", `${from} where user_id is null`, SELF)}),
  of_user as (${auditLine(action, "user", `${from} where user_id is not null`, SELF)})`;

const FACTS_ENDED = "jsonb_build_object('sessions', ended)";
const endedLine = (subject: "key" | "user"): string =>
  auditLine(
    "sessions_ended",
    subject,
    `holder where ended > 0 and (id like 'usr\\_%') = ${subject === "user"}`,
    { actor: "$5", via: "$6" },
    { after: FACTS_ENDED },
  );

const END_SOME = `
  with ended as (
    delete from console_sessions
     where partner_id = $1 and coalesce(user_id, key_id) = $2 and ($3::text is null or id = $3)
       and ($4::bytea is null or hash <> $4)
    returning id
  ), holder as (
    select $2::text as id, $1::text as partner_id, null::text as merchant_id, count(*) as ended from ended
  ), of_key as (${endedLine("key")}), of_user as (${endedLine("user")})
  select ended::integer from holder`;

/** Sessions deleted per sweep; the next sweep takes the rest. */
const SWEEP_MAX = 1_000;

/** More than anyone has open. */
const LISTED_MAX = 100;

export interface SessionStore {
  /** @param former the browser's previous session, which ends; null: none */
  begin(hash: Buffer, holder: SessionHolder, origin: SessionOrigin, former: Buffer | null): Promise<void>;
  /**
   * The session with this SHA-256, unless it has ended, its key is revoked or its user is removed.
   * @param renews whether this use extends the session
   */
  find(hash: Buffer, use: { readonly renews: boolean }): Promise<LiveSession | null>;
  /** Ending it again changes nothing. */
  end(hash: Buffer): Promise<void>;
  /** The user has proved again who they are. */
  confirm(hash: Buffer): Promise<void>;
  /** Whether the user has just proved again who they are. A proof counts once. */
  takeConfirmation(hash: Buffer): Promise<boolean>;
  /** Live sessions of a key or a user, newest first. */
  list(holder: Omit<SessionHolder, "type">): Promise<readonly ListedSession[]>;
  /**
   * Ends sessions of a key or a user.
   * @param which one of them, or all except `but`
   * @returns how many ended
   */
  endOf(
    holder: Omit<SessionHolder, "type">,
    which: { readonly id?: string; readonly but?: Buffer },
    by: Actor,
  ): Promise<number>;
  /** Deletes ended sessions, at most a page. */
  forgetEnded(): Promise<{ readonly hasMore: boolean }>;
}

export const createSessionStore = (db: Queryable): SessionStore => ({ ...lifeOf(db), ...overviewOf(db) });

type Life = Pick<SessionStore, "begin" | "find" | "end" | "confirm" | "takeConfirmation">;

const lifeOf = (db: Queryable): Life => ({
  async begin(hash, { type, id, partnerId }, { address, agent }, former) {
    await db.query({
      name: "begin_session",
      text: `with former as (
               delete from console_sessions where hash = $7
             ), begun as (
               insert into console_sessions (hash, key_id, user_id, partner_id, address, agent)
               values ($1, $2, $3, $4, $5::inet, $6) returning ${HOLDER}
             ), ${selfLines("signed_in", "begun")} select 1`,
      values: [hash, type === "key" ? id : null, type === "user" ? id : null, partnerId, address, agent, former],
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
             ), ${selfLines("signed_out", "ended")} select 1`,
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

const overviewOf = (db: Queryable): Pick<SessionStore, "list" | "endOf" | "forgetEnded"> => ({
  async list({ partnerId, id }) {
    const { rows } = await db.query<ListedSession>({
      name: "sessions_of",
      text: `select s.id, s.created_at as "startedAt", s.used_at as "usedAt", host(s.address) as address, s.agent
               from console_sessions s
              where s.partner_id = $1 and coalesce(s.user_id, s.key_id) = $2 and ${IS_LIVE}
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

  async forgetEnded() {
    const { rowCount } = await db.query({
      name: "forget_sessions",
      text: `delete from console_sessions where hash in (
               select s.hash from console_sessions s ${HOLDERS}
                where not (${IS_LIVE}) or (k.id is null and u.id is null)
                order by s.created_at limit ${SWEEP_MAX} for update of s skip locked)`,
    });
    return { hasMore: rowCount === SWEEP_MAX };
  },
});

function toSession(row: SessionRow): LiveSession {
  const role = row.user_role ?? row.key_role;
  if (role === null || role === "wallet" || role === "pos") throw new TypeError(`the role ${role} has a session`);
  return {
    id: row.id,
    partnerId: row.partner_id,
    partnerName: row.name,
    role,
    merchantIds: row.merchant_ids,
    key: row.key_id === null ? null : { id: row.key_id, prefix: row.prefix ?? "" },
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? "" },
    version: row.version,
    fees: toFeePolicy(row),
    expiresAt: row.expires_at,
  };
}
