// A random secret of a browser, kept for an hour on the pages of payment links once it has created a payment: the same
// form sent again leads to the same open payment. It identifies no person.
import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

const NAME = "turnpike_visitor";
const LIFE_S = 3_600;
/** 128 bits in base64url. */
const SECRET = /^[A-Za-z0-9_-]{22}$/;
const SECRET_BYTES = 16;

/** The secret that a form sent; a new one if it sent none. */
export const visitorIn = (given: string | null | undefined): string =>
  given && SECRET.test(given) ? given : randomBytes(SECRET_BYTES).toString("base64url");

/** The browser's secret; a new one if it has none. */
export const visitorOf = (request: FastifyRequest): string => visitorIn(request.cookies[NAME]);

export function keepVisitor(reply: FastifyReply, visitor: string, { publicUrl }: { readonly publicUrl: string }): void {
  const secure = publicUrl.startsWith("https:");
  reply.setCookie(NAME, visitor, { path: "/pay-links", httpOnly: true, sameSite: "lax", secure, maxAge: LIFE_S });
}
