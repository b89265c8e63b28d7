// A route that anybody may ask for, without a key: pages and the health check.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "./services.ts";
import type { Settings } from "./settings.ts";

export interface PublicRoute {
  /** POST takes what a form on a page sends, and its body is that text. */
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Answered however often it is asked for: a load balancer's probes must not depend on who else is behind its address. */
  readonly isUnlimited?: true;
  handle(
    host: { readonly services: Services; readonly settings: Settings },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown>;
}
