// Web wallets call the gateway from unknown origins, so it allows all; they authenticate by header, never by cookie, so
// no site can act as another. Partner endpoints have no CORS: a partner's keys never belong in a browser.
import type { FastifyCorsOptions } from "@fastify/cors";

export const GATEWAY_PREFIX = "/v1/gateway";

/** Two hours: the longest that browsers honour. */
const PREFLIGHT_MAX_AGE_S = 7_200;

// Without `allowedHeaders` the preflight allows whatever headers it names: SDKs add their own.
export const GATEWAY_CORS: FastifyCorsOptions = {
  origin: "*",
  methods: ["GET", "HEAD", "POST"],
  exposedHeaders: ["Pay-Version", "Retry-After", "RateLimit", "RateLimit-Policy", "X-Request-Id"],
  maxAge: PREFLIGHT_MAX_AGE_S,
  strictPreflight: false, // its refusal does not have the API's error format
};
