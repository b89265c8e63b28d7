// One log line per request. It names the route's pattern, not the URL, because a payment's id is the capability to pay
// it. Keys, bodies and personal addresses are never logged.
import type { FastifyInstance, FastifyRequest } from "fastify";

export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const durationMs = Math.round(reply.elapsedTime);
    app.log.info({ ...about(request), status: reply.statusCode, durationMs }, "request");
    done();
  });
  app.addHook("onRequestAbort", (request, done) => {
    app.log.info(about(request), "request: the client disconnected");
    done();
  });
}

function about({ id, method, routeOptions, exchange }: FastifyRequest): object {
  const caller = exchange?.caller;
  return {
    requestId: id,
    method,
    route: routeOptions.url,
    ...(caller?.type === "key" && { partnerId: caller.partnerId, keyId: caller.keyId }),
    ...(caller?.type === "app" && { appId: caller.appId }),
  };
}
