// What is served at an address that changes with its content may be kept by whoever has it: for a year, the longest that caches
// keep anything; `immutable` is RFC 8246.

/** A Cache-Control. */
export const KEPT_FOR_GOOD = "public, max-age=31536000, immutable";
