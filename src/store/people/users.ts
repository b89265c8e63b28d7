// Users of partners. Each change writes its line in the audit log, which never contains personal data.
import type { Actor } from "../../merchant/audit.ts";
import { testTwinOf } from "../../merchant/mode.ts";
import type { User, UserRole } from "../../merchant/user.ts";
import { auditLine } from "../audit/audit.ts";
import type { Queryable } from "../database/database.ts";
import { invitationsOf } from "./invitations.ts";
import { ownersOf } from "./owners.ts";
import { mayGain } from "./second-person.ts";
import { IS_LIVE } from "./sessions.ts";
import { AS_SUBJECT, FACTS, OWNS_MERCHANTS, type UserPlace, type UserRights } from "./user-rights.ts";
import { type SignInUser, usersOfEmail } from "./users-of-email.ts";

interface UserRow {
  id: string;
  partner_id: string;
  role: UserRole;
  merchant_ids: string[] | null;
  name: string;
  email: string | null;
  created_at: Date;
  joined_at: Date | null;
  invite_expires_at: Date | null;
  sessions: number;
}

// The creator of an open invitation was allowed to invite the old role, perhaps not the new one.
const CHANGE = `
  with ${ownersOf({ partner: "$2", managed: "$3", actor: "$6" })}, allowed as (${mayGain({ role: "$4", partner: "$2", via: "$7" })}
  ), former as (
    select ${AS_SUBJECT}, ${FACTS} as before from users
     where id = $1 and partner_id = $2 and removed_at is null and role = any($3) and (select may_act from last)
       for no key update
  ), is_last as (
    select is_last and ($4 <> 'owner' or $5::text[] is not null) as yes from last
  ), changed as (
    update users u set role = $4, merchant_ids = $5::text[],
           invite_hash = case when u.role = $4 then u.invite_hash end,
           invite_expires_at = case when u.role = $4 then u.invite_expires_at end
      from former f cross join allowed
     where not (select yes from is_last) and u.id = f.id and u.partner_id = f.partner_id and ${OWNS_MERCHANTS("$5", "$2")}
    returning u.id, u.partner_id, null::text as merchant_id, f.before,
              jsonb_build_object('role', u.role, 'merchantIds', u.merchant_ids) as after
  ), audit as (${auditLine("user_changed", "user", "changed where before <> after", { actor: "$6", via: "$7" }, { before: "before", after: "after" })})
  select exists (select from former) as is_known, exists (select from changed) as is_changed,
         (select yes from is_last) as is_last`;

/** The actor, without the address if users remove themselves. */
const REMOVER = "case when split_part($4::text, '@', 1) = $1::text then $1::text else $4::text end";

// The sessions are ended as well, although a removed user's session finds no user.
const REMOVE = `
  with ${ownersOf({ partner: "$2", managed: "$3", actor: "$4::text" })}, removed as (
    update users set name = null, email = null, password = null, invite_hash = null, invite_expires_at = null,
           removed_at = now()
     where id = $1 and partner_id = $2 and removed_at is null and role = any($3)
       and (select may_act and (not is_last or $6::boolean) from last)
    returning ${AS_SUBJECT}, role, merchant_ids
  ), ended as (
    delete from console_sessions s using removed r where s.user_id = r.id and s.partner_id = r.partner_id
  ), passkeys as (
    delete from passkeys p using removed r where p.user_id = r.id and p.partner_id = r.partner_id
  ), erased as (
    update audit_log a set address = null from removed r
     where a.partner_id in (r.partner_id, $7) and a.actor = r.id and a.actor like 'usr\\_%'
       and a.address is not null
  ), audit as (${auditLine("user_removed", "user", "removed", { actor: REMOVER, via: "$5" }, { before: FACTS })})
  select exists (select from removed) as is_removed, (select is_last from last) as is_last`;

