// Parses JSON bodies, and refuses what JSON allows but the database cannot store (NUL, lone surrogates) and keys that
// would reach an object's prototype.
import type { FastifyBodyParser, FastifyInstance } from "fastify";
import { RequestError } from "./request-error.ts";

const malformed = (message: string): RequestError => new RequestError("invalid_params", { message });

/** Accepts JSON only; any other type is 415. An empty body is null: some endpoints need none. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error") as FastifyBodyParser<string>;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "") return done(null, null);
    parse(request, text, (error, body: unknown) => {
      if (error) return done(malformed("The body is not valid JSON, or has a key that is not allowed"));
      // Most bodies are short and have no escapes, so they can have neither fault.
      const fault = text.length > SHORT || text.includes("\\u") ? faultOf(body) : null;
      if (fault) return done(malformed(fault));
      done(null, body);
    });
  });
}

/** A body of so few characters cannot be nested deep enough to overflow a recursive walk. */
const SHORT = 1_000;

/** The API's bodies have four levels. RFC 8259 §9 lets a parser set a limit. */
const DEPTH_MAX = 64;

/** `\p{Cs}` matches lone surrogates. Both occur only as escapes: UTF-8 has no surrogates. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** The first fault of a parsed body, or null. Iterative, because the body may be deep. */
function faultOf(body: unknown): string | null {
  const left: { value: unknown; depth: number }[] = [{ value: body, depth: 0 }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, depth } = next;
    if (depth > DEPTH_MAX) return `The body is nested deeper than ${DEPTH_MAX} levels`;
    if (typeof value === "string" && UNSTORABLE.test(value)) return "The body contains a NUL or a lone surrogate";
    if (typeof value === "object" && value !== null) {
      for (const [name, field] of Object.entries(value)) {
        left.push({ value: name, depth: depth + 1 }, { value: field, depth: depth + 1 });
      }
    }
  }
  return null;
}
