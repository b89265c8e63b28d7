// Parses JSON bodies, and refuses text that the database cannot store (NUL, lone surrogates) and keys that
// would reach an object's prototype.
import type { FastifyBodyParser, FastifyInstance } from "fastify";
import { utf8Body } from "./body-text.ts";
import { RequestError } from "./request-error.ts";

const malformed = (message: string): RequestError => new RequestError("invalid_params", { message });

/** Accepts JSON only; any other type is 415. An empty body is null: some endpoints need none. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error") as FastifyBodyParser<string>;
  app.removeAllContentTypeParsers();
  const read = utf8Body((request, text, done) => {
    if (text === "") return done(null, null);
    parse(request, text, (error, body: unknown) => {
      if (error) return done(malformed("The body is not valid JSON, or has a key that is not allowed"));
      const fault = faultOf(text);
      if (fault) return done(malformed(fault));
      done(null, body);
    });
  });
  app.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, read);
}

/** The API's bodies have four levels. RFC 8259 §9 lets a parser set a limit. */
const DEPTH_MAX = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = [0x5b, 0x7b]; // [ {
const CLOSING = [0x5d, 0x7d]; // ] }

/** An escape of one UTF-16 code unit. */
const UNICODE_ESCAPE_LENGTH = 6;
/** UTF-8 has no surrogates, so a surrogate can only be an escape, and a pair is two escapes in a row. */
const PAIR = /\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}/y;
const UNSTORABLE = /\\u(?:0000|[dD][89a-fA-F])/y;

/**
 * The first fault of a body, or null. Reads the text once, without an allocation per value: a walk of the parsed body
 * costs a hundred times as much.
 * @param text valid JSON
 */
export function faultOf(text: string): string | null {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at + 1);
      if (end === null) return "The body contains a NUL or a lone surrogate";
      at = end;
    } else if (OPENING.includes(code)) {
      depth += 1;
      if (depth > DEPTH_MAX) return `The body is nested deeper than ${DEPTH_MAX} levels`;
    } else if (CLOSING.includes(code)) depth -= 1;
  }
  return null;
}

/** The closing quote of the string that begins at `at`; null if it contains what the database cannot store. */
function endOfString(text: string, at: number): number | null {
  let next = at;
  for (let code = text.charCodeAt(next); code !== QUOTE; code = text.charCodeAt(next)) {
    if (code !== BACKSLASH) next += 1;
    else if (isAt(PAIR, text, next)) next += 2 * UNICODE_ESCAPE_LENGTH;
    else if (isAt(UNSTORABLE, text, next)) return null;
    else next += 2;
  }
  return next;
}

function isAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
