// Signing in to the console, by a key, a password or an invitation, and out of it. None of these runs an endpoint's
// pipeline: they have no session yet, or need none.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Type, { type Static, type TSchema } from "typebox";
import { Session, SignedOut, SignInBody } from "../../../contract/console/records.ts";
import { PairBody, PairingFound } from "../../../contract/console/tills.ts";
import {
  AccountChoice,
  InvitationBody,
  Invited,
  JoinBody,
  PasskeyOptions,
  PasskeySignature,
  PasswordSignInBody,
} from "../../../contract/console/users.ts";
import { PartnerError } from "../../../contract/errors.ts";
import { hashApiKey } from "../../../merchant/api-key.ts";
import { mayUseConsole, newSession, SESSION_LIFE_S } from "../../../merchant/session.ts";
import { hashPairingCode } from "../../../merchant/till.ts";
import { hashInvitation, normalEmail } from "../../../merchant/user.ts";
import { invalid } from "../../../operations/errors/refusal.ts";
import { asShownLines } from "../../../payment/shown-text.ts";
import type { SessionHolder } from "../../../store/people/sessions.ts";
import { keepDevice } from "../../credentials/device-cookie.ts";
import type { EndpointHost } from "../../register-endpoint.ts";
import { headerOf } from "../../request/header.ts";
import { networksOf } from "../../request/network-of.ts";
import { RequestError } from "../../request/request-error.ts";
import {
  asksForTestMode,
  CONSOLE_API,
  COOKIE_LIFE_MAX_S,
  clearSessionCookie,
  sessionHashOf,
  setSessionCookie,
} from "../../request/session-cookie.ts";
import { PASSKEY_BYTES_MAX, SIGN_IN_BYTES_MAX } from "../../settings.ts";
import { ofTestMode, refuseOtherAddresses } from "../../steps/authenticate.ts";
import { refuseOtherSites } from "../../steps/refuse-other-sites.ts";
import { checkSignature, signatureOptions } from "./passkeys.ts";
import { choiceOf, holderOf, usersOfPassword } from "./password-sign-in.ts";
import { sessionShown } from "./session.ts";
import { refuseWeakPassword } from "./weak-password.ts";

const PATH = `${CONSOLE_API}/session`;
const ROUTES = {
  signIn: { method: "POST", path: PATH },
  signOut: { method: "DELETE", path: PATH },
  signInByPassword: { method: "POST", path: `${CONSOLE_API}/sign-in` },
  findInvitation: { method: "POST", path: `${CONSOLE_API}/invitation` },
  join: { method: "POST", path: `${CONSOLE_API}/join` },
  passkeyOptions: { method: "POST", path: `${CONSOLE_API}/passkey/options` },
  signInByPasskey: { method: "POST", path: `${CONSOLE_API}/passkey` },
  findPairing: { method: "POST", path: `${CONSOLE_API}/pairing` },
  pair: { method: "POST", path: `${CONSOLE_API}/pair` },
} as const;
export const SIGN_IN_ROUTES = Object.values(ROUTES);

const ERRORS = { "4xx": PartnerError, "5xx": PartnerError };

interface Route<Body extends TSchema, Response extends TSchema> {
  readonly route: (typeof SIGN_IN_ROUTES)[number];
  readonly body?: Body;
  readonly response: Response;
  /** The default is SIGN_IN_BYTES_MAX. */
  readonly bytesMax?: number;
  handle(body: Static<Body>, request: FastifyRequest, reply: FastifyReply): Promise<Static<Response>>;
}

const adderTo =
  (app: FastifyInstance, host: EndpointHost) =>
  <Body extends TSchema, Response extends TSchema>(spec: Route<Body, Response>): void => {
    app.route({
      method: spec.route.method,
      url: spec.route.path,
      bodyLimit: spec.bytesMax ?? SIGN_IN_BYTES_MAX,
      schema: { ...(spec.body && { body: spec.body }), response: { 200: spec.response, ...ERRORS } },
      onRequest: async (request, reply) => {
        host.limiter.admitAnonymous(request, reply);
        refuseOtherSites({ request, settings: host.settings });
      },
      handler: (request, reply) => spec.handle(request.body as Static<Body>, request, reply),
    });
  };

