// The cookie that a browser holds for a session of the console.
//
// Its path is the console's, so that it goes along to nothing else of this address (buyers' pages, wallets' and partners'
// calls). A name that begins with __Host- would want the path `/`; __Secure- (RFC 6265bis §4.1.3.1) makes browsers refuse it from
// whoever has no TLS, where there is any.
import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { hashSessionToken, SESSION_LIFE_S } from "../merchant/session.ts";
import { headerOf } from "./exchange.ts";
import type { Settings } from "./settings.ts";

/** Where the console's own interface stands. */
export const CONSOLE_API = "/console/api";

/** What every request of the console's program carries that may change something. No page of another origin can send it unasked. */
export const CONSOLE_HEADER = "turnpike-console";
/** Its value in a read that the program makes by itself, while perhaps nobody is there: such a read keeps no session alive. */
const BACKGROUND = "background";

type Place = Pick<Settings, "publicUrl">;

const NAME = "turnpike_console";
const PATH = "/console";

const isSecure = ({ publicUrl }: Place): boolean => publicUrl.startsWith("https:");
const nameAt = (place: Place): string => (isSecure(place) ? `__Secure-${NAME}` : NAME);

/** What the session is looked up by that a request names; null where it names none. */
export function sessionHashOf(request: FastifyRequest, place: Place): Buffer | null {
  // Nobody has parsed them where a path is unknown: then nobody is signed in.
  const cookies: Readonly<Record<string, string | undefined>> | null | undefined = request.cookies;
  const token = cookies?.[nameAt(place)];
  return token === undefined ? null : hashSessionToken(token);
}

export const renewsSession = (request: FastifyRequest): boolean => headerOf(request, CONSOLE_HEADER) !== BACKGROUND;

const optionsAt = (place: Place): CookieSerializeOptions => ({
  path: PATH,
  httpOnly: true,
  sameSite: "strict",
  secure: isSecure(place),
});

export function setSessionCookie(reply: FastifyReply, token: string, place: Place): void {
  reply.setCookie(nameAt(place), token, { ...optionsAt(place), maxAge: SESSION_LIFE_S });
}

export function clearSessionCookie(reply: FastifyReply, place: Place): void {
  reply.clearCookie(nameAt(place), optionsAt(place));
}
