// The API reference: openapi.json for programs, serialised at the first request, and /docs for people.
import type { FastifyReply } from "fastify";
import { atFirstUse } from "../../../concurrency/at-first-use.ts";
import type { OpenApiDocument } from "../../../contract/openapi.ts";
import { REFERENCE_POLICY, renderReference } from "../../../pages/reference.ts";
import type { PublicRoute } from "../../public-route.ts";

/** A new release may change both, so caches keep them only briefly. */
const CACHING = "public, max-age=300";

export function referenceRoutes(document: () => OpenApiDocument): readonly PublicRoute[] {
  const json = atFirstUse(() => JSON.stringify(document()));
  const route = (path: string, render: () => string, headers: Readonly<Record<string, string>>): PublicRoute => ({
    method: "GET",
    path,
    handle: async (_host, _request, reply: FastifyReply) => {
      reply.headers({ "cache-control": CACHING, ...headers });
      return render();
    },
  });
  return [
    route("/openapi.json", json, { "content-type": "application/json; charset=utf-8" }),
    route(
      "/docs",
      atFirstUse(() => renderReference(document())),
      {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": REFERENCE_POLICY,
        "referrer-policy": "no-referrer",
      },
    ),
  ];
}
