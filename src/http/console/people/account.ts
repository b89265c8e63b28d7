// A user's own account.

import {
  Account,
  ConfirmationBody,
  Confirmed,
  NewPasskeyBody,
  NewPasswordBody,
  PasskeyAdded,
  PasskeyOptions,
  PasskeyRemoved,
  PasskeySignature,
  PasswordChanged,
  passkeyShown,
} from "../../../contract/console/users.ts";
import { USERS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import type { KeyCaller } from "../../request/caller.ts";
import { byCaller } from "../../request/merchant-actor.ts";
import { RequestError } from "../../request/request-error.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";
import type { Services } from "../../services.ts";
import { checkRegistration, checkSignature, registrationOptions, signatureOptions } from "./passkeys.ts";
import { sessionOf } from "./session.ts";
import { refuseWeakPassword } from "./weak-password.ts";

/** The user as stored. @throws RequestError unauthorized if the user has been removed since */
async function ownUser({ users }: Pick<Services, "users">, { partnerId, keyId }: KeyCaller) {
  const user = await users.findOwn(partnerId, keyId);
  if (!user) throw new RequestError("unauthorized", { message: "Not signed in: sign in first" });
  return user;
}

const nameOf = (caller: KeyCaller): string => sessionOf(caller).user?.name ?? "";

export const getAccount = endpoint({
  route: `GET ${CONSOLE_API}/account`,
  caller: "console",
  console: USERS,
  isOfPerson: true,
  response: [200, Account],
  uses: ["users", "passkeys"],
  async handle(services, { caller }) {
    const { email, password } = await ownUser(services, caller);
    const passkeys = await services.passkeys.list(caller.partnerId, caller.keyId);
    return { name: nameOf(caller), email, hasPassword: password !== null, passkeys: passkeys.map(passkeyShown) };
  },
});

/** Proves the user's identity for one change: the next change that asks for the proof uses it up. */
export const confirmByPassword = endpoint({
  route: `POST ${CONSOLE_API}/confirmation`,
  caller: "console",
  console: USERS,
  isOfPerson: true,
  request: { body: ConfirmationBody },
  response: [200, Confirmed],
  uses: ["users", "passwords", "sessions"],
  async handle(services, { caller, body: { password } }) {
    const user = await ownUser(services, caller);
    if (!(await services.passwords.confirms(user, password))) {
      throw new RequestError("forbidden", { message: "Wrong password" });
    }
    await services.sessions.confirm(sessionOf(caller).hash);
    return {};
  },
});

const purposeOfConfirming = (userId: string): string => `confirm as ${userId}`;

export const confirmationOptions = endpoint({
  route: `POST ${CONSOLE_API}/confirmation/options`,
  caller: "console",
  console: USERS,
  isOfPerson: true,
  response: [200, PasskeyOptions],
  uses: ["challengeKeys", "nowMs"],
  handle: (services, { caller, settings }) =>
    signatureOptions(services, settings.publicUrl, purposeOfConfirming(caller.keyId)),
});

export const confirmByPasskey = endpoint({
  route: `POST ${CONSOLE_API}/confirmation/passkey`,
  caller: "console",
  console: USERS,
  isOfPerson: true,
  request: { body: PasskeySignature },
  response: [200, Confirmed],
  uses: ["passkeys", "challengeKeys", "sessions", "nowMs"],
  async handle(services, { caller, body, settings }) {
    const purpose = purposeOfConfirming(caller.keyId);
    const passkey = await checkSignature(services, settings.publicUrl, purpose, body);
    if (passkey?.userId !== caller.keyId) throw passkeyRefused();
    await services.sessions.confirm(sessionOf(caller).hash);
    return {};
  },
});

const passkeyRefused = (): RequestError => new RequestError("forbidden", { message: "The passkey was not accepted" });

export const passkeyOptions = endpoint({
  route: `POST ${CONSOLE_API}/account/passkeys/options`,
  caller: "console",
  console: USERS,
  isOfPerson: true,
  response: [200, PasskeyOptions],
  uses: ["users", "passkeys", "challengeKeys", "nowMs"],
  async handle(services, { caller, settings }) {
    const { id, email } = await ownUser(services, caller);
    const known = await services.passkeys.list(caller.partnerId, id);
    const name = nameOf(caller);
    const account = `${email ?? name} (${sessionOf(caller).partnerName})`;
    return registrationOptions(services, settings.publicUrl, { id, account, name }, known);
  },
});

export const addPasskey = endpoint({
  route: `POST ${CONSOLE_API}/account/passkeys`,
  caller: "console",
  console: USERS,
  isOfPerson: true,
  asksForKeyAgain: true,
  request: { body: NewPasskeyBody },
  response: [201, PasskeyAdded],
  uses: ["passkeys", "challengeKeys", "nowMs"],
  async handle(services, { caller, body: { name, response }, settings }) {
    const { partnerId, keyId: userId } = caller;
    const checked = await checkRegistration(services, settings.publicUrl, userId, response);
    if (!checked) throw passkeyRefused();
    const isAdded = await services.passkeys.add({ ...checked, partnerId, userId, name }, byCaller(caller));
    if (!isAdded) {
      throw new RequestError("limit_exceeded", { message: "This passkey is registered already, or you have too many" });
    }
    return {};
  },
});

export const removePasskey = endpoint({
  route: `DELETE ${CONSOLE_API}/account/passkeys/:id`,
  caller: "console",
  console: USERS,
  isOfPerson: true,
  asksForKeyAgain: true,
  response: [200, PasskeyRemoved],
  uses: ["passkeys"],
  async handle({ passkeys }, { caller, params: { id } }) {
    if (!(await passkeys.remove(caller.partnerId, caller.keyId, id, byCaller(caller)))) {
      throw new RequestError("not_found", { message: "Passkey not found" });
    }
    return { id, removed: true as const };
  },
});

export const changePassword = endpoint({
  route: `PUT ${CONSOLE_API}/account/password`,
  caller: "console",
  console: USERS,
  isOfPerson: true,
  asksForKeyAgain: true,
  request: { body: NewPasswordBody },
  response: [200, PasswordChanged],
  uses: ["users", "passwords", "sessions"],
  async handle({ users, passwords, sessions }, { caller, body: { password } }) {
    const { partnerId, keyId: id } = caller;
    const { email } = await ownUser({ users }, caller);
    refuseWeakPassword(password, [nameOf(caller), ...(email === null ? [] : [email])]);
    const address = email ?? id;
    const salt = await users.saltOf(address);
    const hashed = await passwords.hash({ type: "session", userId: id }, { partnerId, email: address, password, salt });
    await users.setPassword(partnerId, id, hashed, byCaller(caller));
    const but = sessionOf(caller).hash;
    return { endedSessions: await sessions.endOf({ partnerId, id }, { but }, byCaller(caller)) };
  },
});
