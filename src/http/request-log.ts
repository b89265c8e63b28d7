// One log line per request. It names the route's pattern, not the URL, because a payment's id is the capability to pay
// it. Keys and bodies are never logged.
import type { FastifyInstance, FastifyRequest } from "fastify";

/** @param routes those whose path segments may be logged */
export function logRequests(app: FastifyInstance, routes: readonly { readonly path: string }[]): void {
  const shape = pathShape(routes);
  app.addHook("onResponse", (request, reply, done) => {
    const durationMs = Math.round(reply.elapsedTime);
    app.log.info({ ...about(request, shape), status: reply.statusCode, durationMs }, "request");
    done();
  });
  app.addHook("onRequestAbort", (request, done) => {
    app.log.info(about(request, shape), "request: the client disconnected");
    done();
  });
}

function about(request: FastifyRequest, shape: (url: string) => string): object {
  const { id, method, routeOptions, exchange, ip } = request;
  const caller = exchange?.caller;
  return {
    requestId: id,
    method,
    ...(routeOptions.url === undefined ? { path: shape(request.url) } : { route: routeOptions.url }),
    address: ip,
    ...(caller?.type === "key" && { partnerId: caller.partnerId, keyId: caller.keyId }),
    ...(caller?.type === "app" && { appId: caller.appId }),
  };
}

const SEGMENTS_MAX = 8;

/** A path that no route serves, with `*` for each segment that may be an id. */
function pathShape(routes: readonly { readonly path: string }[]): (url: string) => string {
  const known = new Set(routes.flatMap(({ path }) => path.split("/")).filter((segment) => /^[\w.-]+$/.test(segment)));
  return (url) => {
    const [path = ""] = url.split("?", 1);
    const segments = path.split("/").slice(1, SEGMENTS_MAX + 1);
    return `/${segments.map((segment) => (segment === "" || known.has(segment) ? segment : "*")).join("/")}`;
  };
}
