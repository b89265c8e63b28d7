/** Cache-Control for content-addressed URLs: a year, the longest that caches keep anything. `immutable` is RFC 8246. */
export const IMMUTABLE_CACHE = "public, max-age=31536000, immutable";
