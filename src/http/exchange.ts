// One request in the pipeline, with the results of the steps so far.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Version } from "../contract/versions.ts";
import type { Endpoint } from "./endpoint.ts";
import type { RateLimiter } from "./limits/rate-limit.ts";
import type { Caller } from "./request/caller.ts";
import type { Services } from "./services.ts";
import type { Settings } from "./settings.ts";

export interface Exchange {
  readonly services: Pick<Services, "keys" | "sessions" | "pageKeys" | "nowS">;
  readonly settings: Pick<Settings, "publicUrl" | "payLinkHost">;
  readonly limiter: Pick<RateLimiter, "lookUp">;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly endpoint: Pick<
    Endpoint,
    | "method"
    | "path"
    | "caller"
    | "access"
    | "console"
    | "legacyKey"
    | "commerceKey"
    | "asksForKeyAgain"
    | "isBackground"
    | "isOfPerson"
    | "isForPos"
    | "merchant"
    | "idempotency"
    | "unknownId"
  >;
  /** The version the request names; null: the version that the caller is pinned to applies. */
  version: Version | null;
  caller: Caller | null;
  merchantId: string | null;
  idempotencyKey: string | null;
}

/** Finds the caller in the database, within the rate limits. @throws RequestError rate_limited */
export function lookUp<Found extends Caller>(
  exchange: Exchange,
  name: string,
  find: () => Promise<Found | null>,
): Promise<Found | null> {
  const { limiter, request, reply, endpoint } = exchange;
  const onRefused = (caller: Caller): void => echoVersion({ ...exchange, caller });
  return limiter.lookUp(name, { access: endpoint.access, request, reply, onRefused }, find);
}

/** Once the caller is known, every response names the version that applies. */
export function echoVersion({ version, caller, reply }: Exchange): void {
  if (caller) reply.header("pay-version", version ?? caller.version);
}
