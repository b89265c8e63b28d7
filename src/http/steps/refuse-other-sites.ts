// CSRF protection. A write needs a header that another origin can send only after a preflight, which /console never
// grants. Fetch Metadata and Origin (RFC 6454 §7), where a browser sends them, must match as well.
import type { FastifyRequest } from "fastify";
import type { Exchange } from "../exchange.ts";
import { headerOf } from "../request/header.ts";
import { RequestError } from "../request/request-error.ts";
import { CONSOLE_HEADER } from "../request/session-cookie.ts";

const READS = ["GET", "HEAD"];

export function refuseOtherSites({ request, settings }: Pick<Exchange, "request" | "settings">): void {
  if (READS.includes(request.method)) return;
  if (headerOf(request, CONSOLE_HEADER) !== "1") throw refused("Send the header Turnpike-Console: 1");
  const site = headerOf(request, "sec-fetch-site");
  const origin = headerOf(request, "origin");
  const isOurs = (site === null || site === "same-origin") && (origin === null || isOwn(origin, request, settings));
  if (!isOurs) throw refused("The request comes from a page of another origin");
}

/**
 * Whether a form without a session may come from one of this server's pages. With our referrer policy, browsers
 * send the origin "null"; Sec-Fetch-Site, where they send it, is exact.
 */
export function mayBeOwnForm(request: FastifyRequest, settings: Exchange["settings"]): boolean {
  const site = headerOf(request, "sec-fetch-site");
  const origin = headerOf(request, "origin");
  if (site !== null) return site === "same-origin";
  return origin === null || origin === "null" || isOwn(origin, request, settings);
}

/** The public address, or the one in the request, for a local server without a proxy. */
const isOwn = (origin: string, request: FastifyRequest, { publicUrl }: Exchange["settings"]): boolean =>
  origin === new URL(publicUrl).origin || origin === `${request.protocol}://${request.host}`;

const refused = (message: string): RequestError => new RequestError("forbidden", { message });
