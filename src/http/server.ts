// The HTTP server: Fastify with this service's endpoints, limits, error responses and request log.
import cookies from "@fastify/cookie";
import cors from "@fastify/cors";
import fastify, { type FastifyInstance, type FastifyPluginAsync, type FastifyRequest, LogController } from "fastify";
import { registerSignIn, SIGN_IN_ROUTES } from "./console/people/sign-in.ts";
import { CONSOLE_ROUTES } from "./console/routes.ts";
import { ENDPOINTS, PUBLIC_ROUTES } from "./endpoints.ts";
import type { Exchange } from "./exchange.ts";
import { trackLongPolls } from "./limits/long-polls.ts";
import { createRateLimiter } from "./limits/rate-limit.ts";
import { MCP_ROUTES, registerMcp } from "./mcp/serve.ts";
import { answerUnknownPaths } from "./not-found.ts";
import { openApiDocument } from "./openapi/document.ts";
import type { PublicRoute } from "./public-route.ts";
import { type EndpointHost, registerEndpoint } from "./register-endpoint.ts";
import { readAddresses, trustedProxies } from "./request/client-address.ts";
import { observeRequests } from "./request/observer.ts";
import { acceptJson } from "./request/read-body.ts";
import { acceptAnyForm, acceptForms } from "./request/read-form.ts";
import { newRequestId } from "./request/request-id.ts";
import { warnOfUnnamedProxy } from "./request/unnamed-proxy.ts";
import { PROBES } from "./routes/health.ts";
import { guideRoutes } from "./routes/pages/guides.ts";
import { specificationRoute } from "./routes/pages/specification.ts";
import { assets } from "./server/assets.ts";
import { answerClientError } from "./server/client-error.ts";
import { compressText } from "./server/compress.ts";
import { connectionsMax, limitConnections } from "./server/connections.ts";
import { admitAnyOrigin, answerPosPreflights, answerPreflights, GATEWAY_CORS, GATEWAY_PREFIX } from "./server/cors.ts";
import { createErrorHandler } from "./server/error-handler.ts";
import { shedLoad } from "./server/load-shedding.ts";
import { logRequests } from "./server/request-log.ts";
import { trackRequests } from "./server/requests-under-way.ts";
import { compileSerializer } from "./server/serialize.ts";
import { traceRequests } from "./server/trace-requests.ts";
import { compileValidator } from "./server/validate.ts";
import type { Services } from "./services.ts";
import * as limits from "./settings.ts";
import { isStillLive } from "./steps/authenticate.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** From now on each response ends its connection. */
    drain(): void;
    /** Ends the long polls of callers who have lost rights. Called when rights of keys or people may have changed. */
    endRevoked(): void;
  }
  interface FastifyRequest {
    exchange: Exchange | null;
    /** Its response waits, or has waited, for a change. */
    isLongPoll: boolean;
  }
}

/**
 * A server that is ready to listen. `close()` accepts no more connections, ends long polls at once, and resolves when
 * the last response has been sent, within 11 s even if clients don't cooperate.
 * @param localRoutes pages of a local Turnpike
 */
