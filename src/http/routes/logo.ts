// A merchant's logo. Its URL contains the hash of its content, so it never changes.

import type { PublicRoute } from "../public-route.ts";
import { IMMUTABLE_CACHE } from "../request/immutable-cache.ts";
import { RequestError } from "../request/request-error.ts";

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
        "cache-control": IMMUTABLE_CACHE,
        etag: `"${hash}"`,
        // Untrusted content: however a browser interprets it, it can neither run nor load anything.
        "content-security-policy": "default-src 'none'; sandbox",
        // Wallets and shops show it on their own pages.
        "cross-origin-resource-policy": "cross-origin",
      })
      .send(content);
  },
};
