// One request in the pipeline, with the results of the steps so far.
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
    | "method"
    | "path"
    | "caller"
    | "access"
    | "legacyKey"
    | "commerceKey"
    | "asksForKeyAgain"
    | "isBackground"
    | "isForPos"
    | "merchant"
    | "idempotency"
    | "unknownId"
  >;
  /** Finds the caller in the database, within the rate limits. @throws RequestError rate_limited */
  lookUp<Found extends Caller>(name: string, find: () => Promise<Found | null>): Promise<Found | null>;
  /** The version the request names; null: the version that the caller is pinned to applies. */
  version: Version | null;
  caller: Caller | null;
  merchantId: string | null;
  idempotencyKey: string | null;
}

/** The value of a header, or null if it is missing or empty. */
export function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === "string" && value !== "" ? value : null;
}
