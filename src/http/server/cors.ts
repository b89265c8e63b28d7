// Which web pages may call the API. The gateway allows all origins: web wallets call it from unknown ones. A partner's
// keys never belong in a browser, except keys of the role pos on pages of the origins that the operator lists.
// Callers authenticate by header, never by cookie, so no site can act as another.
import type { FastifyCorsOptions } from "@fastify/cors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint } from "../endpoint.ts";
import type { Exchange } from "../exchange.ts";
import type { RateLimiter } from "../limits/rate-limit.ts";

export const GATEWAY_PREFIX = "/v1/gateway";

/** Two hours: the longest that browsers honour. */
const PREFLIGHT_MAX_AGE_S = 7_200;
const EXPOSED = ["Pay-Version", "Retry-After", "RateLimit", "RateLimit-Policy", "X-Request-Id"];

// Without `allowedHeaders` the preflight allows all headers that it names: SDKs add their own.
export const GATEWAY_CORS: FastifyCorsOptions = {
  origin: "*",
  methods: ["GET", "HEAD", "POST"],
  exposedHeaders: EXPOSED.join(", "), // as text: a list would be joined for each response
  maxAge: PREFLIGHT_MAX_AGE_S,
  strictPreflight: false, // its refusal does not have the API's error format
};

const NO_CONTENT = 204;

/** Answers preflights of listed origins; other origins get the response of an unknown method. */
export function answerPosPreflights(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  posOrigins: readonly string[],
) {
  if (posOrigins.length === 0) return;
  const forPos = endpoints.filter(({ isForPos }) => isForPos);
  for (const url of new Set(forPos.map(({ path }) => path))) {
    const methods = forPos.filter(({ path }) => path === url).map(({ method }) => method);
    app.options(url, (request, reply) => {
      const { origin, "access-control-request-headers": asked = "" } = request.headers;
      reply.header("vary", "Origin, Access-Control-Request-Headers");
      if (!origin || !posOrigins.includes(origin)) return reply.callNotFound();
      return reply
        .code(NO_CONTENT)
        .headers({
          "access-control-allow-origin": origin,
          "access-control-allow-methods": methods.join(", "),
          "access-control-allow-headers": asked,
          "access-control-max-age": PREFLIGHT_MAX_AGE_S,
        })
        .send();
    });
  }
}

/** What x402 clients read in browsers. They send `Access-Control-Expose-Headers` as a header of the request. */
const X402_EXPOSED = ["PAYMENT-REQUIRED", "PAYMENT-RESPONSE", ...EXPOSED].join(", ");

/** Lets pages of all origins read the response. */
export function admitAnyOrigin(reply: FastifyReply): void {
  reply.headers({ [ALLOW_ORIGIN]: "*", [EXPOSE]: X402_EXPOSED });
}

/** Answers the preflights of a GET that pages of all origins may send. */
export function answerPreflights(app: FastifyInstance, path: string, limiter: Pick<RateLimiter, "admitAnonymous">) {
  app.options(path, (request, reply) => {
    limiter.admitAnonymous(request, reply);
    return reply
      .code(NO_CONTENT)
      .headers({
        [ALLOW_ORIGIN]: "*",
        "access-control-allow-methods": "GET, HEAD",
        "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "",
        "access-control-max-age": PREFLIGHT_MAX_AGE_S,
        vary: "Access-Control-Request-Headers",
      })
      .send();
  });
}

/** Lets a page of a listed origin read the response, unless `refusePage` finds a key of another role. */
export function admitPosPage(
  { isForPos }: Endpoint,
  posOrigins: readonly string[],
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (!isForPos || posOrigins.length === 0) return;
  const { origin } = request.headers;
  reply.header("vary", "Origin");
  if (!origin || !posOrigins.includes(origin)) return;
  reply.headers({ [ALLOW_ORIGIN]: origin, [EXPOSE]: EXPOSED.join(", ") });
}

export function refusePage({ caller }: Exchange, reply: FastifyReply): void {
  if (!reply.hasHeader(ALLOW_ORIGIN) || (caller?.type === "key" && caller.role === "pos")) return;
  reply.removeHeader(ALLOW_ORIGIN);
  reply.removeHeader(EXPOSE);
}

const ALLOW_ORIGIN = "access-control-allow-origin";
const EXPOSE = "access-control-expose-headers";
