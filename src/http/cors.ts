// Who may call from a browser. Wallets that are web pages call the gateway from origins that nobody can list, so any may;
// they show a key or an app id in a header, never a cookie, so no site can use what belongs to another. A partner's keys
// never belong in a browser: their endpoints have no CORS at all, and a page cannot read their answers.
import type { FastifyCorsOptions } from "@fastify/cors";

/** Where CORS holds. */
export const GATEWAY_PREFIX = "/v1/gateway";

/** Browsers ask again after two hours at the latest, whatever is said here. */
const PREFLIGHT_MAX_AGE_S = 7_200;

// The headers that a page may send are those it asks for: SDKs add their own.
export const GATEWAY_CORS: FastifyCorsOptions = {
  origin: "*",
  methods: ["GET", "HEAD", "POST"],
  exposedHeaders: ["Pay-Version", "Retry-After", "RateLimit", "RateLimit-Policy", "X-Request-Id"],
  maxAge: PREFLIGHT_MAX_AGE_S,
  strictPreflight: false, // its refusal is not of the interface's form
};