export function registerSignIn(app: FastifyInstance, host: EndpointHost): void {
  const add = adderTo(app, host);
  add({
    route: ROUTES.signIn,
    body: SignInBody,
    response: Session,
    handle: async ({ apiKey }, request, reply) =>
      enter(host, request, reply, await keyHolder(host, apiKey, request.address)),
  });
  add({
    route: ROUTES.signOut,
    response: SignedOut,
    handle: async (_, request, reply) => {
      const hash = sessionHashOf(request, host.settings);
      if (hash) await host.services.sessions.end(hash);
      clearSessionCookie(reply, host.settings);
      return {};
    },
  });
  add({
    route: ROUTES.signInByPassword,
    body: PasswordSignInBody,
    response: Type.Union([Session, AccountChoice]),
    handle: (body, request, reply) => enterByPassword(host, body, request, reply),
  });
  add({
    route: ROUTES.findInvitation,
    body: InvitationBody,
    response: Invited,
    handle: async ({ token }) => {
      const hash = hashInvitation(token);
      const invited = hash && (await host.services.users.findInvitation(hash));
      if (!invited) throw invitationMissing();
      const { partnerName, role, name, email } = invited;
      return { partnerName, role, name, email };
    },
  });
  add({
    route: ROUTES.join,
    body: JoinBody,
    response: Session,
    handle: async (body, request, reply) => enter(host, request, reply, await newHolder(host, request, body)),
  });
  add({
    route: ROUTES.passkeyOptions,
    response: PasskeyOptions,
    handle: () => signatureOptions(host.services, host.settings.publicUrl, SIGNING_IN),
  });
  add({
    route: ROUTES.signInByPasskey,
    body: PasskeySignature,
    response: Session,
    bytesMax: PASSKEY_BYTES_MAX,
    handle: async (body, request, reply) => enter(host, request, reply, await passkeyHolder(host, body)),
  });
  add({
    route: ROUTES.findPairing,
    body: PairBody,
    response: PairingFound,
    handle: async ({ code }) => {
      const hash = hashPairingCode(code);
      const found = hash && (await host.services.tills.findPairing(hash));
      if (!found) throw pairingMissing();
      return found;
    },
  });
  add({
    route: ROUTES.pair,
    body: PairBody,
    response: Session,
    handle: async ({ code }, request, reply) => enter(host, request, reply, await pairedTill(host, request, code)),
  });
}

async function enterByPassword(
  host: EndpointHost,
  body: Static<typeof PasswordSignInBody>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session | AccountChoice> {
  const [user, ...others] = await usersOfPassword(host, request, body);
  return others.length === 0 ? enter(host, request, reply, holderOf(user)) : choiceOf([user, ...others]);
}

const invitationMissing = (): RequestError =>
  new RequestError("not_found", { message: "This invitation was used or replaced, or it has expired" });

const pairingMissing = (): RequestError =>
  new RequestError("not_found", { message: "This code was used or replaced, or it has expired" });

async function keyHolder({ services }: EndpointHost, apiKey: string, address: string | null): Promise<SessionHolder> {
  const keyHash = hashApiKey(apiKey);
  const key = keyHash && (await services.keys.findLive(keyHash));
  if (!key) throw new RequestError("invalid_api_key");
  refuseOtherAddresses(key, address);
  if (!mayUseConsole(key.role)) {
    throw new RequestError("forbidden", { message: `A key with the role ${key.role} cannot sign in to the console` });
  }
  return { type: "key", id: key.keyId, partnerId: key.partnerId };
}

async function pairedTill({ services }: EndpointHost, request: FastifyRequest, code: string): Promise<SessionHolder> {
  const hash = hashPairingCode(code);
  const till = hash && (await services.tills.pair(hash, request.address));
  if (!till) throw pairingMissing();
  return { type: "till", ...till };
}

/** The purpose of a challenge, which no other signature serves. */
const SIGNING_IN = "sign in";

async function passkeyHolder(
  { services, settings }: EndpointHost,
  response: Static<typeof PasskeySignature>,
): Promise<SessionHolder> {
  const passkey = await checkSignature(services, settings.publicUrl, SIGNING_IN, response);
  if (!passkey) throw new RequestError("unauthorized", { message: "The passkey was not accepted" });
  return { type: "user", id: passkey.userId, partnerId: passkey.partnerId };
}

/** Accepts an invitation. It is looked up first, so that a stranger causes no expensive hash. */
async function newHolder(
  { services }: EndpointHost,
  request: FastifyRequest,
  { token, name, email, password }: JoinBody,
): Promise<SessionHolder> {
  const hash = hashInvitation(token);
  const invited = hash && (await services.users.findInvitation(hash));
  if (!invited) throw invitationMissing();
  refuseWeakPassword(password, [name, email]);
  const address = normalEmail(email);
  const hashed = await services.passwords.hash(
    { type: "stranger", networks: networksOf(request.address) },
    { partnerId: invited.partnerId, email: address, password, salt: await services.users.saltOf(address) },
  );
  const joined = await services.users.join(hash, { name, email: address, password: hashed }, request.address);
  if (joined === "email_taken") throw invalid([{ field: "email", message: "is used by another user of this partner" }]);
  if (!joined) throw invitationMissing();
  return { type: "user", ...joined };
}

/** Enough to tell browsers apart. */
const AGENT_LENGTH_MAX = 200;

/**
 * Begins a session and ends the browser's previous one. The answer is in the mode that the request asks for; users
 * limited to some merchants have no test mode, whose merchants are others.
 */
async function enter(
  { services, settings }: EndpointHost,
  request: FastifyRequest,
  reply: FastifyReply,
  holder: SessionHolder,
): Promise<Session> {
  const { token, hash } = newSession();
  const agent = asShownLines(headerOf(request, "user-agent") ?? "").slice(0, AGENT_LENGTH_MAX) || null;
  const origin = { address: request.address, agent };
  await services.sessions.begin(hash, holder, origin, sessionHashOf(request, settings));
  const session = await services.sessions.find(hash, { renews: false });
  if (!session) throw new RequestError(holder.type === "key" ? "invalid_api_key" : "unauthorized"); // it has ended
  setSessionCookie(reply, token, settings, holder.type === "till" ? COOKIE_LIFE_MAX_S : SESSION_LIFE_S);
  if (holder.type === "user") keepDevice(request, reply, services, holder.id, settings);
  const inTestMode = asksForTestMode(request) && session.merchantIds === null;
  return sessionShown(services, inTestMode ? ofTestMode(session) : session);
}
