// Refuses requests while this process works on too many, before they cost anything: each would wait so long that its
// caller gives up, and would slow down the others. Requests that wait for their client or a change do not count.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Unavailable } from "../operations/errors/unavailable.ts";
import { PROBES } from "./routes/health.ts";

const RETRY_AFTER_S = 1;
const PROBE_PATHS = PROBES.map(({ path }) => path);

/** The cause in the log. */
export class TooManyRequests extends Error {
  readonly code = "too_many_requests";
}

export interface Work {
  /** Requests that this process works on. */
  count(): number;
  /** The request waits from now on, and is short work afterwards. */
  rest(request: FastifyRequest): void;
}

/** Register it before hooks that do work. @param most requests to work on at the same time */
export function shedLoad(app: FastifyInstance, most: number): Work {
  const working = new Set<FastifyRequest>();
  const begin = (request: FastifyRequest, done: (error?: Error) => void): void => {
    working.add(request);
    done(working.size > most && !isProbe(request) ? overloaded(most) : undefined);
  };
  const rest = (request: FastifyRequest): void => void working.delete(request);
  app.addHook("onRequest", (request, { raw }, done) => {
    raw.once("close", () => rest(request)); // also without a response
    begin(request, done);
  });
  app.addHook("preParsing", (request, _reply, payload, done) => {
    if (!request.raw.complete) rest(request); // its body has not arrived
    done(null, payload);
  });
  app.addHook("preValidation", (request: FastifyRequest, _reply: FastifyReply, done) => {
    if (working.has(request) || request.raw.socket.destroyed) done();
    else begin(request, done);
  });
  app.addHook("onSend", (request, _reply, payload, done) => {
    rest(request); // the client may take its time to read
    done(null, payload);
  });
  return { count: () => working.size, rest };
}

const isProbe = ({ routeOptions: { url } }: FastifyRequest): boolean => url !== undefined && PROBE_PATHS.includes(url);

const overloaded = (most: number): Unavailable =>
  new Unavailable("The service is overloaded: retry", {
    cause: new TooManyRequests(`more than ${most} requests are worked on`),
    retryAfterS: RETRY_AFTER_S,
  });
