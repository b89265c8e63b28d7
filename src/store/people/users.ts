// Users of partners. Each change writes its line in the audit log, which never contains personal data.
import { newId } from "../../ids.ts";
import type { Actor } from "../../merchant/audit.ts";
import { testTwinOf } from "../../merchant/mode.ts";
import { INVITATION_LIFE_S, type User, type UserRole } from "../../merchant/user.ts";
import { auditLine } from "../audit/audit.ts";
import type { Queryable } from "../database/database.ts";
import { sqlStateOf } from "../database/unavailable.ts";
import { ownersOf } from "./owners.ts";
import { mayGain } from "./second-person.ts";
import { IS_LIVE } from "./sessions.ts";
import { type SignInUser, usersOfEmail } from "./users-of-email.ts";

export interface UserRights {
  readonly role: UserRole;
  /** The merchants that the user is limited to; null: all. */
  readonly merchantIds: readonly string[] | null;
}

export interface NewUser extends UserRights {
  readonly partnerId: string;
  readonly name: string;
  /** SHA-256 of the invitation's token. */
  readonly inviteHash: Buffer;
}

/** A partner's user as the target of a change. */
export interface UserPlace {
  readonly partnerId: string;
  readonly userId: string;
  /** The roles that the caller manages: a user with another role is left alone. */
  readonly managed: readonly UserRole[];
}

/** An invitation, or a link to set a new password. */
export interface Invitation extends Pick<User, "id" | "partnerId" | "name" | "email" | "role"> {
  readonly partnerName: string;
}

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

const FACTS = "jsonb_build_object('role', role, 'merchantIds', merchant_ids)";
const UNIQUE_VIOLATION = "23505";
const LIFE = `interval '${INVITATION_LIFE_S} seconds'`;
const AS_SUBJECT = "id, partner_id, null::text as merchant_id";
/** Every listed merchant belongs to the partner. */
const OWNS_MERCHANTS = (ids: string, partner: string): string => `(${ids}::text[] is null or cardinality(${ids}) = (
  select count(*) from merchants m where m.partner_id = ${partner} and m.id = any(${ids}) and m.deleted_at is null))`;

const INVITE = `
  with allowed as (${mayGain({ role: "$3", partner: "$2", via: "$8" })}
  ), invited as (
    insert into users (id, partner_id, role, merchant_ids, name, invite_hash, invite_expires_at)
    select $1, $2, $3, $4::text[], $5, $6, now() + ${LIFE} from allowed where ${OWNS_MERCHANTS("$4", "$2")}
    returning ${AS_SUBJECT}, role, merchant_ids
  ), audit as (${auditLine("user_invited", "user", "invited", { actor: "$7", via: "$8" }, { after: FACTS })})
  select id from invited`;

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

const RENEW = `
  with allowed as (${mayGain({ role: "(select role from users where id = $1 and partner_id = $2)", partner: "$2", via: "$6" })}
  ), renewed as (
    update users u set invite_hash = $4, invite_expires_at = now() + ${LIFE} from allowed
     where u.id = $1 and partner_id = $2 and removed_at is null and role = any($3)
    returning u.id, u.partner_id, null::text as merchant_id, role, merchant_ids
  ), audit as (${auditLine("user_link_created", "user", "renewed", { actor: "$5", via: "$6" }, { after: FACTS })})
  select id from renewed`;

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

// A reset link ends the sessions that began with the lost or stolen password, and removes the passkeys added with it.
const JOIN = `
  with joined as (
    update users set name = $2, email = $3, password = $4, joined_at = coalesce(joined_at, now()),
           invite_hash = null, invite_expires_at = null
     where invite_hash = $1 and invite_expires_at > now() and removed_at is null
    returning ${AS_SUBJECT}
  ), ended as (
    delete from console_sessions s using joined j where s.user_id = j.id and s.partner_id = j.partner_id
  ), forgotten as (
    delete from passkeys p using joined j where p.user_id = j.id and p.partner_id = j.partner_id
  ), audit as (${auditLine("user_joined", "user", "joined", { actor: "id || $5", via: "'console'" })})
  select id, partner_id as "partnerId" from joined`;

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
    ReturnType<typeof ownOf> {}

export const createUserStore = (db: Queryable): UserStore => ({
  ...readsOf(db),
  ...usersOfEmail(db),
  ...changesOf(db),
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

  /** The invitation with this SHA-256, unless it was accepted or has expired. */
  async findInvitation(hash: Buffer): Promise<Invitation | null> {
    const { rows } = await db.query<Invitation>({
      name: "invitation",
      text: `select u.id, u.partner_id as "partnerId", u.name, u.email, u.role, p.name as "partnerName"
               from users u join partners p on p.id = u.partner_id
              where u.invite_hash = $1 and u.invite_expires_at > now()`,
      values: [hash],
    });
    return rows[0] ?? null;
  },
});

const changesOf = (db: Queryable) => ({
  /** Null if a merchant is not the partner's, or if only a second person may add one with this role. */
  async invite(user: NewUser, { actor, via }: Actor): Promise<{ readonly id: string } | null> {
    const { partnerId, role, merchantIds, name, inviteHash } = user;
    const { rows } = await db.query<{ id: string }>({
      name: "invite_user",
      text: INVITE,
      values: [newId("user"), partnerId, role, merchantIds, name, inviteHash, actor, via],
    });
    return rows[0] ?? null;
  },

  /** Replaces the user's link. False if there is no such user. */
  async renewInvitation(
    { partnerId, userId, managed }: UserPlace,
    hash: Buffer,
    { actor, via }: Actor,
  ): Promise<boolean> {
    const values = [userId, partnerId, managed, hash, actor, via];
    const { rowCount } = await db.query({ name: "renew_invitation", text: RENEW, values });
    return rowCount === 1;
  },

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
  /**
   * Accepts an invitation, once. Null if there is none; "email_taken" if another user of the partner has the address.
   * @param email as `normalEmail` writes it
   * @param password PHC string
   * @param address null: unknown
   */
  async join(
    hash: Buffer,
    { name, email, password }: { readonly name: string; readonly email: string; readonly password: string },
    address: string | null,
  ): Promise<Pick<SignInUser, "id" | "partnerId"> | "email_taken" | null> {
    const values = [hash, name, email, password, address === null ? "" : `@${address}`];
    try {
      const { rows } = await db.query<Pick<SignInUser, "id" | "partnerId">>({ name: "join_user", text: JOIN, values });
      return rows[0] ?? null;
    } catch (error) {
      if (sqlStateOf(error) === UNIQUE_VIOLATION) return "email_taken";
      throw error;
    }
  },

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
