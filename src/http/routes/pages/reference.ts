// The API reference: openapi.json for programs and /docs for people. Both are rendered at the first request.
import type { FastifyReply } from "fastify";
import type { OpenApiDocument } from "../../../contract/openapi.ts";
import { CONTENT_SECURITY_POLICY, renderReference } from "../../../pages/reference/page.ts";
import { atFirstUse } from "../../at-first-use.ts";
import type { PublicRoute } from "../../public-route.ts";

/** A new release may change both, so caches keep them only briefly. */
const CACHING = "public, max-age=300";

export function referenceRoutes(document: () => OpenApiDocument): readonly PublicRoute[] {
  const json = atFirstUse(() => JSON.stringify(document()));
  const page = atFirstUse(() => renderReference(document()));
  const route = (path: string, body: () => string, headers: Readonly<Record<string, string>>): PublicRoute => ({
    method: "GET",
    path,
    handle: async (_host, _request, reply: FastifyReply) => {
      reply.headers({ "cache-control": CACHING, ...headers });
      return body();
    },
  });
  return [
    route("/openapi.json", json, { "content-type": "application/json; charset=utf-8" }),
    route("/docs", page, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": CONTENT_SECURITY_POLICY,
      "referrer-policy": "no-referrer",
    }),
  ];
}
