// Responds to everything thrown while handling a request. The only place that logs the cause of a fault.
import type { FastifyReply, FastifyRequest } from "fastify";
import { Unavailable } from "../operations/errors/unavailable.ts";
import { answerTo } from "./answer-error.ts";
import { sendErrorPage, wantsPage } from "./error-page.ts";

const SERVER_ERROR = 500;

/** Alarms watch for lines at this level: faults of one kind beyond this number per minute are logged as warnings. */
const ERROR_LINES_MAX = 10;
const WINDOW_MS = 60_000;

export function createErrorHandler(): (error: unknown, request: FastifyRequest, reply: FastifyReply) => void {
  const alarms = new Alarms();
  return (error, request, reply) => {
    const { status, headers, body } = answerTo(error, request.id);
    if (error instanceof Unavailable) {
      request.log.warn({ requestId: request.id, err: error }, "overloaded: responded with 503");
    } else if (status >= SERVER_ERROR) logFault(alarms, error, request);
    reply.code(status).headers({ ...headers, "x-request-id": request.id });
    if (wantsPage(request)) sendErrorPage(status, request, reply);
    else reply.send(body);
  };
}

function logFault(alarms: Alarms, error: unknown, request: FastifyRequest): void {
  const fields = { requestId: request.id, err: error };
  const kind = `${request.routeOptions.url} ${error instanceof Error ? error.name : typeof error}`;
  if (alarms.admits(kind)) request.log.error(fields, "the request failed");
  else request.log.warn(fields, "the request failed, as many others like it in this minute");
}

/** Counts the alarms of each kind, so that one fault repeated at will cannot hide another. */
class Alarms {
  readonly #byKind = new Map<string, { count: number; readonly sinceMs: number }>();

  admits(kind: string): boolean {
    const nowMs = performance.now();
    const window = this.#byKind.get(kind);
    if (!window || nowMs - window.sinceMs >= WINDOW_MS) {
      this.#byKind.set(kind, { count: 1, sinceMs: nowMs });
      return true;
    }
    window.count += 1;
    return window.count <= ERROR_LINES_MAX;
  }
}
