// A route that anybody may ask for, without a key: pages and the health check.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "./ports.ts";
import type { Settings } from "./settings.ts";

export interface PublicRoute {
  readonly method: "GET";
  readonly path: string;
  handle(
    host: { readonly services: Services; readonly settings: Settings },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown>;
}
