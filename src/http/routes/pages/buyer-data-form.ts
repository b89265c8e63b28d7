// The hosted buyer-data form. The token in its URL is the capability to fill it in: there is no session, so no CSRF
// token is needed.
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Form, readForm, submitForm } from "../../../operations/buyer-data/collect-buyer-data.ts";
import { Refusal } from "../../../operations/errors/refusal.ts";
import { type Answers, readAnswers } from "../../../pages/buyer-data/answers.ts";
import { buyerDataFormPolicy, renderBuyerDataForm, renderUnknownForm } from "../../../pages/buyer-data/page.ts";
import { readPrefill } from "../../../pages/buyer-data/prefill.ts";
import { SCRIPT, SCRIPT_PATH } from "../../../pages/buyer-data/script.ts";
import type { ChosenLanguage } from "../../../pages/messages/choose.ts";
import type { BuyerDataIssue } from "../../../payment/buyer-data/buyer-data-fields.ts";
import { buyerDataFormPath } from "../../../payment/link.ts";
import type { PublicRoute } from "../../public-route.ts";
import { IMMUTABLE_CACHE } from "../../request/immutable-cache.ts";
import { langOf, readerLanguage } from "../../request/reader-language.ts";

type Host = Parameters<PublicRoute["handle"]>[0];

const PATH = buyerDataFormPath(":token");
const SEE_OTHER = 303;
const BAD_REQUEST = 400;
const NOT_FOUND = 404;

export const buyerDataForm: PublicRoute = {
  method: "GET",
  path: PATH,
  isUncompressed: true,
  handle: (host, request, reply) =>
    answer(host, request, reply, async (chosen) => {
      const form = await readForm(host.services, tokenOf(request));
      const { prefill } = request.query as { prefill?: unknown };
      return show(host, { ...form, issues: [] }, readPrefill(prefill), chosen);
    }),
};

export const submitBuyerDataForm: PublicRoute = {
  method: "POST",
  path: PATH,
  isUncompressed: true,
  handle: (host, request, reply) =>
    answer(host, request, reply, async (chosen) => {
      const token = tokenOf(request);
      const answers = readAnswers(typeof request.body === "string" ? request.body : "");
      const form = await submitForm(host.services, token, answers.collected);
      if (form.issues.length > 0) {
        reply.code(BAD_REQUEST);
        return show(host, form, answers, chosen);
      }
      // Reloading the page then does not resubmit the form.
      const named = langOf(request) === undefined ? "" : `?lang=${chosen.language}`;
      return reply.redirect(buyerDataFormPath(token) + named, SEE_OTHER);
    }),
};

export const buyerDataFormScript: PublicRoute = {
  method: "GET",
  path: SCRIPT_PATH,
  handle: async (_host, _request, reply) =>
    reply.headers({ "content-type": "text/javascript; charset=utf-8", "cache-control": IMMUTABLE_CACHE }).send(SCRIPT),
};

const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token;

async function answer(
  { settings }: Host,
  request: FastifyRequest,
  reply: FastifyReply,
  render: (chosen: ChosenLanguage) => Promise<unknown>,
): Promise<unknown> {
  const chosen = readerLanguage(request);
  reply.headers({
    "content-type": "text/html; charset=utf-8",
    "content-language": chosen.language,
    vary: "Accept-Language",
    "content-security-policy": buyerDataFormPolicy(settings.formFrameAncestors),
    "referrer-policy": "no-referrer", // the URL is the capability to fill it in
  });
  try {
    return await render(chosen);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    reply.code(NOT_FOUND);
    return renderUnknownForm(chosen.language);
  }
}

const show = (
  { services, settings }: Host,
  { issues, ...form }: Form & { readonly issues: readonly BuyerDataIssue[] },
  answers: Answers,
  { language, locale }: ChosenLanguage,
): string =>
  renderBuyerDataForm({
    form,
    answers,
    issues,
    today: new Date(services.nowMs()).toISOString().slice(0, 10),
    retentionDays: settings.buyerDataRetentionDays,
    language,
    locale,
  });
