// The signed-in session.
import { Session } from "../../contract/console.ts";
import { mayUseConsole } from "../../merchant/session.ts";
import type { LiveSession } from "../../store/sessions.ts";
import type { KeyCaller } from "../caller.ts";
import { endpoint } from "../endpoint.ts";
import type { Services } from "../services.ts";
import { CONSOLE_API } from "../session-cookie.ts";

const MS_PER_S = 1_000;

export function sessionShown(session: Omit<LiveSession, "version" | "fees" | "expiresInMs">): Session {
  const { partnerId, partnerName, role, keyId, keyPrefix, expiresAt } = session;
  if (!mayUseConsole(role)) throw new TypeError(`the role ${role} may not have a session`);
  return {
    partner: { id: partnerId, name: partnerName },
    role,
    key: { id: keyId, prefix: keyPrefix },
    expiresAt: Math.floor(expiresAt.getTime() / MS_PER_S),
  };
}

/** Whether the caller is still signed in; for responses that take a while. */
export const sessionLives = async (
  { sessions }: Pick<Services, "sessions">,
  { session }: Pick<KeyCaller, "session">,
): Promise<boolean> => session !== null && (await sessions.find(session.hash, { renews: false })) !== null;

export const getSession = endpoint({
  route: `GET ${CONSOLE_API}/session`,
  caller: "console",
  gives: [200, Session],
  uses: [],
  async handle(_services, { caller }) {
    const { session } = caller;
    if (!session) throw new TypeError("the console was reached without a session");
    return sessionShown({ ...caller, ...session });
  },
});
