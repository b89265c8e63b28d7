// The API reference: openapi.json for programs, and /docs for people. Both are compressed once, at the first request.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { atFirstUse } from "../../../concurrency/at-first-use.ts";
import type { OpenApiDocument } from "../../../contract/openapi.ts";
import { REFERENCE_POLICY, renderReference } from "../../../pages/reference.ts";
import type { PublicRoute } from "../../public-route.ts";
import { codingFor } from "../../server/compress.ts";

/** A new release may change both, so caches keep them only briefly. */
const CACHING = "public, max-age=300";
const NOT_MODIFIED = 304;

interface Prepared {
  /** Weak (RFC 9110 §8.8.1): the same for all codings. */
  readonly etag: string;
  readonly identity: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

async function prepared(text: string): Promise<Prepared> {
  const identity = Buffer.from(text);
  const etag = `W/"${createHash("sha256").update(identity).digest("base64url")}"`;
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)]);
  return { etag, identity, br, gzip: zipped };
}

/** @param document of the server at this URL, which is final once the server listens */
export function referenceRoutes(document: (publicUrl: string) => OpenApiDocument): readonly PublicRoute[] {
  return [
    constant("/openapi.json", (url) => JSON.stringify(document(url)), {
      "content-type": "application/json; charset=utf-8",
    }),
    constant("/docs", (url) => renderReference(document(url)), {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": REFERENCE_POLICY,
      "referrer-policy": "no-referrer",
    }),
  ];
}

function constant(
  path: string,
  render: (publicUrl: string) => string,
  headers: Readonly<Record<string, string>>,
): PublicRoute {
  let publicUrl = "";
  const body = atFirstUse(() => prepared(render(publicUrl)));
  return {
    method: "GET",
    path,
    handle: async ({ settings }, request: FastifyRequest, reply: FastifyReply) => {
      publicUrl = settings.publicUrl;
      const made = await body();
      reply.headers({ "cache-control": CACHING, vary: "Accept-Encoding", etag: made.etag });
      if (isFresh(request.headers["if-none-match"], made.etag)) return reply.code(NOT_MODIFIED).send();
      const coding = codingFor(request.headers["accept-encoding"]);
      reply.headers({ ...headers, ...(coding && { "content-encoding": coding }) });
      return made[coding ?? "identity"];
    },
  };
}

/** RFC 9110 §13.1.2: proxies that compress may have made the validator weak. */
const isFresh = (given: string | undefined, etag: string): boolean =>
  (given ?? "").split(",").some((each) => ["*", etag, etag.slice(2)].includes(each.trim()));
