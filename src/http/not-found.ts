// Responds to unknown paths (404) and methods (405). Authentication is optional here; for a known caller the response
// echoes the version as usual.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CallerKind } from "./endpoint.ts";
import { type Exchange, echoVersion } from "./exchange.ts";
import { identifyingSteps } from "./pipeline.ts";
import { beginExchange, type EndpointHost, identify } from "./register-endpoint.ts";
import type { Caller } from "./request/caller.ts";
import { RequestError } from "./request/request-error.ts";
import { CONSOLE_API } from "./request/session-cookie.ts";

const METHOD_NOT_ALLOWED = 405;

interface Route {
  readonly method: string;
  readonly path: string;
}

/** @param routes everything that is served, including pages */
export function answerUnknownPaths(
  app: FastifyInstance,
  host: Pick<EndpointHost, "services" | "settings" | "limiter">,
  routes: readonly Route[],
): void {
  const methodsOf = methodsByPath(routes);
  const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    const path = request.url.split("?", 1)[0] ?? "";
    const kind = callerKindOf(path);
    const caller = await echoIfKnown(host, kind, request, reply);
    if (caller) host.limiter.admit(caller, kind === "wallet" ? "pay" : "read", request, reply);
    else host.limiter.admitAnonymous(request, reply);
    const methods = methodsOf(path);
    if (methods.has("GET")) methods.add("HEAD");
    if (methods.size > 0) {
      const allow = [...methods].sort().join(", ");
      throw new RequestError("invalid_params", {
        message: `${request.method} is not allowed here: use ${allow}`,
        status: METHOD_NOT_ALLOWED,
        headers: { allow },
      });
    }
    throw new RequestError(kind === "wallet" ? "payment_not_found" : "not_found");
  };
  app.setNotFoundHandler(refuse);
  for (const { method, path } of shadowed(routes)) {
    app.route({ method, url: path, onRequest: refuse, handler: refuse });
  }
}

function callerKindOf(path: string): CallerKind {
  if (path.startsWith("/v1/gateway/")) return "wallet";
  return path.startsWith(`${CONSOLE_API}/`) ? "console" : "partner";
}

/** The methods of a path: of the route with exactly this path, or else of the patterns that match it. */
function methodsByPath(routes: readonly Route[]): (path: string) => Set<string> {
  const patterns = routes.map(({ method, path }) => ({ method, path, pattern: patternOf(path) }));
  return (path) => {
    const own = patterns.filter((route) => route.path === path);
    const found = own.length > 0 ? own : patterns.filter(({ pattern }) => pattern.test(path));
    return new Set(found.map(({ method }) => method));
  };
}

/**
 * Requests that the router would give to the wrong route. `DELETE /v1/merchants/payments` matches `DELETE
 * /v1/merchants/:merchantId`, although that literal path has no DELETE; and everything under /console serves the
 * console page, except unknown API paths.
 */
function shadowed(routes: readonly Route[]): readonly Route[] {
  const written = [...new Set(routes.map(({ path }) => path).filter((path) => !/[:*]/.test(path)))];
  const inConsole = [CONSOLE_API, `${CONSOLE_API}/*`].map((path) => ({ method: "GET", path }));
  return [...inConsole, ...ofOtherForms(routes, written)];
}

function ofOtherForms(routes: readonly Route[], written: readonly string[]): readonly Route[] {
  return written.flatMap((path) => {
    const own = routes.filter((route) => route.path === path).map(({ method }) => method);
    const others = routes.filter((route) => route.path !== path && patternOf(route.path).test(path));
    const methods = new Set(others.map(({ method }) => method).filter((method) => !own.includes(method)));
    return [...methods].map((method) => ({ method, path }));
  });
}

/** `/v1/payments/:id` as a pattern; keeps a parameter's own pattern, as in `:id(^pay_.+)`. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/:\w+(?:\(\^?(.+?)\$?\))?/g, (_, form: string | undefined) => form ?? "[^/]+")}$`);

async function echoIfKnown(
  host: Pick<EndpointHost, "services" | "settings" | "limiter">,
  kind: CallerKind,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller | null> {
  const endpoint: Exchange["endpoint"] = {
    method: "GET",
    path: "",
    caller: kind,
    access: "read",
    merchant: "none",
    idempotency: "none",
    unknownId: "not_found",
  };
  const exchange = beginExchange(host, request, reply, endpoint);
  try {
    const caller = await identify(identifyingSteps(kind), exchange);
    echoVersion(exchange);
    return caller;
  } catch (error) {
    if (!(error instanceof RequestError) || error.code === "rate_limited") throw error;
    return null; // an unknown caller gets the same response, without a version
  }
}
