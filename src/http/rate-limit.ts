// Rate limits: the bucket that a request draws on, and its headers (draft-ietf-httpapi-ratelimit-headers-10).
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RateClass, RateLimits } from "../settings/rate-limits.ts";
import type { Caller } from "./caller.ts";
import type { Endpoint } from "./endpoint.ts";
import { networkOf } from "./network-of.ts";
import { RequestError } from "./request-error.ts";
import { TokenBuckets } from "./token-buckets.ts";

export interface RateLimiter {
  /** For an authenticated caller. @throws RequestError rate_limited */
  admit(caller: Caller, access: Endpoint["access"], request: FastifyRequest, reply: FastifyReply): void;
  /** For anybody else. @throws RequestError rate_limited */
  admitAnonymous(request: FastifyRequest, reply: FastifyReply): void;
}

/** @param limits null: no limits and no headers */
export function createRateLimiter(limits: RateLimits | null): RateLimiter {
  if (!limits) return { admit: () => {}, admitAnonymous: () => {} };
  const buckets = new TokenBuckets();

  function take(name: RateClass, owner: string, reply: FastifyReply): void {
    const rate = limits?.[name];
    if (!rate) return;
    const { isAllowed, left, fullInS, nextInS } = buckets.take(`${name} ${owner}`, rate, performance.now());
    reply.header("ratelimit-policy", `"${name}";q=${rate.quota};w=${rate.windowS}`);
    reply.header("ratelimit", `"${name}";r=${left};t=${fullInS}`);
    if (!isAllowed) throw new RequestError("rate_limited", { headers: { "retry-after": String(nextInS) } });
  }

  return {
    admit(caller, access, request, reply) {
      // Anyone with a payment's link gets a page token, so pages are counted by their address, as when they were
      // loaded.
      if (caller.type === "page") take("anonymous", networkOf(request.ip), reply);
      else if (caller.type === "app") take("app", `${caller.appId} ${networkOf(request.ip)}`, reply);
      // Console sessions have separate buckets, so a partner's server cannot lock out its staff.
      else
        take(access === "pay" ? "gateway" : access, caller.session ? `console ${caller.keyId}` : caller.keyId, reply);
    },
    admitAnonymous: (request, reply) => take("anonymous", networkOf(request.ip), reply),
  };
}
