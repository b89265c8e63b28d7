// The language of a page: the one in its URL, else the browser's.
import type { FastifyRequest } from "fastify";
import { type ChosenLanguage, chooseLanguage } from "../../pages/messages/choose.ts";

export const readerLanguage = (request: FastifyRequest): ChosenLanguage =>
  chooseLanguage(langOf(request), request.headers["accept-language"]);

/** The language that the URL names, unchecked. A request that was refused early has no query. */
export const langOf = ({ query }: FastifyRequest): unknown => (query as { lang?: unknown } | undefined)?.lang;
