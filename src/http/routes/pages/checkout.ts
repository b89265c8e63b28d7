// The checkout page behind a payment link, as `/<payment id>` or `/?pid=<payment id>`, and its forms.
import type { FastifyReply, FastifyRequest } from "fastify";
import { mayBeId } from "../../../contract/primitives.ts";
import { askForAddress } from "../../../operations/deposits/ask-for-address.ts";
import { paymentNotFound, Refusal } from "../../../operations/errors/refusal.ts";
import { cancelPayment } from "../../../operations/payments/cancel-payment.ts";
import { readOpenPayment } from "../../../operations/payments/read-payment.ts";
import { ASSET_FIELD, cancelPath, depositPath, PAGE_TOKEN_FIELD } from "../../../pages/checkout/form.ts";
import { checkoutPolicy, renderCheckout, renderNoPayment } from "../../../pages/checkout/page.ts";
import type { ClaimEntry } from "../../../pages/checkout/refunds/refund-view.ts";
import { SEND_PARAMETER } from "../../../pages/checkout/send-to.ts";
import type { MailForm } from "../../../pages/checkout/view.ts";
import { type ChosenLanguage, chooseLanguage } from "../../../pages/messages/choose.ts";
import { openPageToken } from "../../../payment/lists/page-token.ts";
import type { PublicRoute } from "../../public-route.ts";
import { callerOfPage } from "../../request/caller.ts";
import { readerLanguage } from "../../request/reader-language.ts";
import { RequestError } from "../../request/request-error.ts";
import { type CheckoutQuery, checkoutView } from "./checkout-view.ts";
import type { PROBLEMS } from "./send-view.ts";

export type Host = Parameters<PublicRoute["handle"]>[0];

export const ID = ":paymentId(^pay_[^/]+$)";

export const checkoutByPath: PublicRoute = {
  method: "GET",
  path: `/${ID}`,
  handle: (host, request, reply) => showCheckout(host, idIn(request), request, reply),
};

export const checkoutByQuery: PublicRoute = {
  method: "GET",
  path: "/",
  handle: (host, request, reply) => showCheckout(host, (request.query as { pid?: unknown }).pid, request, reply),
};

export const cancelOnCheckout: PublicRoute = {
  method: "POST",
  path: cancelPath(ID),
  handle: async (host, request, reply) => {
    const { services } = host;
    const { paymentId, form, isOwn } = formIn(host, request);
    if (isOwn) {
      await cancelPayment(services, paymentId, "cancelled_by_user").catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error; // no longer open: the page shows its status
      });
    }
    return backToPage(paymentId, form, request, reply);
  },
};

/** Gives the payment a deposit address, which the page then shows. */
export const depositOnCheckout: PublicRoute = {
  method: "POST",
  path: depositPath(ID),
  handle: async (host, request, reply) => {
    const { services, limiter } = host;
    const { paymentId, form, isOwn } = formIn(host, request);
    const asset = form.get(ASSET_FIELD) ?? "";
    const caller = callerOfPage(paymentId);
    const admitNew = () => limiter.admitAddress(caller, { request, reply });
    const shown = isOwn
      ? await askForAddress(services, paymentId, asset, admitNew).then(({ asset: { id } }) => id, problemOf)
      : "";
    return backToPage(paymentId, form, request, reply, [[SEND_PARAMETER, shown]]);
  },
};

/** What the page says instead of the address. A payment that is no longer open says so itself. */
function problemOf(error: unknown): (typeof PROBLEMS)[number] {
  if (error instanceof RequestError || (error instanceof Refusal && error.code === "rate_limited")) return "busy";
  if (error instanceof Refusal) return "unavailable";
  throw error;
}

export function formIn({ services }: Host, request: FastifyRequest) {
  const paymentId = idIn(request);
  const form = new URLSearchParams(typeof request.body === "string" ? request.body : "");
  const page = openPageToken(services.pageKeys, form.get(PAGE_TOKEN_FIELD) ?? "", services.nowS());
  return { paymentId, form, isOwn: page?.paymentId === paymentId };
}

/**
 * Redirects, so that reloading does not submit the form again.
 * @param place ID of the element that the reader is to see; empty: the top of the page
 */
export function backToPage(
  paymentId: string,
  form: URLSearchParams,
  request: FastifyRequest,
  reply: FastifyReply,
  more: readonly [string, string][] = [],
  place = "",
) {
  const { language } = chooseLanguage(form.get("lang") ?? undefined, request.headers["accept-language"]);
  const kept = KEPT.flatMap((name) => form.getAll(name).map((value): [string, string] => [name, value]));
  const query = new URLSearchParams([["lang", language], ...kept, ...more]);
  return reply.redirect(`/${encodeURIComponent(paymentId)}?${query}${place && `#${place}`}`, SEE_OTHER);
}

/** The page checks them again. */
const KEPT = ["returnUrl", "preferUniversalLinks", "embed"] satisfies (keyof CheckoutQuery)[];

export const SEE_OTHER = 303;
const NOT_FOUND = 404;

export const idIn = (request: FastifyRequest): string => (request.params as { paymentId: string }).paymentId;

/** @throws Refusal payment_not_found if the path has none that may exist */
export function checkedIdIn(request: FastifyRequest): string {
  const paymentId = idIn(request);
  if (!mayBeId(paymentId)) throw paymentNotFound();
  return paymentId;
}

async function showCheckout(
  host: Host,
  paymentId: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { local } = host.settings;
  if (local && paymentId === undefined) return reply.redirect(local.path, SEE_OTHER);
  return showPage(host, paymentId, { chosen: readerLanguage(request), query: request.query as CheckoutQuery }, reply);
}

interface Asked {
  readonly chosen: ChosenLanguage;
  readonly query: CheckoutQuery;
  /** What the buyer has entered on the form for an address. */
  readonly entry?: ClaimEntry | null;
  /** What the buyer has entered to get the receipt by mail. */
  readonly mail?: MailForm | null;
}

export async function showPage(
  host: Host,
  paymentId: unknown,
  { chosen, query, entry = null, mail = null }: Asked,
  reply: FastifyReply,
): Promise<unknown> {
  reply.headers({
    "content-type": "text/html; charset=utf-8",
    "content-language": chosen.language,
    vary: "Accept-Language",
    "content-security-policy": checkoutPolicy(null),
    "referrer-policy": "no-referrer", // the URL is the capability to pay
  });
  if (paymentId === undefined || paymentId === "") return notFound("nothing", chosen, reply);
  if (typeof paymentId !== "string" || !mayBeId(paymentId)) return notFound("unknown", chosen, reply);
  try {
    const payment = await readOpenPayment(host.services.payments, paymentId);
    const view = await checkoutView(host, payment, chosen, query, { entry, mail });
    if (view.returnQuery.embedOrigin !== null) {
      reply.header("content-security-policy", checkoutPolicy(view.returnQuery.embedOrigin));
    }
    return renderCheckout(view, chosen.language);
  } catch (error) {
    if (error instanceof Refusal) return notFound("unknown", chosen, reply);
    throw error;
  }
}

function notFound(kind: "unknown" | "nothing", { language }: ChosenLanguage, reply: FastifyReply): string {
  reply.code(NOT_FOUND);
  return renderNoPayment(kind, language);
}
