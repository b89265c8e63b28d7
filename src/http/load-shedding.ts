// Refuses requests while this process works on too many, before they cost anything: each would wait so long that its
// caller gives up, and would slow down the others.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Unavailable } from "../operations/errors/unavailable.ts";
import { PROBES } from "./routes/health.ts";

const RETRY_AFTER_S = 1;
const PROBE_PATHS = PROBES.map(({ path }) => path);

/** The cause in the log. */
export class TooManyRequests extends Error {
  readonly code = "too_many_requests";
}

/** @param isOver whether more than `most` requests are worked on */
export function shedLoad(app: FastifyInstance, { most, isOver }: { most: number; isOver: () => boolean }): void {
  app.addHook("onRequest", (request, _, done) => {
    done(isOver() && !isProbe(request) ? overloaded(most) : undefined);
  });
}

const isProbe = ({ routeOptions: { url } }: FastifyRequest): boolean => url !== undefined && PROBE_PATHS.includes(url);

const overloaded = (most: number): Unavailable =>
  new Unavailable("The service is overloaded: retry", {
    cause: new TooManyRequests(`more than ${most} requests are worked on`),
    retryAfterS: RETRY_AFTER_S,
  });
