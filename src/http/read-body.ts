// Parses JSON bodies, and refuses what JSON allows but no store can keep: NUL, lone surrogates, and keys that would
// reach an object's prototype.
import type { FastifyBodyParser, FastifyInstance } from "fastify";
import { RequestError } from "./request-error.ts";

const malformed = (message: string): RequestError => new RequestError("invalid_params", { message });

/** Takes JSON only, so that a body of any other type is 415. An empty body is null: some endpoints need none. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error") as FastifyBodyParser<string>;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "") return done(null, null);
    parse(request, text, (error, body: unknown) => {
      if (error) return done(malformed("The body is not valid JSON, or has a key that is not allowed"));
      // Outside an escape neither can occur: UTF-8 has no surrogates, and JSON has no control characters in strings.
      if (text.includes("\\u") && hasUnstorableText(body)) {
        return done(malformed("The body holds a NUL character or half a surrogate pair"));
      }
      done(null, body);
    });
  });
}

/** `\p{Cs}` matches surrogates that are not one half of a pair. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** By a list and not by recursion: a body may be nested as deep as it is long. */
function hasUnstorableText(body: unknown): boolean {
  const left: unknown[] = [body];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === "string" && UNSTORABLE.test(value)) return true;
    if (typeof value === "object" && value !== null) {
      for (const [key, field] of Object.entries(value)) left.push(key, field);
    }
  }
  return false;
}
