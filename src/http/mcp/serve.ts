// POST /mcp: streamable HTTP without sessions. Each request has one message, is authenticated by itself, and gets one
// response.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import type { Exchange } from "../exchange.ts";
import { identifyingSteps } from "../pipeline.ts";
import { beginExchange, type EndpointHost, identify, registerEndpoint } from "../register-endpoint.ts";
import type { KeyCaller } from "../request/caller.ts";
import { headerOf } from "../request/header.ts";
import { RequestError } from "../request/request-error.ts";
import { readMerchantId } from "../steps/read-ids.ts";
import { apiOf } from "./api.ts";
import { MCP_ENDPOINTS, MCP_PATH } from "./mounted.ts";
import { toolsFor } from "./tools.ts";

/** Messages of all methods pass as it; each call of a tool is then authorised as its own endpoint. */
const ENDPOINT: Exchange["endpoint"] = {
  method: "POST",
  path: MCP_PATH,
  caller: "partner",
  access: "read",
  merchant: "optional",
  idempotency: "none",
  unknownId: "not_found",
};

export const MCP_ROUTES = [...MCP_ENDPOINTS, ENDPOINT];

const UNAUTHORIZED = 401;

export function registerMcp(app: FastifyInstance, host: EndpointHost): void {
  for (const endpoint of MCP_ENDPOINTS) registerEndpoint(app, host, endpoint);
  app.route({
    method: ENDPOINT.method,
    url: MCP_PATH,
    // One message, not a batch: limits count requests.
    schema: { body: Type.Object({}) },
    onRequest: async (request, reply) => {
      refuseOtherPages(request, host);
      const exchange = beginExchange(host, request, reply, ENDPOINT);
      const caller = await identify(identifyingSteps("partner"), exchange).catch((error: unknown) => {
        if (!(error instanceof RequestError)) throw error;
        if (error.code !== "rate_limited") host.limiter.admitAnonymous(request, reply);
        throw error.status === UNAUTHORIZED ? withChallenge(error) : error;
      });
      host.limiter.admit(caller, ENDPOINT.access, request, reply);
      if (caller.type !== "key" || toolsFor(caller).length === 0) {
        throw new RequestError("forbidden", { message: "A key of this role has no tools" });
      }
      readMerchantId(exchange);
    },
    handler: (request, reply) => answer(app, host, request, reply),
  });
}

async function answer(app: FastifyInstance, { settings }: EndpointHost, request: FastifyRequest, reply: FastifyReply) {
  const { exchange } = request;
  const gone = new AbortController();
  reply.raw.on("close", () => gone.abort());
  const api = apiOf(app, request, exchange?.merchantId ?? null, gone.signal);
  // The SDK takes half a second of a start and 25 MB: it is loaded with the first message.
  const { respond } = await import("./respond.ts");
  const tools = toolsFor(exchange?.caller as KeyCaller);
  const response = await respond({ tools, api, log: settings.logger }, request, settings.publicUrl, gone.signal);
  const type = response.headers.get("content-type");
  reply.code(response.status);
  if (type !== null) reply.header("content-type", type);
  return reply.send(await response.text());
}

/** Against DNS rebinding: a browser names the page's origin, and a page of another site is no assistant. */
function refuseOtherPages(request: FastifyRequest, { settings }: EndpointHost): void {
  const origin = headerOf(request, "origin");
  if (origin === null || origin === new URL(settings.publicUrl).origin) return;
  throw new RequestError("forbidden", { message: "The request comes from a page of another origin" });
}

/** RFC 9110 §11.6.1. */
function withChallenge({ code, message, issues, headers }: RequestError): RequestError {
  const challenge = { "www-authenticate": 'Bearer realm="turnpike"' };
  return new RequestError(code, { message, issues, headers: { ...headers, ...challenge } });
}
