// Registers an endpoint with Fastify: its pipeline (before the body is read), its schemas and its handler.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import { GatewayError, PartnerError } from "../contract/errors.ts";
import { closed } from "../contract/primitives.ts";
import { isLivemode } from "../merchant/mode.ts";
import type { StoredAnswer } from "../operations/ports/idempotency.ts";
import type { CheckedCall, Endpoint, IdempotentAnswer, IdempotentCall } from "./endpoint.ts";
import { type Exchange, echoVersion } from "./exchange.ts";
import { idempotentRequest, isTransactional, once, replayed } from "./idempotent.ts";
import type { HoldLongPoll } from "./limits/long-polls.ts";
import type { RateLimiter } from "./limits/rate-limit.ts";
import { paymentsInMode } from "./payments/owned-payments.ts";
import { admittingSteps, identifyingSteps, type Step, take } from "./pipeline.ts";
import type { Caller } from "./request/caller.ts";
import { classOf } from "./request/merchant-actor.ts";
import { RequestError } from "./request/request-error.ts";
import { compressText } from "./server/compress.ts";
import { admitPosPage, refusePage } from "./server/cors.ts";
import { only, type Services } from "./services.ts";
import type { Settings } from "./settings.ts";
import { isStillLive } from "./steps/authenticate.ts";

export interface EndpointHost {
  readonly services: Services;
  readonly settings: Settings;
  readonly hold: HoldLongPoll;
  readonly limiter: RateLimiter;
}

/** @param url the endpoint's path from where `app` is mounted */
export function registerEndpoint(
  app: FastifyInstance,
  host: EndpointHost,
  endpoint: Endpoint,
  url: string = endpoint.path,
): void {
  const identifying = identifyingSteps(endpoint.caller);
  const admitting = admittingSteps(endpoint.caller);
  const services = only(host.services, endpoint.uses);
  const servicesFor = endpoint.caller === "wallet" ? byMode(services) : () => services;
  app.route({
    method: endpoint.method,
    url,
    schema: schemaOf(endpoint),
    ...(isList(endpoint) && { onSend: compressText }),
    onRequest: async (request, reply) => {
      const exchange = beginExchange(host, request, reply, endpoint);
      if (endpoint.deprecated) announceDeprecation(endpoint.deprecated, reply);
      admitPosPage(endpoint, host.settings.posOrigins, request, reply);
      const caller = await identify(identifying, exchange).catch((error: unknown) => {
        if (error instanceof RequestError && error.code !== "rate_limited") host.limiter.admitAnonymous(request, reply);
        throw error;
      });
      if (endpoint.caller === "partner") refusePage(exchange, reply);
      echoVersion(exchange);
      host.limiter.admit(caller, endpoint.access, request, reply);
      await take(admitting, exchange);
    },
    // Not async: a suspended function would keep the call of each of thousands of long polls in memory.
    handler: (request, reply) => {
      const call = checkedCall(host, request, reply, endpoint);
      const result = endpoint.handle(servicesFor(call.caller), call);
      reply.code(endpoint.status);
      return endpoint.idempotency === "none"
        ? result.then((body) => afterWait(request, body))
        : result.then((stored) => bodyOf(stored as IdempotentAnswer, reply));
    },
  });
}

/** In the gateway the id is the capability, but a key sees only payments of its mode. Apps and pages have no mode. */
function byMode(services: Services): (caller: Caller) => Services {
  const inMode = (livemode: boolean): Services => ({
    ...services,
    payments: paymentsInMode(services.payments, livemode),
  });
  const [live, test] = [inMode(true), inMode(false)];
  return (caller) => (caller.type !== "key" ? services : isLivemode(caller.partnerId) ? live : test);
}

/**
 * What a held response tells is newer than the check of its caller, which is therefore repeated.
 * @throws RequestError invalid_api_key, invalid_app_id or unauthorized
 */
function afterWait({ exchange, isLongPoll }: FastifyRequest, body: unknown): unknown {
  if (!isLongPoll || !exchange) return body;
  return isStillLive(exchange).then((isLive) => {
    if (isLive) return body;
    const { caller } = exchange;
    if (caller?.type === "key" && caller.session) {
      throw new RequestError("unauthorized", { message: "The session has ended, or its rights have changed" });
    }
    throw new RequestError(caller?.type === "app" ? "invalid_app_id" : "invalid_api_key");
  });
}

