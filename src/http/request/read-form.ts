// Reads HTML forms as text, and refuses any other content type.
import type { FastifyInstance } from "fastify";
import { escapesFault, utf8Body } from "./body-text.ts";

/** About ten times what a person enters in the longest form. */
export const FORM_BYTES_MAX = 16_384;

/** Takes a form in any encoding without reading it. */
export function acceptAnyForm(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const options = { parseAs: "buffer", bodyLimit: FORM_BYTES_MAX } as const;
  const types = ["application/x-www-form-urlencoded", "multipart/form-data"];
  app.addContentTypeParser<Buffer>(types, options, (_request, _body, done) => done(null, ""));
}

export function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const read = utf8Body((_request, text, done) => done(escapesFault("The form", text), text));
  const options = { parseAs: "buffer", bodyLimit: FORM_BYTES_MAX } as const;
  app.addContentTypeParser<Buffer>("application/x-www-form-urlencoded", options, read);
}
