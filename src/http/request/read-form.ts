// Reads HTML forms as text, and refuses any other content type.
import type { FastifyInstance } from "fastify";
import { escapesFault, utf8Body } from "./body-text.ts";

/** About ten times what a person enters in the longest form. */
export const FORM_BYTES_MAX = 16_384;

export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const read = utf8Body((_request, text, done) => done(escapesFault("The form", text), text));
  const options = { parseAs: "buffer", bodyLimit: FORM_BYTES_MAX } as const;
  app.addContentTypeParser<Buffer>("application/x-www-form-urlencoded", options, read);
}
