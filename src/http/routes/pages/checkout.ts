// The page behind a payment link, in its path form `/<payment id>` and its query form `/?pid=<payment id>`.
import type { FastifyReply } from "fastify";
import { ID_LENGTH_MAX } from "../../../contract/primitives.ts";
import { readOpenPayment } from "../../../operations/read-payment.ts";
import { Refusal } from "../../../operations/refusal.ts";
import { CONTENT_SECURITY_POLICY, renderCheckout, renderUnknownPayment } from "../../../pages/checkout.ts";
import { paymentLink } from "../../../payment/link.ts";
import type { PublicRoute } from "../../public-route.ts";

export const checkoutByPath: PublicRoute = {
  method: "GET",
  path: "/:paymentId(^pay_[^/]+$)",
  handle: (host, request, reply) => showCheckout(host, (request.params as { paymentId: string }).paymentId, reply),
};

export const checkoutByQuery: PublicRoute = {
  method: "GET",
  path: "/",
  handle: (host, request, reply) => showCheckout(host, (request.query as { pid?: unknown }).pid, reply),
};

const NOT_FOUND = 404;

async function showCheckout(
  { services, settings }: Parameters<PublicRoute["handle"]>[0],
  paymentId: unknown,
  reply: FastifyReply,
): Promise<string> {
  reply.headers({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "referrer-policy": "no-referrer", // the address is the capability to pay
  });
  try {
    if (typeof paymentId !== "string" || paymentId.length > ID_LENGTH_MAX) return notFound(reply);
    const payment = await readOpenPayment(services.payments, paymentId);
    return renderCheckout(payment, paymentLink(settings.publicUrl, payment.id));
  } catch (error) {
    if (error instanceof Refusal) return notFound(reply);
    throw error;
  }
}

function notFound(reply: FastifyReply): string {
  reply.code(NOT_FOUND);
  return renderUnknownPayment();
}
