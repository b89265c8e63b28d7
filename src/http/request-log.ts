// One log line per request. It names the route by its pattern and not by the URL, because a payment's id is the
// capability to pay it; keys, bodies and addresses of persons are not in it.
import type { FastifyInstance } from "fastify";

export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const caller = request.exchange?.caller;
    app.log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
        ...(caller?.type === "key" && { partnerId: caller.partnerId, keyId: caller.keyId }),
        ...(caller?.type === "app" && { appId: caller.appId }),
      },
      "request",
    );
    done();
  });
}
