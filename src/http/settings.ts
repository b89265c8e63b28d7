// The HTTP settings, and fixed limits.
import type { FastifyBaseLogger } from "fastify";
import type { ReadReadiness } from "../operations/ports/monitoring/readiness.ts";
import type { RequestTracing } from "../operations/ports/tracing.ts";
import type { AndroidApp } from "../settings/apps.ts";
import type { RateLimits } from "../settings/rate-limits.ts";
import type { HttpObserver } from "./request/observer.ts";

export interface Settings {
  /** The URL by which buyers reach the server, without a trailing slash; the base of payment links. */
  readonly publicUrl: string;
  /** The host of payment links that wallets trust; null: that of `publicUrl`. */
  readonly payLinkHost: string | null;
  readonly logger: FastifyBaseLogger;
  /** Most long polls of one address without a partner's key. */
  readonly heldPerAddressMax: number;
  /** Null: no limits. */
  readonly rateLimits: RateLimits | null;
  /** Addresses and networks whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  /** Origins of web pages that may call the API with keys of the role pos. */
  readonly posOrigins: readonly string[];
  /** Apps that open payment links. */
  readonly androidApps: readonly AndroidApp[];
  readonly iosApps: readonly string[];
  /** Origins that may frame the buyer-data form. */
  readonly formFrameAncestors: readonly string[];
  /** How long buyer data is kept; shown on the form. */
  readonly buyerDataRetentionDays: number;
  readonly readiness: ReadReadiness;
  /** Null: metrics are off. */
  readonly observer: HttpObserver | null;
  /** Null: requests are not traced. */
  readonly tracing: RequestTracing | null;
  /** The pages of a local Turnpike; null elsewhere. */
  readonly local: LocalPages | null;
}

export interface LocalPages {
  /** The target of `/`. */
  readonly path: string;
  /** A script of the checkout page: a wallet for trying it out. */
  readonly walletScript: string;
}

/** 64 KiB: several times the largest valid body, a confirm with a contract wallet's signature. */
export const BODY_BYTES_MAX = 65_536;

/** Requests worked on at the same time, beyond which more get a 503: seconds of work for this process. */
export const WORKING_MAX = 4_000;

/** Long polls for one payment: the buyer's tabs and wallets, the shop's page and server. */
export const HELD_PER_PAYMENT_MAX = 20;

/**
 * How long an answer to an x402 client waits for the payment's end: longer than any block time with its confirmations
 * on most chains, shorter than proxies wait.
 */
export const X402_WAIT_MS = 25_000;

/** Share of connections for long polls; the rest serves other requests. With 20 000 open files, 10 000 long polls. */
export const HELD_SHARE = 2 / 3;

/** An API key has less than 100 bytes, an address and a password at most 1 400. */
export const SIGN_IN_BYTES_MAX = 2_048;

/** A passkey's signature, with a long credential id. */
export const PASSKEY_BYTES_MAX = 8_192;

/** Connections waiting to be accepted. Many wallets may start a long poll at once; Node's default of 511 is too low. */
export const LISTEN_BACKLOG = 4_096;

/** Time to send a whole request. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** How often requests are checked for it. Node's default would double the time. */
export const TIMEOUTS_CHECKED_MS = 5_000;

/** Silence on an open connection. Must exceed the longest long poll (60 s). */
export const CONNECTION_TIMEOUT_MS = 90_000;

/** Above the 60 s after which load balancers drop idle connections, so that they close first. */
export const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** Node's limit for the whole request head, so no URL is longer. */
export const URL_LENGTH_MAX = 16_384;
