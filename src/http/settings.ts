// What the HTTP side is told by the configuration.
import type { FastifyBaseLogger } from "fastify";
import type { RateLimits } from "../settings/rate-limits.ts";

export interface Settings {
  /** The address that buyers reach, without a trailing slash: payment links are made from it. */
  readonly publicUrl: string;
  /** Host of payment links that wallets trust; null: that of `publicUrl`. */
  readonly payLinkHost: string | null;
  readonly logger: FastifyBaseLogger;
  /** Null: none. */
  readonly rateLimits: RateLimits | null;
  /** Addresses and networks whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Origins that may show the buyers' form in a frame. */
  readonly formFrameAncestors: readonly string[];
  /** How long what a buyer enters is kept: the form says so. */
  readonly buyerDataRetentionDays: number;
}

/** The interface's limit for a JSON body: 256 KiB. */
export const BODY_BYTES_MAX = 262_144;

/** Connections that may wait to be accepted: many wallets begin a long-poll at one moment, and Node's 511 is too few. */
export const LISTEN_BACKLOG = 4_096;

/** Time to send a whole request; a client that takes longer is holding the connection for nothing. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** Silence on an open connection. It must outlast the longest held answer (60 s). */
export const CONNECTION_TIMEOUT_MS = 90_000;

/** Longer than the 60 s after which load balancers drop an idle connection, so that it is they who close first. */
export const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** Node's limit for all of a request's head, so no URL that arrives is longer. */
export const URL_LENGTH_MAX = 16_384;
