// The text of a body. Decoding would replace bytes that are not UTF-8 by U+FFFD, and so make different requests equal:
// they are refused instead.
import { isUtf8 } from "node:buffer";
import type { FastifyRequest } from "fastify";
import { RequestError } from "./request-error.ts";

const UNSUPPORTED_MEDIA_TYPE = 415;

/** RFC 9110 §8.3.2, with the spelling that some clients send. */
const UTF8 = /^utf-?8$/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

type Done = (error: Error | null, body?: unknown) => void;

const NOT_UTF8 = "is not UTF-8: encode it as UTF-8 and send it again";

/** Parses a body's text. The refusal of another charset is a 415, that of other bytes a 400. */
export const utf8Body =
  (parse: (request: FastifyRequest, text: string, done: Done) => void) =>
  (request: FastifyRequest, bytes: Buffer, done: Done): void => {
    const charset = CHARSET.exec(request.headers["content-type"] ?? "")?.[1];
    if (charset !== undefined && !UTF8.test(charset)) {
      const message = "Content-Type names another charset: send the body as UTF-8, with charset=utf-8 or no charset";
      done(new RequestError("invalid_params", { status: UNSUPPORTED_MEDIA_TYPE, message }));
    } else if (!isUtf8(bytes)) {
      done(new RequestError("invalid_params", { message: `The body ${NOT_UTF8}` }));
    } else parse(request, bytes.toString("utf8"), done);
  };

/** Not an escape: forms and query strings keep it as it stands. */
const LONE_PERCENT = /%(?![0-9a-fA-F]{2})/g;

/**
 * The refusal of percent escapes whose bytes are not UTF-8, or null.
 * @param what for example "The query"
 */
export function escapesFault(what: string, text: string): RequestError | null {
  if (!text.includes("%")) return null;
  try {
    decodeURIComponent(text.replace(LONE_PERCENT, "%25"));
    return null;
  } catch {
    return new RequestError("invalid_params", { message: `${what} ${NOT_UTF8}` });
  }
}
