// Refuses requests while this process works on too many, before they cost anything: each would wait so long that its
// caller gives up, and would slow down the others.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Unavailable } from "../../operations/errors/unavailable.ts";

const RETRY_AFTER_S = 1;

/** The cause in the log. */
export class TooManyRequests extends Error {
  readonly code = "too_many_requests";
}

interface Shedding {
  readonly most: number;
  /** Whether more than `most` requests are worked on. */
  isOver(): boolean;
  /** Paths that are always served, for probes. */
  readonly exemptPaths: readonly string[];
}

export function shedLoad(app: FastifyInstance, { most, isOver, exemptPaths }: Shedding): void {
  const isExempt = ({ routeOptions: { url } }: FastifyRequest): boolean =>
    url !== undefined && exemptPaths.includes(url);
  app.addHook("onRequest", (request, _, done) => {
    done(isOver() && !isExempt(request) ? overloaded(most) : undefined);
  });
}

const overloaded = (most: number): Unavailable =>
  new Unavailable("The service is overloaded: retry", {
    cause: new TooManyRequests(`more than ${most} requests are worked on`),
    retryAfterS: RETRY_AFTER_S,
  });
