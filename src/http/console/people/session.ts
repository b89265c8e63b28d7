// The signed-in session, and the other sessions of its user or key.

import { isDeepStrictEqual } from "node:util";
import { Session } from "../../../contract/console/records.ts";
import { Sessions, SessionsEnded, sessionListed } from "../../../contract/console/users.ts";
import { isLivemode } from "../../../merchant/mode.ts";
import { areTestNets } from "../../../operations/gateway/payable-chains.ts";
import type { LiveSession } from "../../../store/people/sessions.ts";
import { EVERYBODY, EVERYBODY_AND_TILLS } from "../../console-permissions.ts";
import { endpoint } from "../../endpoint.ts";
import type { ConsoleSession, KeyCaller } from "../../request/caller.ts";
import { byCaller } from "../../request/merchant-actor.ts";
import { RequestError } from "../../request/request-error.ts";
import { CONSOLE_API } from "../../request/session-cookie.ts";
import type { Services } from "../../services.ts";

const MS_PER_S = 1_000;
const PATH = `${CONSOLE_API}/sessions`;

export const sessionShown = (
  { chains }: Pick<Services, "chains">,
  session: Omit<LiveSession, "id" | "version" | "fees" | "allowedAddresses" | "expiresInMs">,
): Session => ({
  partner: { id: session.partnerId, name: session.partnerName },
  role: session.role,
  key: session.key && { ...session.key },
  user: session.user && { ...session.user },
  till: session.till && { ...session.till },
  merchantIds: session.merchantIds && [...session.merchantIds],
  expiresAt: Math.floor(session.expiresAt.getTime() / MS_PER_S),
  livemode: isLivemode(session.partnerId),
  isTestNet: !isLivemode(session.partnerId) || areTestNets(chains),
});

/** Whether the caller is still signed in, with the same rights; for responses that take a while. */
export async function sessionLives(
  { sessions }: Pick<Services, "sessions">,
  { session, merchantIds }: Pick<KeyCaller, "session" | "merchantIds">,
): Promise<boolean> {
  const now = session && (await sessions.find(session.hash, { renews: false }));
  return now?.role === session?.role && isDeepStrictEqual(now?.merchantIds, merchantIds);
}

/** @throws TypeError if the caller sent a key */
export function sessionOf({ session }: Pick<KeyCaller, "session">): ConsoleSession {
  if (!session) throw new TypeError("the console was reached without a session");
  return session;
}

const holderOf = ({ partnerId, keyId }: KeyCaller) => ({ partnerId, id: keyId });

export const getSession = endpoint({
  route: `GET ${CONSOLE_API}/session`,
  caller: "console",
  console: EVERYBODY_AND_TILLS,
  response: [200, Session],
  uses: ["chains"],
  handle: async (services, { caller }) => sessionShown(services, { ...caller, ...sessionOf(caller) }),
});

export const listSessions = endpoint({
  route: `GET ${PATH}`,
  caller: "console",
  console: EVERYBODY,
  isOfPerson: true,
  response: [200, Sessions],
  uses: ["sessions"],
  async handle({ sessions }, { caller }) {
    const { id: own } = sessionOf(caller);
    return { sessions: (await sessions.list(holderOf(caller))).map((each) => sessionListed(each, own)) };
  },
});

export const endOtherSessions = endpoint({
  route: `DELETE ${PATH}`,
  caller: "console",
  console: EVERYBODY,
  isOfPerson: true,
  response: [200, SessionsEnded],
  uses: ["sessions"],
  handle: async ({ sessions }, { caller }) => ({
    ended: await sessions.endOf(holderOf(caller), { but: sessionOf(caller).hash }, byCaller(caller)),
  }),
});

export const endSession = endpoint({
  route: `DELETE ${PATH}/:id`,
  caller: "console",
  console: EVERYBODY,
  isOfPerson: true,
  response: [200, SessionsEnded],
  uses: ["sessions"],
  async handle({ sessions }, { caller, params: { id } }) {
    const ended = await sessions.endOf(holderOf(caller), { id }, byCaller(caller));
    if (ended === 0) throw new RequestError("not_found");
    return { ended };
  },
});
