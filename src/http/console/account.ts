// A user's own account.
import {
  Account,
  ConfirmationBody,
  Confirmed,
  NewPasswordBody,
  PasswordChanged,
} from "../../contract/console-users.ts";
import type { KeyCaller } from "../caller.ts";
import { endpoint } from "../endpoint.ts";
import { byCaller } from "../merchant-actor.ts";
import { networkOf } from "../network-of.ts";
import { RequestError } from "../request-error.ts";
import type { Services } from "../services.ts";
import { CONSOLE_API } from "../session-cookie.ts";
import { sessionOf } from "./session.ts";

/** The user as stored. @throws RequestError unauthorized if it was removed meanwhile */
async function ownUser({ users }: Pick<Services, "users">, { partnerId, keyId }: KeyCaller) {
  const user = await users.findOwn(partnerId, keyId);
  if (!user) throw new RequestError("unauthorized", { message: "Not signed in: sign in first" });
  return user;
}

/** `networkOf` the caller's address. */
const callersNetwork = ({ address }: KeyCaller): string => (address === null ? "" : networkOf(address));

export const getAccount = endpoint({
  route: `GET ${CONSOLE_API}/account`,
  caller: "console",
  gives: [200, Account],
  uses: ["users"],
  async handle(services, { caller }) {
    const { email, password } = await ownUser(services, caller);
    return { name: sessionOf(caller).user?.name ?? "", email, hasPassword: password !== null };
  },
});

/** A proof of who the user is, which the next change that asks for one uses up. */
export const confirmByPassword = endpoint({
  route: `POST ${CONSOLE_API}/confirmation`,
  caller: "console",
  takes: { body: ConfirmationBody },
  gives: [200, Confirmed],
  uses: ["users", "passwords", "sessions"],
  async handle(services, { caller, body: { password } }) {
    const { id, password: stored } = await ownUser(services, caller);
    const attempt = { name: id, network: callersNetwork(caller), password, stored };
    if (!(await services.passwords.matches(attempt))) {
      throw new RequestError("forbidden", { message: "Wrong password" });
    }
    await services.sessions.confirm(sessionOf(caller).hash);
    return {};
  },
});

export const changePassword = endpoint({
  route: `PUT ${CONSOLE_API}/account/password`,
  caller: "console",
  asksForKeyAgain: true,
  takes: { body: NewPasswordBody },
  gives: [200, PasswordChanged],
  uses: ["users", "passwords", "sessions"],
  async handle({ users, passwords, sessions }, { caller, body: { password } }) {
    const { partnerId, keyId: id } = caller;
    await users.setPassword(partnerId, id, await passwords.hash(callersNetwork(caller), password), byCaller(caller));
    const but = sessionOf(caller).hash;
    return { endedSessions: await sessions.endOf({ partnerId, id }, { but }, byCaller(caller)) };
  },
});
