// The HTTP server's reports to the metrics. Routes are patterns, so nothing here contains an id.
import type { FastifyInstance } from "fastify";
import type { RateClass } from "../../settings/rate-limits.ts";

export interface HttpObserver {
  /** @param durationS null for a long poll, whose duration says nothing about this server */
  responded(method: string, route: string, status: number, durationS: number | null): void;
  rateLimited(rate: RateClass): void;
  /** Called once, with functions that read the present numbers. */
  reads(numbers: HttpNumbers): void;
}

export interface HttpNumbers {
  /** Number of long polls. */
  held(): number;
  /** Requests without a response, long polls included. */
  underWay(): number;
}

/** Route of requests that no route serves. */
export const NO_ROUTE = "none";
/** nginx's status for a client that disconnected before the response. */
const DISCONNECTED = 499;
const KNOWN_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

export function observeRequests(app: FastifyInstance, observer: HttpObserver): void {
  app.addHook("onResponse", (request, reply, done) => {
    const durationS = request.isLongPoll ? null : reply.elapsedTime / 1_000;
    observer.responded(methodOf(request.method), request.routeOptions.url ?? NO_ROUTE, reply.statusCode, durationS);
    done();
  });
  app.addHook("onRequestAbort", (request, done) => {
    observer.responded(methodOf(request.method), request.routeOptions.url ?? NO_ROUTE, DISCONNECTED, null);
    done();
  });
}

/** A label needs a bound, and a client may send any method. */
export const methodOf = (method: string): string => (KNOWN_METHODS.includes(method) ? method : "other");
