// A partner's users: invitations by link, rights, sessions and removal. A manager manages only the roles below its own.

import type { Static } from "typebox";
import {
  ChangeUserBody,
  InvitationCreated,
  InviteBody,
  Sessions,
  SessionsEnded,
  sessionListed,
  UserChanged,
  UserInvited,
  UserRemoved,
  Users,
  userShown,
} from "../../../contract/console/users.ts";
import { newId } from "../../../ids.ts";
import { hashOfAddress, mailAddress, sealMailSecret } from "../../../mail/address.ts";
import { APPROVERS } from "../../../merchant/change-request.ts";
import { INVITATION_LIFE_S, managedRoles, newInvitation, type UserRole } from "../../../merchant/user.ts";
import { invalid } from "../../../operations/errors/refusal.ts";
import type { InvitationMail } from "../../../store/people/invitations.ts";
import type { UserPlace } from "../../../store/people/user-rights.ts";
import { MANAGERS_OF_ALL } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import type { KeyCaller } from "../../request/caller.ts";
import { refuseLimitedKey } from "../../request/limited-key.ts";
import { byCaller } from "../../request/merchant-actor.ts";
import { RequestError } from "../../request/request-error.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";
import type { Services } from "../../services.ts";
import { sessionOf } from "./session.ts";

const PATH = `${CONSOLE_API}/users`;
const MS_PER_S = 1_000;

const managedBy = (caller: KeyCaller): readonly UserRole[] => managedRoles(sessionOf(caller).role);

const placeOf = (caller: KeyCaller, userId: string): UserPlace => ({
  partnerId: caller.partnerId,
  userId,
  managed: managedBy(caller),
});

/** @throws RequestError forbidden */
function refuseRole(caller: KeyCaller, role: UserRole): void {
  if (managedBy(caller).includes(role)) return;
  throw new RequestError("forbidden", { message: `Only an owner may give the role ${role}` });
}

const userMissing = (): RequestError => new RequestError("not_found", { message: "User not found" });

const lastOwner = (): RequestError =>
  new RequestError("invalid_state", { message: "This is the last owner: make somebody else an owner first" });

/** The console adds no users while a second person is required. @returns null if none is required */
async function frozen({ secondPerson }: Pick<Services, "secondPerson">, partnerId: string, role: UserRole) {
  if (!APPROVERS.includes(role) || !(await secondPerson.isRequired(partnerId))) return null;
  const message = `A second person must approve changes of destinations, so only the operator may give the role ${role} or a new link to somebody who has it`;
  return new RequestError("second_person_required", { message });
}

const unknownMerchant = () => invalid([{ field: "merchantIds", message: "must be your merchants" }]);

/** The token is in the fragment, which browsers send to no server. */
const invitationUrl = (publicUrl: string, token: string): string => `${publicUrl}/console/join#${token}`;

const expiry = (nowMs: number): string => new Date(nowMs + INVITATION_LIFE_S * MS_PER_S).toISOString();

export const listUsers = endpoint({
  route: `GET ${PATH}`,
  caller: "console",
  console: MANAGERS_OF_ALL,
  response: [200, Users],
  uses: ["users"],
  async handle({ users }, { caller }) {
    const managed = managedBy(caller);
    const all = await users.list(caller.partnerId);
    return { users: all.map((user) => userShown(user, managed.includes(user.role))) };
  },
});

/** @throws Refusal params_validation if no message can be sent to the address */
function mailOf(
  { mailKeys: keys }: Pick<Services, "mailKeys">,
  caller: KeyCaller,
  { email, language }: Static<typeof InviteBody>,
  link: string,
): InvitationMail | null {
  if (email === undefined) return null;
  const address = mailAddress(email);
  if (!keys || address === null) {
    const message = keys ? "must be an address that mail can be sent to" : "is not possible: no mail is sent here";
    throw invalid([{ field: "email", message }]);
  }
  const id = newId("mail");
  return {
    id,
    language: language ?? "en",
    inviter: sessionOf(caller).user?.name ?? null,
    secret: sealMailSecret(keys, id, { address, link }),
    addressHash: hashOfAddress(keys, address),
  };
}

