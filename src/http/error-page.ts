// Errors for people: a browser that opens an address gets a page; every other client gets JSON.
import type { FastifyReply, FastifyRequest } from "fastify";
import { ERROR_PAGE_POLICY, type ErrorKind, renderErrorPage } from "../pages/error-page.ts";
import { chooseLanguage } from "../pages/messages/choose.ts";
import { CONSOLE_API } from "./session-cookie.ts";

const NOT_FOUND = 404;
const METHOD_NOT_ALLOWED = 405;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;

/** Only navigation names HTML: programs and `fetch` send another type or any type. */
export const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === "GET" || method === "HEAD") &&
  /\btext\/html\b/i.test(headers.accept ?? "") &&
  !/\bapplication\/json\b/i.test(headers.accept ?? "");

export function sendErrorPage(status: number, request: FastifyRequest, reply: FastifyReply): void {
  const { language } = chooseLanguage(undefined, request.headers["accept-language"]);
  reply
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-language": language,
      "content-security-policy": ERROR_PAGE_POLICY,
      "referrer-policy": "no-referrer",
      vary: "Accept, Accept-Language",
    })
    .send(renderErrorPage(kindOf(status, request.url), request.id, language));
}

function kindOf(status: number, url: string): ErrorKind {
  if (status >= SERVER_ERROR) return "fault";
  if (status === TOO_MANY_REQUESTS) return "busy";
  const isApi = url.startsWith("/v1/") || url.startsWith(`${CONSOLE_API}/`) || status === METHOD_NOT_ALLOWED;
  return isApi || status !== NOT_FOUND ? "api" : "missing";
}
