// The link in a notice that ends mail of its kind (RFC 8058). Its token is all that it needs. A GET only asks.
import type { FastifyReply, FastifyRequest } from "fastify";
import { openUnsubscribeToken, type Subscription } from "../../../../mail/unsubscribe.ts";
import {
  renderUnsubscribe,
  UNSUBSCRIBE_POLICY,
  type UnsubscribeState,
  unsubscribePath,
} from "../../../../pages/mail/unsubscribe.ts";
import type { PublicRoute } from "../../../public-route.ts";
import { readerLanguage } from "../../../request/reader-language.ts";

type Host = Parameters<PublicRoute["handle"]>[0];

const PATH = unsubscribePath(":token");
const NOT_FOUND = 404;

export const askToStopMail: PublicRoute = {
  method: "GET",
  path: PATH,
  async handle(host, request, reply) {
    const found = subscriptionOf(host, request);
    return show(found ? { kind: found.kind, isDone: false } : "unknown", request, reply);
  },
};

export const stopMail: PublicRoute = {
  method: "POST",
  path: PATH,
  isOneClick: true,
  async handle(host, request, reply) {
    const found = subscriptionOf(host, request);
    const isDone = found !== null && (await host.services.mail.endNotices(found.userId, found.kind));
    return show(isDone ? { kind: found.kind, isDone } : "unknown", request, reply);
  },
};

/** Also without SMTP settings: old messages keep their links. */
function subscriptionOf({ services }: Host, request: FastifyRequest): Subscription | null {
  const { token } = request.params as { token: string };
  return services.buyerDataKeys && openUnsubscribeToken(services.buyerDataKeys, token);
}

function show(state: UnsubscribeState, request: FastifyRequest, reply: FastifyReply): string {
  const { language } = readerLanguage(request);
  reply.code(state === "unknown" ? NOT_FOUND : 200).headers({
    "content-type": "text/html; charset=utf-8",
    "content-language": language,
    vary: "Accept-Language",
    "content-security-policy": UNSUBSCRIBE_POLICY,
    "referrer-policy": "no-referrer",
  });
  return renderUnsubscribe(state, language);
}