function bodyOf({ answer, isReplay }: IdempotentAnswer, reply: FastifyReply): unknown {
  if (isReplay) reply.header("idempotent-replayed", "true");
  reply.code(answer.status);
  return answer.body;
}

/** Lists are long; all other responses are short, and many of them are hot. */
const isList = ({ method, query }: Endpoint): boolean =>
  method === "GET" && query !== undefined && "properties" in query && "cursor" in (query.properties as object);

/** RFC 9745 §2 and RFC 5829 §3.2. */
function announceDeprecation({ since, successor }: NonNullable<Endpoint["deprecated"]>, reply: FastifyReply): void {
  reply.headers({ deprecation: `@${since.getTime() / 1000}`, link: `<${successor}>; rel="successor-version"` });
}

/** Unknown parameters are refused, so that a partner's typo does not go unnoticed; wallet SDKs may add any. */
function schemaOf({ caller, query, body, status, response, also }: Endpoint) {
  const error: TSchema = caller === "wallet" ? GatewayError : PartnerError;
  const querystring = query ?? (caller === "wallet" ? undefined : closed({}));
  return {
    ...(querystring && { querystring }),
    ...(body && { body }),
    response: { [status]: response, ...(also && { [also.status]: also.response }), "4xx": error, "5xx": error },
  };
}

export function beginExchange(
  { services, settings, limiter }: Pick<EndpointHost, "services" | "settings" | "limiter">,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Exchange["endpoint"],
): Exchange {
  const exchange: Exchange = {
    services,
    settings,
    limiter,
    request,
    reply,
    endpoint,
    version: null,
    caller: null,
    merchantId: null,
    idempotencyKey: null,
  };
  request.exchange = exchange;
  return exchange;
}

export async function identify(identifying: readonly Step[], exchange: Exchange): Promise<Caller> {
  await take(identifying, exchange);
  if (!exchange.caller) throw new TypeError("the pipeline admitted an unidentified caller");
  return exchange.caller;
}

function checkedCall(
  { services, settings, hold, limiter }: EndpointHost,
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
): CheckedCall {
  const { exchange } = request;
  if (!exchange?.caller) throw new TypeError(`${endpoint.method} ${endpoint.path} was reached without a caller`);
  const { caller, merchantId } = exchange;
  return {
    settings,
    requestId: request.id,
    caller,
    params: paramsOf(request),
    merchantId,
    query: request.query,
    body: request.body,
    isStillLive: () => isStillLive(exchange),
    setHeaders: (headers) => void reply.headers(headers),
    charge: (tokens) => limiter.charge(caller, endpoint.access, { request, reply }, tokens),
    admitAddress: () => limiter.admitAddress(caller, { request, reply }),
    longPollSignal: (paymentId) => hold({ request, reply, caller, paymentId }),
    ...(endpoint.idempotency !== "none" && idempotentCall(services, endpoint, request, exchange)),
  };
}

function idempotentCall(
  services: Services,
  { method, path, status, also, uses }: Endpoint,
  request: FastifyRequest,
  { caller, merchantId, idempotencyKey }: Exchange,
): IdempotentCall<unknown, keyof Services> {
  const keyed =
    idempotencyKey !== null && caller?.type === "key"
      ? {
          partnerId: caller.partnerId,
          requestId: request.id,
          request: idempotentRequest(
            idempotencyKey,
            [...[classOf(caller) ?? []].flat(), method, filled(path, paramsOf(request)), merchantId ?? ""],
            request.body,
          ),
        }
      : null;
  const success = (body: unknown): StoredAnswer => ({ status: also?.is(body) ? also.status : status, body });
  return {
    idempotent: keyed?.request ?? null,
    success,
    once: (effect) =>
      once(services, keyed, async (tx) => success(await effect(only(tx, uses.filter(isTransactional))))),
    replayed: () => replayed(services, keyed),
  };
}

const paramsOf = (request: FastifyRequest) => request.params as Readonly<Record<string, string>>;

/** A path with its ids. */
const filled = (path: string, params: Readonly<Record<string, string>>): string =>
  path.includes(":") ? path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? "") : path;
