// Takes what a page's form sends, as text and of no other type; a form here is short.
import type { FastifyInstance } from "fastify";

/** Some ten times what a person writes into the longest form. */
export const FORM_BYTES_MAX = 16_384;

export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: FORM_BYTES_MAX },
    (_request, text, done) => done(null, text),
  );
}
