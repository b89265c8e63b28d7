// The page of a payment link. Only its form creates a payment: previews and reloads of the page create nothing.
import type { FastifyReply, FastifyRequest } from "fastify";
import { mayBeId } from "../../../contract/primitives.ts";
import { areTestNets } from "../../../operations/gateway/payable-chains.ts";
import {
  closedReason,
  type EntryIssue,
  type LinkEntry,
  payableAmount,
  payByLink,
  visitorDigest,
} from "../../../operations/payment-links/pay-by-link.ts";
import type { PublicLink } from "../../../operations/ports/payment-links.ts";
import type { ChosenLanguage } from "../../../pages/messages/choose.ts";
import { AMOUNT_FIELD, fieldName, VISITOR_FIELD } from "../../../pages/payment-link/form.ts";
import {
  PAYMENT_LINK_POLICY,
  renderClosedLink,
  renderPaymentLink,
  renderUnknownLink,
} from "../../../pages/payment-link/page.ts";
import { paymentLinkPath } from "../../../payment/payment-link.ts";
import type { PublicRoute } from "../../public-route.ts";
import { langOf, readerLanguage } from "../../request/reader-language.ts";
import { keepVisitor, visitorIn, visitorOf } from "../../request/visitor-cookie.ts";
import { mayBeOwnForm } from "../../steps/refuse-other-sites.ts";

type Host = Parameters<PublicRoute["handle"]>[0];

const SEE_OTHER = 303;
const BAD_REQUEST = 400;
const NOT_FOUND = 404;
const GONE = 410;

export const paymentLinkPage: PublicRoute = {
  method: "GET",
  path: paymentLinkPath(":id"),
  isUncompressed: true,
  handle: (host, request, reply) =>
    withLink(host, request, reply, async (found, chosen) => {
      const reason = closedReason(found, host.services.fees.standard);
      if (isView(request) && host.limiter.countsView(found.link.id, request))
        await host.services.paymentLinks.countView(found.link);
      const visitor = visitorOf(request);
      // The buyer's own payment may hold the last use.
      const own =
        reason === "taken" ? await host.services.paymentLinks.findOpen(found.link, visitorDigest({ visitor })) : null;
      if (own !== null) return toPayment(own, request, chosen, reply);
      if (reason) return closed(host, found, reason, chosen, reply);
      return show(host, found, { visitor, amount: "", fields: [], locale: chosen.locale }, [], chosen);
    }),
};

export const submitPaymentLink: PublicRoute = {
  method: "POST",
  path: paymentLinkPath(":id"),
  isUncompressed: true,
  createsPayments: true,
  handle: (host, request, reply) =>
    withLink(host, request, reply, async (found, chosen) => {
      if (!mayBeOwnForm(request, host.settings)) return reply.redirect(paymentLinkPath(found.link.id), SEE_OTHER);
      const reason = closedReason(found, host.services.fees.standard);
      // The buyer may hold the last use: the same form sent twice leads to one payment.
      if (reason && reason !== "taken") return closed(host, found, reason, chosen, reply);
      const entry = readEntry(found, request, chosen);
      const outcome = await payByLink(host.services, found, entry);
      if (outcome.type === "payment") keepVisitor(reply, entry.visitor, host.settings);
      if (outcome.type === "closed") return closed(host, found, outcome.reason, chosen, reply);
      if (outcome.type === "invalid") {
        reply.code(BAD_REQUEST);
        return show(host, found, entry, outcome.issues, chosen);
      }
      return toPayment(outcome.paymentId, request, chosen, reply);
    }),
};

/** A browser that only fetches ahead does not count. */
const isView = ({ method, headers }: FastifyRequest): boolean =>
  method === "GET" && !String(headers["sec-purpose"] ?? headers.purpose ?? "").startsWith("prefetch");

function toPayment(id: string, request: FastifyRequest, { language }: ChosenLanguage, reply: FastifyReply) {
  const named = langOf(request) === undefined ? "" : `?lang=${language}`;
  return reply.redirect(`/${id}${named}`, SEE_OTHER);
}

function readEntry({ link }: PublicLink, { body }: FastifyRequest, { locale }: ChosenLanguage): LinkEntry {
  const form = new URLSearchParams(typeof body === "string" ? body : "");
  return {
    locale,
    visitor: visitorIn(form.get(VISITOR_FIELD)),
    amount: form.get(AMOUNT_FIELD) ?? "",
    fields: link.fields.map((_, index) => form.get(fieldName(index)) ?? ""),
  };
}

async function withLink(
  { services }: Host,
  request: FastifyRequest,
  reply: FastifyReply,
  handle: (found: PublicLink, chosen: ChosenLanguage) => Promise<unknown>,
): Promise<unknown> {
  const chosen = readerLanguage(request);
  reply.headers({
    "content-type": "text/html; charset=utf-8",
    "content-language": chosen.language,
    vary: "Accept-Language",
    "content-security-policy": PAYMENT_LINK_POLICY,
    "referrer-policy": "no-referrer",
  });
  const { id } = request.params as { id: string };
  const found = mayBeId(id) ? await services.paymentLinks.findPublic(id) : null;
  if (found) return handle(found, chosen);
  reply.code(NOT_FOUND);
  return renderUnknownLink(paymentLinkPath(encodeURIComponent(id)), chosen.language);
}

function closed(
  host: Host,
  found: PublicLink,
  reason: Parameters<typeof renderClosedLink>[0],
  chosen: ChosenLanguage,
  reply: FastifyReply,
): string {
  reply.code(GONE);
  return renderClosedLink(reason, { ...found, ...billOf(host, found), ...chosen }, paymentLinkPath(found.link.id));
}

function show(
  host: Host,
  { link, merchant, fees }: PublicLink,
  entry: LinkEntry,
  issues: readonly EntryIssue[],
  { language, locale }: ChosenLanguage,
): string {
  return renderPaymentLink({
    link,
    merchant,
    ...billOf(host, { link, fees }),
    entry,
    issues,
    language,
    locale,
    url: host.settings.publicUrl + paymentLinkPath(link.id),
  });
}

function billOf({ services }: Host, { link, fees }: Pick<PublicLink, "link" | "fees">) {
  return {
    amount: payableAmount(link, fees ?? services.fees.standard) ?? link.amount,
    isTestNet: areTestNets(services.chains),
  };
}
