// A payment link as a resource that x402 clients pay: each request without a signature creates a payment on it. The
// signed request goes to the link's URL as well. It finds that payment by the id that was in its offer: the deposit
// address would do, but the chain shows it to everybody, and the id opens the payment's page.
import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { mayBeId } from "../../../contract/primitives.ts";
import type { SignedTransfer } from "../../../contract/x402/x402.ts";
import { formatFiat } from "../../../money/amount.ts";
import { type Issue, invalid, linkMissing, Refusal } from "../../../operations/errors/refusal.ts";
import {
  closedReason,
  type EntryIssue,
  type LinkEntry,
  payableAmount,
  payByLink,
} from "../../../operations/payment-links/pay-by-link.ts";
import { readOpenPayment } from "../../../operations/payments/read-payment.ts";
import type { ClosedReason, PublicLink } from "../../../operations/ports/payment-links.ts";
import { AMOUNT_FIELD, fieldName } from "../../../pages/payment-link/form.ts";
import type { PaymentForBuyer } from "../../../payment/payment.ts";
import { isOpenAmount, x402LinkPath } from "../../../payment/payment-link.ts";
import type { PublicRoute } from "../../public-route.ts";
import { headerOf } from "../../request/header.ts";
import { RequestError } from "../../request/request-error.ts";
import type { Host } from "../pages/checkout.ts";
import { answerX402, offer, sayRefused, signedIn } from "./answer.ts";

const STATUS = { required: 402, conflict: 409, gone: 410 } as const;

export const payLinkByX402: PublicRoute = {
  method: "GET",
  path: x402LinkPath(":id"),
  isForAnyOrigin: true,
  async handle(host, request, reply) {
    const { id } = request.params as { id: string };
    if (!mayBeId(id)) throw linkMissing();
    const signed = signedIn(request);
    const url = host.settings.publicUrl + x402LinkPath(id);
    const asked = signed && (await paymentOf(host, id, signed));
    if (asked) return answerX402(host, { payment: asked, signed, url }, request, reply);
    const found = await host.services.paymentLinks.findPublic(id);
    if (!found) throw linkMissing();
    const closed = closedReason(found, host.services.fees.standard);
    if (closed) throw refusalBy(closed);
    if (!found.link.takesDeposits) {
      throw new Refusal("invalid_state", "The link was created with deposit: false, so no x402 client can pay it");
    }
    if (isEmbedded(request)) throw new RequestError("forbidden", { message: "A page may not embed a payment" });
    if (request.method === "HEAD") return reply.code(STATUS.required).send();
    const payment = await createdOn(host, found, request);
    const reason = "invalid_payment_requirements";
    if (signed) sayRefused(signed, reason, reply);
    return offer(host, { payment, url }, request, reply, ...(signed ? ([reason] as const) : []));
  },
};

/** Whether a page loads it as an image, a frame or the like, which costs its visitors nothing (W3C Fetch Metadata). */
function isEmbedded(request: FastifyRequest): boolean {
  const destination = headerOf(request, "sec-fetch-dest");
  return destination !== null && destination !== "empty" && destination !== "document";
}

/** The payment of the link that the client was offered. It may be over, and the link deleted. */
async function paymentOf(
  { services }: Host,
  linkId: string,
  { paymentId }: SignedTransfer,
): Promise<PaymentForBuyer | null> {
  const payment = paymentId !== null && mayBeId(paymentId) && (await services.payments.findForBuyer(paymentId));
  return payment && payment.createdBy.type === "link" && payment.createdBy.id === linkId ? payment : null;
}

async function createdOn(
  { services, limiter }: Host,
  found: PublicLink,
  request: FastifyRequest,
): Promise<PaymentForBuyer> {
  limiter.admitCreation(request);
  const outcome = await payByLink(services, found, entryIn(found, request));
  if (outcome.type === "closed") throw refusalBy(outcome.reason);
  if (outcome.type === "invalid") throw invalid(outcome.issues.map((issue) => issueOf(services, found, issue)));
  return readOpenPayment(services.payments, outcome.paymentId);
}

/** The query has the fields of the page's form. */
function entryIn({ link }: PublicLink, request: FastifyRequest): LinkEntry {
  const query = request.query as Readonly<Record<string, unknown>>;
  return {
    // No two requests are from the same buyer for certain, so each gets a payment.
    visitor: randomBytes(VISITOR_BYTES).toString("base64url"),
    amount: textOf(query[AMOUNT_FIELD]),
    fields: link.fields.map((_, index) => textOf(query[fieldName(index)])),
    locale: LOCALE,
  };
}

const VISITOR_BYTES = 16;
/** Decides that "1.500" has a decimal point. */
const LOCALE = "en";

/** A repeated parameter becomes a text that no field takes. */
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : Array.isArray(value) ? value.join("\n") : "";

function issueOf({ fees }: Host["services"], { link, ...of }: PublicLink, { at, fault }: EntryIssue): Issue {
  const amount = payableAmount(link, of.fees ?? fees.standard) ?? link.amount;
  if (at === "amount") return { field: AMOUNT_FIELD, message: amountRule(amount) };
  const { label = "", lengthMax = 0 } = link.fields[at] ?? {};
  const message = { missing: "is required", too_long: `must have at most ${lengthMax} characters` };
  const rule = fault === "missing" || fault === "too_long" ? message[fault] : "must be text of one line";
  return { field: fieldName(at), message: `${rule}: ${label}` };
}

function amountRule(amount: PublicLink["link"]["amount"]): string {
  if (!isOpenAmount(amount)) return "is fixed";
  const { currency, min, max, suggested } = amount;
  const [least, most] = [min, max].map((value) => formatFiat({ currency, value }));
  const [example = ""] = formatFiat({ currency, value: suggested ?? min }).split(" ");
  return `must be from ${least} to ${most}, for example ?${AMOUNT_FIELD}=${example}`;
}

const CLOSED: Readonly<Record<ClosedReason, string>> = {
  disabled: "The payment link is switched off",
  expired: "The payment link has expired",
  used_up: "The payment link is used up: ask the merchant for another link",
  taken: "Others are paying the last uses of the payment link: try again in a minute",
  unavailable: "The merchant takes no payments by this link now",
};
const RETRY_AFTER_S = "60";

/** The link takes no payment: for good, unless others have only its last uses. */
const refusalBy = (reason: ClosedReason): RequestError =>
  new RequestError("invalid_state", {
    message: CLOSED[reason],
    ...(reason === "taken"
      ? { status: STATUS.conflict, headers: { "retry-after": RETRY_AFTER_S } }
      : { status: STATUS.gone }),
  });
