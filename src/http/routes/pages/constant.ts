// Responses that are the same for everyone until the next release. Each is compressed once, at its first request.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { atFirstUse } from "../../../concurrency/at-first-use.ts";
import type { PublicRoute } from "../../public-route.ts";
import { codingFor } from "../../server/compress.ts";

/** A new release may change them, so caches keep them only briefly. */
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

export type Respond = (publicUrl: string, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** @param render of a server at this URL, which is final once the server listens */
export function constant(render: (publicUrl: string) => string, headers: Readonly<Record<string, string>>): Respond {
  let publicUrl = "";
  const body = atFirstUse(() => prepared(render(publicUrl)));
  return async (url, request, reply) => {
    publicUrl = url;
    const made = await body();
    reply.headers({ "cache-control": CACHING, vary: "Accept-Encoding", etag: made.etag });
    if (isFresh(request.headers["if-none-match"], made.etag)) return reply.code(NOT_MODIFIED).send();
    const coding = codingFor(request.headers["accept-encoding"]);
    reply.headers({ ...headers, ...(coding && { "content-encoding": coding }) });
    return made[coding ?? "identity"];
  };
}

export function constantRoute(path: string, respond: Respond): PublicRoute {
  return {
    method: "GET",
    path,
    handle: async ({ settings }, request, reply) => respond(settings.publicUrl, request, reply),
  };
}

/** RFC 9110 §13.1.2: proxies that compress may have made the validator weak. */
const isFresh = (given: string | undefined, etag: string): boolean =>
  (given ?? "").split(",").some((each) => ["*", etag, etag.slice(2)].includes(each.trim()));
