// Reads HTML forms as text, and refuses any other content type.
import type { FastifyInstance } from "fastify";

/** About ten times what a person enters in the longest form. */
export const FORM_BYTES_MAX = 16_384;

export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: FORM_BYTES_MAX },
    (_request, text, done) => done(null, text),
  );
}
