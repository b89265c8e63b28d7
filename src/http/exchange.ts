// One request on its way down the pipeline, with what the steps have found out about it so far.
import type { FastifyRequest } from "fastify";
import type { Version } from "../contract/versions.ts";
import type { Caller } from "./caller.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Services } from "./services.ts";
import type { Settings } from "./settings.ts";

export interface Exchange {
  readonly services: Pick<Services, "keys" | "sessions" | "pageKeys" | "nowS">;
  readonly settings: Pick<Settings, "publicUrl" | "payLinkHost">;
  readonly request: FastifyRequest;
  readonly endpoint: Pick<
    Endpoint,
    "caller" | "access" | "legacyKey" | "asksForKeyAgain" | "isBackground" | "merchant" | "idempotency" | "unknownId"
  >;
  /** The version the request names; null: the caller's pinned one applies. */
  version: Version | null;
  caller: Caller | null;
  merchantId: string | null;
  idempotencyKey: string | null;
}

/** A header's value, or null where it is missing or empty. */
export function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === "string" && value !== "" ? value : null;
}
