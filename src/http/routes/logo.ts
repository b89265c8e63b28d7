// A merchant's logo, for whoever shows a payment. Its address is the hash of its content, so it never changes.
import type { PublicRoute } from "../public-route.ts";
import { RequestError } from "../request-error.ts";

/** A year, the longest that caches keep anything; `immutable` is RFC 8246. */
const CACHE_CONTROL = "public, max-age=31536000, immutable";

/** Hex digits of a SHA-256. */
const HASH_LENGTH = 64;

export const logo: PublicRoute = {
  method: "GET",
  path: "/logos/:file(^[0-9a-f]{64}\\.webp$)",
  async handle({ services }, request, reply) {
    const hash = (request.params as { file: string }).file.slice(0, HASH_LENGTH);
    const content = await services.logos.find(hash);
    if (!content) throw new RequestError("not_found");
    return reply
      .headers({
        "content-type": "image/webp",
        "cache-control": CACHE_CONTROL,
        etag: `"${hash}"`,
        // Somebody else's picture: whatever it may be taken for, it runs nothing and loads nothing.
        "content-security-policy": "default-src 'none'; sandbox",
        // Wallets and shops show it on pages of their own.
        "cross-origin-resource-policy": "cross-origin",
      })
      .send(content);
  },
};