/** With an address, the link goes there alone: who accepts the invitation has then shown to own the address. */
export const inviteUser = endpoint({
  route: `POST ${PATH}`,
  caller: "console",
  console: MANAGERS_OF_ALL,
  asksForKeyAgain: true,
  request: { body: InviteBody },
  response: [201, UserInvited],
  uses: ["users", "secondPerson", "nowMs", "mailKeys"],
  async handle({ users, secondPerson, nowMs, mailKeys }, { caller, body, settings }) {
    const { name, role, merchantIds = null } = body;
    refuseLimitedKey(caller);
    refuseRole(caller, role);
    const { token, hash } = newInvitation();
    const url = invitationUrl(settings.publicUrl, token);
    const mail = mailOf({ mailKeys }, caller, body, url);
    const user = { partnerId: caller.partnerId, name, role, merchantIds, inviteHash: hash, mail };
    const invited = await users.invite(user, byCaller(caller));
    if (!invited) throw (await frozen({ secondPerson }, caller.partnerId, role)) ?? unknownMerchant();
    return { id: invited.id, url: invited.isMailed ? null : url, expiresAt: expiry(nowMs()) };
  },
});

export const changeUser = endpoint({
  route: `PATCH ${PATH}/:id`,
  caller: "console",
  console: MANAGERS_OF_ALL,
  asksForKeyAgain: true,
  request: { body: ChangeUserBody },
  response: [200, UserChanged],
  uses: ["users", "secondPerson"],
  async handle({ users, secondPerson }, { caller, params: { id }, body: { role, merchantIds = null } }) {
    refuseLimitedKey(caller);
    refuseRole(caller, role);
    const outcome = await users.change(placeOf(caller, id), { role, merchantIds }, byCaller(caller));
    if (outcome === "not_found") throw userMissing();
    if (outcome === "is_last") throw lastOwner();
    if (outcome === "unknown_merchant") {
      throw (await frozen({ secondPerson }, caller.partnerId, role)) ?? unknownMerchant();
    }
    return { id };
  },
});

/** Invites again, or lets a user who lost the password set a new one. */
export const renewInvitation = endpoint({
  route: `POST ${PATH}/:id/invitation`,
  caller: "console",
  console: MANAGERS_OF_ALL,
  asksForKeyAgain: true,
  response: [201, InvitationCreated],
  uses: ["users", "secondPerson", "nowMs"],
  async handle({ users, secondPerson, nowMs }, { caller, params: { id }, settings }) {
    refuseLimitedKey(caller);
    const { token, hash } = newInvitation();
    if (!(await users.renewInvitation(placeOf(caller, id), hash, byCaller(caller)))) {
      const user = (await users.list(caller.partnerId)).find((each) => each.id === id);
      throw (user && (await frozen({ secondPerson }, caller.partnerId, user.role))) ?? userMissing();
    }
    return { id, url: invitationUrl(settings.publicUrl, token), expiresAt: expiry(nowMs()) };
  },
});

export const removeUser = endpoint({
  route: `DELETE ${PATH}/:id`,
  caller: "console",
  console: MANAGERS_OF_ALL,
  asksForKeyAgain: true,
  response: [200, UserRemoved],
  uses: ["users"],
  async handle({ users }, { caller, params: { id } }) {
    const outcome = await users.remove(placeOf(caller, id), byCaller(caller));
    if (outcome === "is_last") throw lastOwner();
    if (outcome === "not_found") throw userMissing();
    return { id, removed: true as const };
  },
});

export const listUserSessions = endpoint({
  route: `GET ${PATH}/:id/sessions`,
  caller: "console",
  console: MANAGERS_OF_ALL,
  response: [200, Sessions],
  uses: ["sessions", "users"],
  async handle({ sessions, users }, { caller, params: { id } }) {
    const { id: own } = sessionOf(caller);
    if (!(await users.findOwn(caller.partnerId, id))) throw userMissing();
    return {
      sessions: (await sessions.list({ partnerId: caller.partnerId, id })).map((each) => sessionListed(each, own)),
    };
  },
});

/** Ending sessions is urgent and harmless, so it asks for no proof, and a manager may end an owner's. */
export const endUserSessions = endpoint({
  route: `DELETE ${PATH}/:id/sessions`,
  caller: "console",
  console: MANAGERS_OF_ALL,
  response: [200, SessionsEnded],
  uses: ["sessions", "users"],
  async handle({ sessions, users }, { caller, params: { id } }) {
    if (!(await users.findOwn(caller.partnerId, id))) throw userMissing();
    return { ended: await sessions.endOf({ partnerId: caller.partnerId, id }, {}, byCaller(caller)) };
  },
});
