// Signing in to the console and out of it. Neither runs an endpoint's pipeline: sign-in has no session yet, and
// sign-out needs none.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Static } from "typebox";
import { Session, SignedOut, SignInBody } from "../../contract/console.ts";
import { PartnerError } from "../../contract/errors.ts";
import { hashApiKey } from "../../merchant/api-key.ts";
import { mayUseConsole, newSession } from "../../merchant/session.ts";
import type { EndpointHost } from "../register-endpoint.ts";
import { RequestError } from "../request-error.ts";
import { CONSOLE_API, clearSessionCookie, sessionHashOf, setSessionCookie } from "../session-cookie.ts";
import { SIGN_IN_BYTES_MAX } from "../settings.ts";
import { refuseOtherAddresses } from "../steps/authenticate.ts";
import { refuseOtherSites } from "../steps/refuse-other-sites.ts";
import { sessionShown } from "./session.ts";

const PATH = `${CONSOLE_API}/session`;
export const SIGN_IN_ROUTES = [
  { method: "POST", path: PATH },
  { method: "DELETE", path: PATH },
] as const;

const ERRORS = { "4xx": PartnerError, "5xx": PartnerError };

export function registerSignIn(app: FastifyInstance, host: EndpointHost): void {
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    host.limiter.admitAnonymous(request, reply);
    refuseOtherSites({ request, settings: host.settings });
  };
  app.route<{ Body: Static<typeof SignInBody> }>({
    method: "POST",
    url: PATH,
    bodyLimit: SIGN_IN_BYTES_MAX,
    schema: { body: SignInBody, response: { 200: Session, ...ERRORS } },
    onRequest,
    handler: async (request, reply) => {
      const { token, session } = await signIn(
        host,
        request.body.apiKey,
        request.ip,
        sessionHashOf(request, host.settings),
      );
      setSessionCookie(reply, token, host.settings);
      return session;
    },
  });
  app.route({
    method: "DELETE",
    url: PATH,
    schema: { response: { 200: SignedOut, ...ERRORS } },
    onRequest,
    handler: async (request, reply) => {
      const hash = sessionHashOf(request, host.settings);
      if (hash) await host.services.sessions.end(hash);
      clearSessionCookie(reply, host.settings);
      return {};
    },
  });
}

/** @param former hash of the browser's previous session, if any, which ends */
async function signIn(
  { services }: EndpointHost,
  apiKey: string,
  address: string,
  former: Buffer | null,
): Promise<{ readonly token: string; readonly session: Session }> {
  const keyHash = hashApiKey(apiKey);
  const key = keyHash && (await services.keys.findLive(keyHash));
  if (!key) throw new RequestError("invalid_api_key");
  refuseOtherAddresses(key, address);
  if (!mayUseConsole(key.role)) {
    throw new RequestError("forbidden", { message: `A key with the role ${key.role} cannot sign in to the console` });
  }
  const { token, hash } = newSession();
  await services.sessions.begin(hash, key, former);
  const session = await services.sessions.find(hash, { renews: false });
  if (!session) throw new RequestError("invalid_api_key"); // revoked meanwhile
  return { token, session: sessionShown(session) };
}
