// A span per request, as part of its caller's trace. It shows the route's pattern and never the path: a payment's id is
// the capability to pay it. The payment key, which the chain shows as well, links the spans of a payment.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RequestSpan, RequestTracing, SpanAttributes } from "../../operations/ports/tracing.ts";
import { paymentKey } from "../../payment/terms.ts";
import { methodOf, NO_ROUTE } from "../request/observer.ts";

declare module "fastify" {
  interface FastifyRequest {
    span: RequestSpan | null;
  }
}

/** Probes come every few seconds and would hide everything else. */
const PROBES = ["/livez", "/readyz", "/healthz"];
const OF_PAYMENT = /\/payments?\/:id(\/|$)/;
/** Other texts that callers send in place of an id have no payment key. */
const PAYMENT_ID = /^pay_[0-9a-z]{32}$/;
const SERVER_ERROR = 500;

/** Register it before hooks that log, so that their lines name the trace. */
export function traceRequests(app: FastifyInstance, tracing: RequestTracing): void {
  app.decorateRequest("span", null);
  app.addHook("onRequest", (request, _reply, done) => {
    const route = request.routeOptions.url ?? NO_ROUTE;
    if (PROBES.includes(route)) return done();
    const method = methodOf(request.method);
    const attributes = (): SpanAttributes => ({
      "http.request.method": method,
      "http.route": route,
      "turnpike.request_id": request.id,
      ...paymentOf(request),
    });
    request.span = tracing.begin(`${method} ${route}`, attributes, traceparentOf(request));
    request.span.run(done);
  });
  // Reading the body leaves the span's context.
  app.addHook("preValidation", (request, _reply, done) => within(request, done));
  app.addHook("onResponse", (request, reply, done) => {
    const { statusCode } = reply;
    const attributes = { "http.response.status_code": statusCode, "turnpike.held": request.isLongPoll };
    request.span?.end(attributes, statusCode >= SERVER_ERROR);
    within(request, done);
  });
  app.addHook("onRequestAbort", (request, done) => {
    request.span?.end({ "turnpike.disconnected": true }, false);
    within(request, done);
  });
}

const within = ({ span }: FastifyRequest, next: () => void): void => (span ? span.run(next) : next());

function traceparentOf({ headers }: FastifyRequest): string | undefined {
  const { traceparent } = headers;
  return typeof traceparent === "string" ? traceparent : undefined;
}

function paymentOf({ params, routeOptions }: FastifyRequest): { readonly "turnpike.payment_key"?: string } {
  const { id } = (params ?? {}) as { readonly id?: string };
  if (id === undefined || !PAYMENT_ID.test(id) || !OF_PAYMENT.test(routeOptions.url ?? "")) return {};
  return { "turnpike.payment_key": paymentKey(id) };
}
