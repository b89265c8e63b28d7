// One log line per request. It names the route's pattern, not the URL, because a payment's id is the capability to pay
// it. Keys and bodies are never logged.
import type { FastifyInstance, FastifyRequest } from "fastify";

/** @param routes the routes whose path segments may be logged */
export function logRequests(app: FastifyInstance, routes: readonly { readonly path: string }[]): void {
  const shape = pathShape(routes);
  app.addHook("onResponse", (request, reply, done) => {
    const status = reply.statusCode;
    const durationMs = Math.round(reply.elapsedTime);
    app.log.info({ ...about(request, shape), status, durationMs }, "request");
    done();
  });
  app.addHook("onRequestAbort", (request, done) => {
    app.log.info(about(request, shape), "request: the client disconnected");
    done();
  });
}

/** The log omits undefined fields. */
function about({ id, method, routeOptions, exchange, address, url }: FastifyRequest, shape: (url: string) => string) {
  const caller = exchange?.caller;
  const key = caller?.type === "key" ? caller : undefined;
  return {
    requestId: id,
    method,
    route: routeOptions.url,
    path: routeOptions.url === undefined ? shape(url) : undefined,
    address: address ?? undefined,
    partnerId: key?.partnerId,
    keyId: key?.keyId,
    appId: caller?.type === "app" ? caller.appId : undefined,
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
