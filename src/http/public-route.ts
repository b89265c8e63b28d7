// A route that needs no key: pages, logos and the health check.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { HoldLongPoll } from "./limits/long-polls.ts";
import type { RateLimiter } from "./limits/rate-limit.ts";
import type { Services } from "./services.ts";
import type { LocalPages, Settings } from "./settings.ts";

export interface PublicRoute {
  /** A POST takes an HTML form and passes its body on as text. */
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Exempt from rate limits: a load balancer's probes share its address with other callers and must not fail. */
  readonly isUnlimited?: true;
  /** Never compressed: it shows secrets next to a stranger's input, and its size would reveal whether they match. */
  readonly isUncompressed?: true;
  /** Pages of every origin may read it, and send headers of their own. */
  readonly isForAnyOrigin?: true;
  /** Its form creates payments, of which one network gets few. */
  readonly createsPayments?: true;
  /** Its POST comes from mail programs, which send a form in either encoding; the content says nothing. */
  readonly isOneClick?: true;
  handle(
    host: {
      readonly services: Services;
      readonly settings: Settings;
      readonly limiter: Pick<RateLimiter, "countsView" | "admitAddress" | "admitCreation" | "admitMail">;
      readonly hold: HoldLongPoll;
    },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown>;
}

/** The pages of a local Turnpike, with their routes. */
export interface LocalSite extends LocalPages {
  readonly routes: readonly PublicRoute[];
}
