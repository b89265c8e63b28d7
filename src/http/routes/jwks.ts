// The public keys of receipts (RFC 7517). Pages of other origins may read them.
import { receiptsOff } from "../payments/signed-receipt.ts";
import type { PublicRoute } from "../public-route.ts";

/** A new key should be known within minutes: its first receipts may be verified at once. */
const CACHING = "public, max-age=300";

export const jwks: PublicRoute = {
  method: "GET",
  path: "/.well-known/jwks.json",
  async handle({ services: { receiptKeys } }, _request, reply) {
    if (!receiptKeys) throw receiptsOff();
    return (
      reply
        .headers({
          "content-type": "application/jwk-set+json",
          "cache-control": CACHING,
          "access-control-allow-origin": "*",
          "cross-origin-resource-policy": "cross-origin",
        })
        // As bytes: the type has no charset.
        .send(Buffer.from(JSON.stringify({ keys: receiptKeys.published })))
    );
  },
};
