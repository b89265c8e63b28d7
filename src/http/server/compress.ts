// Compresses large text responses as the client accepts it (RFC 9110 §8.4 and §12.5.3). Only pages and lists use it:
// see docs/decisions/0049-a-phone-buyer-can-pay.md for why the size of these reveals no secret.
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Shorter responses fit into the first packets anyway. */
const BYTES_MIN = 1_024;
/** The maximum is 11; higher qualities take many times as long for a few percent. */
const BROTLI_QUALITY = 4;

const CODERS = {
  br: (text: string) =>
    promisify(brotliCompress)(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
      },
    }),
  gzip: (text: string) => promisify(gzip)(text),
} as const;

/** An `onSend` hook. Leaves streams, short texts and already encoded responses unchanged. */
export async function compressText(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== "string" || payload.length < BYTES_MIN || reply.hasHeader("content-encoding")) return payload;
  const vary = reply.getHeader("vary");
  reply.header("vary", vary ? `${String(vary)}, Accept-Encoding` : "Accept-Encoding");
  const coding = codingFor(request.headers["accept-encoding"]);
  if (!coding) return payload;
  reply.header("content-encoding", coding).removeHeader("content-length");
  return CODERS[coding](payload);
}

/** RFC 9110 §12.4.2 and §12.5.3, in lower case. */
const CODING = /^(\*|[a-z0-9-]+)(?:\s*;\s*q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?$/;
/** More than any client sends. */
const CODINGS_MAX = 20;

/** The better of the codings that the client accepts; null: none. */
export function codingFor(accepted = ""): keyof typeof CODERS | null {
  const qualities = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(",", CODINGS_MAX)) {
    const [, name, quality = "1"] = CODING.exec(part.trim()) ?? [];
    if (name !== undefined) qualities.set(name, Number(quality));
  }
  const of = (name: string): number => qualities.get(name) ?? qualities.get("*") ?? 0;
  if (of("br") > 0 && of("br") >= of("gzip")) return "br";
  return of("gzip") > 0 ? "gzip" : null;
}
