// The page behind a payment link, in its path form `/<payment id>` and its query form `/?pid=<payment id>`.
import type { FastifyReply } from "fastify";
import { ID_LENGTH_MAX } from "../../../contract/primitives.ts";
import { readOpenPayment } from "../../../operations/read-payment.ts";
import { Refusal } from "../../../operations/refusal.ts";
import type { CheckoutData } from "../../../pages/checkout/data.ts";
import { CONTENT_SECURITY_POLICY, renderCheckout, renderUnknownPayment } from "../../../pages/checkout/page.ts";
import { CATALOGUES } from "../../../pages/messages/catalogues.ts";
import { paymentLink } from "../../../payment/link.ts";
import { sealPageToken } from "../../../payment/page-token.ts";
import type { PaymentForBuyer } from "../../../payment/payment.ts";
import type { PublicRoute } from "../../public-route.ts";

type Host = Parameters<PublicRoute["handle"]>[0];

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

async function showCheckout(host: Host, paymentId: unknown, reply: FastifyReply): Promise<string> {
  reply.headers({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "referrer-policy": "no-referrer", // the address is the capability to pay
  });
  try {
    if (typeof paymentId !== "string" || paymentId.length > ID_LENGTH_MAX) return notFound(reply);
    const payment = await readOpenPayment(host.services.payments, paymentId);
    return renderCheckout(payment, checkoutData(host, payment));
  } catch (error) {
    if (error instanceof Refusal) return notFound(reply);
    throw error;
  }
}

function notFound(reply: FastifyReply): string {
  reply.code(NOT_FOUND);
  return renderUnknownPayment();
}

function checkoutData({ services, settings }: Host, payment: PaymentForBuyer): CheckoutData {
  const { live, wallet } = CATALOGUES.en;
  const ownHost = new URL(settings.publicUrl).host;
  return {
    paymentId: payment.id,
    link: paymentLink(settings.publicUrl, payment.id),
    status: payment.status,
    expiresAtS: payment.expiresAtS,
    nowMs: services.nowMs(),
    pageToken: sealPageToken(services.pageKeys, payment, services.nowS()),
    payLinkHosts: [...new Set([ownHost, settings.payLinkHost ?? ownHost])],
    chains: [...services.chains.values()].map(({ id, name, explorerUrl, router, permit2 }) => ({
      caip2: id,
      name,
      explorerUrl: explorerUrl ?? null,
      contracts: { router, permit2 },
    })),
    language: "en",
    direction: "ltr",
    messages: { live, wallet },
  };
}
