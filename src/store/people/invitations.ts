// Invitations of users, and links for a new password: making them, sending them by mail, and accepting them.
import { newId } from "../../ids.ts";
import type { Actor } from "../../merchant/audit.ts";
import { INVITATION_LIFE_S, type User } from "../../merchant/user.ts";
import type { SealedText } from "../../payment/sealed-text.ts";
import { auditLine } from "../audit/audit.ts";
import type { Queryable } from "../database/database.ts";
import { sqlStateOf } from "../database/unavailable.ts";
import { mayGain } from "./second-person.ts";
import { AS_SUBJECT, FACTS, OWNS_MERCHANTS, type UserPlace, type UserRights } from "./user-rights.ts";
import type { SignInUser } from "./users-of-email.ts";

/** The message with an invitation's link. */
export interface InvitationMail {
  readonly id: string;
  readonly language: string;
  /** The name of the person who invites; null: a key does. */
  readonly inviter: string | null;
  /** The address and the link. */
  readonly secret: SealedText;
  readonly addressHash: Buffer;
}

export interface NewUser extends UserRights {
  readonly partnerId: string;
  readonly name: string;
  /** SHA-256 of the invitation's token. */
  readonly inviteHash: Buffer;
  /** The message with the link; null: the link is handed over otherwise. */
  readonly mail?: InvitationMail | null;
}

/** An invitation, or a link to set a new password. */
export interface Invitation extends Pick<User, "id" | "partnerId" | "name" | "email" | "role"> {
  readonly partnerName: string;
}

/** Invitations that a partner sends by mail in a day: it could otherwise write to strangers. */
const MAILED_MAX = 50;
/** Receipts and invitations to one address in a day, of all partners. */
const MAILED_TO_ADDRESS_MAX = 10;
const UNIQUE_VIOLATION = "23505";
const LIFE = `interval '${INVITATION_LIFE_S} seconds'`;

const INVITE = `
  with allowed as (${mayGain({ role: "$3", partner: "$2", via: "$8" })}
  ), invited as (
    insert into users (id, partner_id, role, merchant_ids, name, invite_hash, invite_expires_at)
    select $1, $2, $3, $4::text[], $5, $6, now() + ${LIFE} from allowed where ${OWNS_MERCHANTS("$4", "$2")}
    returning ${AS_SUBJECT}, role, merchant_ids
  ), mailed as (
    insert into mails (id, partner_id, kind, user_id, user_partner_id, language, items, key_id, content, address_hash)
    select $9, i.partner_id, 'invitation', i.id, i.partner_id, $10,
           jsonb_build_array(jsonb_build_object('inviter', $11::text, 'role', i.role, 'expiresAt',
             to_char(now() at time zone 'UTC' + ${LIFE}, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))), $12, $13, $14
      from invited i
     where $9::text is not null
       and (select count(*) from mails where partner_id = $2 and kind = 'invitation'
                                         and created_at > now() - interval '1 day') < ${MAILED_MAX}
       and (select count(*) from mails where address_hash = $14 and kind in ('receipt', 'invitation')
                                         and created_at > now() - interval '1 day') < ${MAILED_TO_ADDRESS_MAX}
       and not exists (select from refused_addresses where hash = $14)
    returning id
  ), audit as (${auditLine("user_invited", "user", "invited", { actor: "$7", via: "$8" }, { after: FACTS })})
  select id, exists (select from mailed) as is_mailed from invited`;

const RENEW = `
  with allowed as (${mayGain({ role: "(select role from users where id = $1 and partner_id = $2)", partner: "$2", via: "$6" })}
  ), renewed as (
    update users u set invite_hash = $4, invite_expires_at = now() + ${LIFE} from allowed
     where u.id = $1 and partner_id = $2 and removed_at is null and role = any($3)
    returning u.id, u.partner_id, null::text as merchant_id, role, merchant_ids
  ), outdated as (
    update mails m set state = 'given_up', ended_at = now(), note = 'another link was made', lease = null, key_id = null,
           content = null
      from renewed r where m.user_id = r.id and m.user_partner_id = r.partner_id and m.kind = 'invitation'
       and m.state = 'waiting'
  ), audit as (${auditLine("user_link_created", "user", "renewed", { actor: "$5", via: "$6" }, { after: FACTS })})
  select id from renewed`;

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

export const invitationsOf = (db: Queryable) => ({
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

  /** Null if a merchant is not the partner's, or if only a second person may add one with this role. */
  async invite(
    user: NewUser,
    { actor, via }: Actor,
  ): Promise<{ readonly id: string; readonly isMailed: boolean } | null> {
    const { partnerId, role, merchantIds, name, inviteHash, mail } = user;
    const message = [
      mail?.id,
      mail?.language,
      mail?.inviter,
      mail?.secret.keyId,
      mail?.secret.content,
      mail?.addressHash,
    ];
    const { rows } = await db.query<{ id: string; is_mailed: boolean }>({
      name: "invite_user",
      text: INVITE,
      values: [newId("user"), partnerId, role, merchantIds, name, inviteHash, actor, via, ...message],
    });
    return rows[0] ? { id: rows[0].id, isMailed: rows[0].is_mailed } : null;
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
});
