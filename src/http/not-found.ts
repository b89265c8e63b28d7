// Paths that do not exist, and methods that a path does not have. The caller need not be known for either; where it is,
// the answer echoes its version like any other.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "./caller.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Exchange } from "./exchange.ts";
import { identifyingSteps } from "./pipeline.ts";
import type { Services } from "./ports.ts";
import { beginExchange, type EndpointHost, echoVersion, identify } from "./register-endpoint.ts";
import { RequestError } from "./request-error.ts";

const METHOD_NOT_ALLOWED = 405;

/** @param routes everything that is served, the pages too */
export function answerUnknownPaths(
  app: FastifyInstance,
  { services, limiter }: Pick<EndpointHost, "services" | "limiter">,
  routes: readonly { readonly method: string; readonly path: string }[],
): void {
  const patterns = routes.map(({ method, path }) => ({ method, pattern: patternOf(path) }));
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "";
    const side = path.startsWith("/v1/gateway/") ? "gateway" : "partner";
    const caller = await echoIfKnown(services, side, request, reply);
    if (caller) limiter.admit(caller, side === "gateway" ? "pay" : "read", request, reply);
    else limiter.admitAnonymous(request, reply);
    const methods = new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method));
    if (methods.has("GET")) methods.add("HEAD");
    if (methods.size > 0) {
      const allow = [...methods].sort().join(", ");
      throw new RequestError("invalid_params", {
        message: `${request.method} is not possible here: use ${allow}`,
        status: METHOD_NOT_ALLOWED,
        headers: { allow },
      });
    }
    throw new RequestError(side === "gateway" ? "payment_not_found" : "not_found");
  });
}

/** `/v1/payments/:id` as a pattern; a name's own form, as in `:id(^pay_.+)`, is kept. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/:\w+(?:\(\^?(.+?)\$?\))?/g, (_, form: string | undefined) => form ?? "[^/]+")}$`);

async function echoIfKnown(
  services: Services,
  side: Endpoint["side"],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller | null> {
  const endpoint: Exchange["endpoint"] = {
    side,
    access: "read",
    merchant: "none",
    idempotency: "none",
    unknownId: "not_found",
  };
  const exchange = beginExchange(services, request, endpoint);
  try {
    const caller = await identify(identifyingSteps(side), exchange);
    echoVersion(exchange, reply);
    return caller;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return null; // an unknown caller gets the same answer, without a version
  }
}
