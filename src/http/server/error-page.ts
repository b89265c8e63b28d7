// Errors for people: a browser that opens an address gets a page; every other client gets JSON.
import type { FastifyReply, FastifyRequest } from "fastify";
import { ERROR_PAGE_POLICY, type ErrorKind, renderErrorPage } from "../../pages/error-page.ts";
import { readerLanguage } from "../request/reader-language.ts";
import { CONSOLE_API } from "../request/session-cookie.ts";

const NOT_FOUND = 404;
const METHOD_NOT_ALLOWED = 405;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;

const API_PATHS = ["/v1/", "/commerce/", `${CONSOLE_API}/`];

/** Only navigation, also by a form, names HTML: programs and `fetch` send another type or any type. */
export const wantsPage = ({ headers: { accept = "" } }: FastifyRequest): boolean =>
  /\btext\/html\b/i.test(accept) && !/\bapplication\/json\b/i.test(accept);

export function sendErrorPage(status: number, request: FastifyRequest, reply: FastifyReply): void {
  const { language } = readerLanguage(request);
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
  const isApi = API_PATHS.some((path) => url.startsWith(path)) || status === METHOD_NOT_ALLOWED;
  return isApi || status !== NOT_FOUND ? "api" : "missing";
}