const SET_PASSWORD = `
  with changed as (
    update users set password = $3, invite_hash = null, invite_expires_at = null
     where id = $1 and partner_id = $2 and removed_at is null returning ${AS_SUBJECT}
  ), audit as (${auditLine("password_changed", "user", "changed", { actor: "$4", via: "$5" })})
  select 1`;

export interface UserStore
  extends ReturnType<typeof readsOf>,
    ReturnType<typeof usersOfEmail>,
    ReturnType<typeof changesOf>,
    ReturnType<typeof invitationsOf>,
    ReturnType<typeof ownOf> {}

export const createUserStore = (db: Queryable): UserStore => ({
  ...readsOf(db),
  ...usersOfEmail(db),
  ...changesOf(db),
  ...invitationsOf(db),
  ...ownOf(db),
});

const readsOf = (db: Queryable) => ({
  /** A partner's users, oldest first. */
  async list(partnerId: string): Promise<readonly User[]> {
    const { rows } = await db.query<UserRow>({
      name: "users",
      text: `select u.id, u.partner_id, u.role, u.merchant_ids, u.name, u.email, u.created_at, u.joined_at,
                    u.invite_expires_at, (select count(*)::integer from console_sessions s
                      where s.user_id = u.id and s.partner_id = u.partner_id and ${IS_LIVE}) as sessions
               from users u where u.partner_id = $1 and u.removed_at is null order by u.created_at, u.id`,
      values: [partnerId],
    });
    return rows.map(toUser);
  },

  /** A partner's user who is not removed. */
  async findOwn(partnerId: string, userId: string): Promise<(SignInUser & { readonly email: string | null }) | null> {
    const { rows } = await db.query<SignInUser & { email: string | null }>({
      name: "user_by_id",
      text: `select id, partner_id as "partnerId", password, email from users
              where id = $1 and partner_id = $2 and removed_at is null`,
      values: [userId, partnerId],
    });
    return rows[0] ?? null;
  },
});

const changesOf = (db: Queryable) => ({
  async change(
    { partnerId, userId, managed }: UserPlace,
    { role, merchantIds }: UserRights,
    { actor, via }: Actor,
  ): Promise<"changed" | "not_found" | "unknown_merchant" | "is_last"> {
    const { rows } = await db.query<{ is_known: boolean; is_changed: boolean; is_last: boolean }>({
      name: "change_user",
      text: CHANGE,
      values: [userId, partnerId, managed, role, merchantIds, actor, via],
    });
    if (!rows[0]?.is_known) return "not_found";
    if (rows[0].is_last) return "is_last";
    return rows[0].is_changed ? "changed" : "unknown_merchant";
  },

  /** Ends the user's sessions and erases name, email and addresses. The last owner stays, unless `mayBeLast`. */
  async remove(
    { partnerId, userId, managed }: UserPlace,
    { actor, via }: Actor,
    { mayBeLast = false } = {},
  ): Promise<"removed" | "not_found" | "is_last"> {
    const values = [userId, partnerId, managed, actor, via, mayBeLast, testTwinOf(partnerId)];
    const { rows } = await db.query<{ is_removed: boolean; is_last: boolean }>({
      name: "remove_user",
      text: REMOVE,
      values,
    });
    if (rows[0]?.is_removed) return "removed";
    return rows[0]?.is_last ? "is_last" : "not_found";
  },
});

const ownOf = (db: Queryable) => ({
  /** @param password PHC string */
  async setPassword(partnerId: string, userId: string, password: string, { actor, via }: Actor): Promise<void> {
    await db.query({ name: "set_password", text: SET_PASSWORD, values: [userId, partnerId, password, actor, via] });
  },
});

const toUser = (row: UserRow): User => ({
  id: row.id,
  partnerId: row.partner_id,
  role: row.role,
  merchantIds: row.merchant_ids,
  name: row.name,
  email: row.email,
  createdAt: row.created_at,
  joinedAt: row.joined_at,
  inviteExpiresAt: row.invite_expires_at,
  sessions: row.sessions,
});
