// The console's session cookie, for /console only: buyers' pages and API calls never carry it. A narrow path rules out
// the prefix __Host-; __Secure- makes browsers refuse the cookie without TLS (RFC 6265bis §4.1.3.1).
import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { hashSessionToken } from "../../merchant/session.ts";
import { headerOf } from "./header.ts";

export const CONSOLE_API = "/console/api";

/**
 * Sent with every console request that may change something. A page of another origin needs a preflight to send it.
 */
export const CONSOLE_HEADER = "turnpike-console";
/**
 * Its value in reads that the console makes by itself, perhaps unattended. They do not keep a session alive.
 */
const BACKGROUND = "background";

/** A user's console sends it with each request, so that two tabs can show the two modes. */
export const MODE_HEADER = "turnpike-mode";

export const asksForTestMode = (request: FastifyRequest): boolean => headerOf(request, MODE_HEADER) === "test";

interface Place {
  readonly publicUrl: string;
}

const NAME = "turnpike_console";
const PATH = "/console";

const isSecure = ({ publicUrl }: Place): boolean => publicUrl.startsWith("https:");
const nameAt = (place: Place): string => (isSecure(place) ? `__Secure-${NAME}` : NAME);

/** The hash of the session token in the request's cookie; null if there is none. */
export function sessionHashOf(request: FastifyRequest, place: Place): Buffer | null {
  // On an unknown path no cookies are parsed: the request counts as signed out.
  const cookies: Readonly<Record<string, string | undefined>> | null | undefined = request.cookies;
  const token = cookies?.[nameAt(place)];
  return token === undefined ? null : hashSessionToken(token);
}

export const renewsSession = (request: FastifyRequest): boolean => headerOf(request, CONSOLE_HEADER) !== BACKGROUND;

/** The longest that browsers keep a cookie (RFC 6265bis §5.5). */
export const COOKIE_LIFE_MAX_S = 400 * 86_400;

/** The console sets all of its cookies with these options. */
export const optionsAt = (place: Place): CookieSerializeOptions => ({
  path: PATH,
  httpOnly: true,
  sameSite: "strict",
  secure: isSecure(place),
});

/** @param lifeS seconds that the browser keeps it; the server decides when the session ends */
export function setSessionCookie(reply: FastifyReply, token: string, place: Place, lifeS: number): void {
  reply.setCookie(nameAt(place), token, { ...optionsAt(place), maxAge: lifeS });
}

export function clearSessionCookie(reply: FastifyReply, place: Place): void {
  reply.clearCookie(nameAt(place), optionsAt(place));
}