export function buildServer(
  services: Services,
  settings: limits.Settings,
  localRoutes: readonly PublicRoute[] = [],
): FastifyInstance {
  const answerErrors = createErrorHandler();
  const app = fastify({
    loggerInstance: settings.logger,
    logController: new LogController({ disableRequestLogging: true }), // request-log.ts writes one line instead of two
    // Log lines carry the request id themselves; a child logger per request is too expensive.
    childLoggerFactory: (logger) => logger,
    genReqId: newRequestId,
    bodyLimit: limits.BODY_BYTES_MAX,
    requestTimeout: limits.REQUEST_TIMEOUT_MS,
    connectionTimeout: limits.CONNECTION_TIMEOUT_MS,
    keepAliveTimeout: limits.KEEP_ALIVE_TIMEOUT_MS,
    http: { connectionsCheckingInterval: limits.TIMEOUTS_CHECKED_MS },
    trustProxy: trustedProxies(settings.trustedProxies),
    routerOptions: { maxParamLength: limits.URL_LENGTH_MAX },
    // While stopping, requests on open connections are still served, not refused with Fastify's own 503.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: answerErrors,
  });
  app.decorateRequest("exchange", null);
  app.decorateRequest("isLongPoll", false);
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  app.setErrorHandler(answerErrors);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers({ "x-request-id": request.id, "cache-control": "no-store", "x-content-type-options": "nosniff" });
    done();
  });
  readAddresses(app);
  acceptJson(app);
  if (settings.tracing) traceRequests(app, settings.tracing);

  const limiter = createRateLimiter(settings.rateLimits, (rate) => settings.observer?.rateLimited(rate));
  const connections = connectionsMax();
  limitConnections(app, connections);
  warnOfUnnamedProxy(app, settings.logger);
  const requests = trackRequests(app);
  app.decorate("drain", () => requests.drain());
  const held = trackLongPolls(app, {
    perPayment: limits.HELD_PER_PAYMENT_MAX,
    perAddress: settings.heldPerAddressMax,
    inAll: Math.floor(connections * limits.HELD_SHARE),
  });
  shedLoad(app, {
    most: limits.WORKING_MAX,
    isOver: () => requests.isWorkingOnMoreThan(limits.WORKING_MAX + held.count()),
    exemptPaths: PROBES.map(({ path }) => path),
  });
  if (settings.observer) {
    settings.observer.reads({ held: () => held.count(), underWay: () => requests.count() });
    observeRequests(app, settings.observer);
  }
  app.decorate("endRevoked", () => held.endUnless(hasRights));
  const host = { services, settings, hold: held.hold, limiter };
  registerPartnerApi(app, host);
  app.register(consoleApi(host));
  const specification = specificationRoute((publicUrl) => openApiDocument(ENDPOINTS, publicUrl));
  const publicRoutes = [...PUBLIC_ROUTES, specification, ...guideRoutes(), ...localRoutes];
  logRequests(app, [...ENDPOINTS, ...MCP_ROUTES, ...publicRoutes]);
  app.register(pages(host, publicRoutes));
  app.register(assets(limiter));
  answerUnknownPaths(app, host, [...ENDPOINTS, ...MCP_ROUTES, ...CONSOLE_ROUTES, ...SIGN_IN_ROUTES, ...publicRoutes]);
  app.register(gateway(host), { prefix: GATEWAY_PREFIX });
  return app;
}

const hasRights = async ({ exchange }: FastifyRequest): Promise<boolean> =>
  exchange === null || (await isStillLive(exchange));

function registerPartnerApi(app: FastifyInstance, host: EndpointHost): void {
  for (const endpoint of ENDPOINTS.filter(({ caller }) => caller === "partner")) registerEndpoint(app, host, endpoint);
  answerPosPreflights(app, ENDPOINTS, host.settings.posOrigins);
  registerMcp(app, host);
}

/** Public routes: a separate plugin, because forms do not send JSON. */
const pages =
  (host: EndpointHost, routes: readonly PublicRoute[]): FastifyPluginAsync =>
  async (app) => {
    acceptForms(app);
    await app.register(cookies); // the pages of payment links set one
    for (const route of routes.filter(({ isOneClick }) => !isOneClick)) addPage(app, host, route);
    await app.register(async (oneClick) => {
      acceptAnyForm(oneClick);
      for (const route of routes.filter(({ isOneClick }) => isOneClick)) addPage(oneClick, host, route);
    });
  };

function addPage(app: FastifyInstance, host: EndpointHost, route: PublicRoute): void {
  const { method, path, isUnlimited, isUncompressed, isForAnyOrigin, createsPayments, handle } = route;
  if (isForAnyOrigin) answerPreflights(app, path, host.limiter);
  app.route({
    ...(!isUncompressed && { onSend: compressText }),
    method,
    url: path,
    onRequest: async (request, reply) => {
      if (isForAnyOrigin) admitAnyOrigin(reply);
      if (!isUnlimited) host.limiter.admitAnonymous(request, reply);
      if (createsPayments) host.limiter.admitCreation(request);
    },
    handler: (request, reply) => handle(host, request, reply),
  });
}

/** The console's API: a separate plugin, because only it takes sessions in place of keys. */
const consoleApi =
  (host: EndpointHost): FastifyPluginAsync =>
  async (app) => {
    await app.register(cookies);
    for (const { endpoint, path } of CONSOLE_ROUTES) registerEndpoint(app, host, endpoint, path);
    registerSignIn(app, host);
  };

/** The gateway's endpoints: a separate plugin, because CORS applies only to them. */
const gateway =
  (host: EndpointHost): FastifyPluginAsync =>
  async (app) => {
    await app.register(cors, GATEWAY_CORS);
    const endpoints = ENDPOINTS.filter(({ caller }) => caller === "wallet");
    for (const endpoint of endpoints) registerEndpoint(app, host, endpoint, endpoint.path.slice(GATEWAY_PREFIX.length));
    answerUnknownPaths(app, host, endpoints);
  };
