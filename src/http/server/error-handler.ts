// Responds to everything thrown while handling a request. The only place that logs the cause of a fault.
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../../operations/errors/refusal.ts";
import { Unavailable } from "../../operations/errors/unavailable.ts";
import { answerTo } from "../request/answer-error.ts";
import { withCommerceType } from "./commerce-error.ts";
import { sendErrorPage, wantsPage } from "./error-page.ts";

const SERVER_ERROR = 500;

/** Alarms watch for lines at this level: faults of one kind beyond this number per minute are logged as warnings. */
const ERROR_LINES_MAX = 10;
const WINDOW_MS = 60_000;

export function createErrorHandler(): (error: unknown, request: FastifyRequest, reply: FastifyReply) => void {
  const alarms = new Alarms();
  const unavailable = new UnavailableLog();
  return (error, request, reply) => {
    const { status, headers, body } = answerTo(error, request.id);
    if (status >= SERVER_ERROR) {
      // A refusal with a 5xx is as deliberate: a chain, or the screening, does not respond.
      if (error instanceof Unavailable || error instanceof Refusal) unavailable.log(error, status, request);
      else logFault(alarms, error, request);
    }
    reply.code(status).headers({ ...headers, "x-request-id": request.id });
    if (wantsPage(request)) sendErrorPage(status, request, reply);
    else reply.send(withCommerceType(request.url, body));
  };
}

function logFault(alarms: Alarms, error: unknown, request: FastifyRequest): void {
  const fields = { requestId: request.id, err: error };
  const kind = `${request.routeOptions.url} ${error instanceof Error ? error.name : typeof error}`;
  if (alarms.admits(kind)) request.log.error(fields, "the request failed");
  else request.log.warn(fields, "the request failed (repeated fault: logged as a warning)");
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

/**
 * An outage fails every request in the same way: logs one line a minute for each cause, with the number of responses.
 * The store or operation that hit the outage has already logged it.
 */
class UnavailableLog {
  readonly #byCause = new Map<string, { count: number; sinceMs: number }>();

  log(error: Unavailable | Refusal, status: number, request: FastifyRequest): void {
    const cause = error instanceof Unavailable ? error.subject : error.message;
    const nowMs = performance.now();
    const window = this.#byCause.get(cause) ?? { count: 0, sinceMs: Number.NEGATIVE_INFINITY };
    this.#byCause.set(cause, window);
    window.count += 1;
    if (nowMs - window.sinceMs < WINDOW_MS) return;
    const why = error instanceof Unavailable ? { err: error } : { reason: error.message };
    const fields = { requestId: request.id, responses: window.count, ...why };
    request.log.warn(fields, `overloaded, or something that it needs does not respond: responded with ${status}`);
    window.count = 0;
    window.sinceMs = nowMs;
  }
}
