// A payment as a resource that x402 clients pay: `GET` answers 402 with the ways to pay, and with a signed payment 200
// once it is final.
import type { FastifyReply, FastifyRequest } from "fastify";
import { statusResult } from "../../../contract/payments/payments.ts";
import {
  inHeader,
  PAYMENT_REQUIRED,
  PAYMENT_RESPONSE,
  PAYMENT_SIGNATURE,
  type PaymentRequired,
  parsePayment,
  requirements,
  type SettleResponse,
  X402_VERSION,
} from "../../../contract/x402/x402.ts";
import { awaitStatus } from "../../../operations/payments/await-status.ts";
import { readOpenPayment } from "../../../operations/payments/read-payment.ts";
import { offerX402 } from "../../../operations/x402/offer-x402.ts";
import { payX402 } from "../../../operations/x402/pay-x402.ts";
import { missingOf } from "../../../payment/deposit.ts";
import { x402Path, x402Url } from "../../../payment/link.ts";
import { type PaymentForBuyer, statusForBuyer } from "../../../payment/payment.ts";
import { shownAssets } from "../../payments/shown-asset.ts";
import type { PublicRoute } from "../../public-route.ts";
import { callerOfPage } from "../../request/caller.ts";
import { RequestError } from "../../request/request-error.ts";
import { checkedIdIn, type Host, ID } from "../pages/checkout.ts";

/** Longer than any block time with its confirmations on most chains, shorter than proxies wait. */
const WAIT_MS = 25_000;

const STATUS = { ok: 200, required: 402, conflict: 409 } as const;
const RETRY_AFTER_S = "5";

export const payByX402: PublicRoute = {
  method: "GET",
  path: x402Path(ID),
  async handle(host, request, reply) {
    const { services } = host;
    const payment = await readOpenPayment(services.payments, checkedIdIn(request));
    const header = request.headers[PAYMENT_SIGNATURE];
    if (!isOpen(payment)) return answerWhenFinal(host, payment, request, reply);
    if (header === undefined) return offer(host, payment, request, reply);
    const signed = typeof header === "string" ? parsePayment(header) : null;
    if (!signed) throw new RequestError("params_validation", { message: "PAYMENT-SIGNATURE is malformed" });
    const reason = await payX402(services, payment, signed);
    if (reason === null) return answerWhenFinal(host, payment, request, reply);
    reply.header(
      PAYMENT_RESPONSE,
      inHeader({ success: false, errorReason: reason, transaction: "", network: signed.network }),
    );
    return offer(host, payment, request, reply, reason);
  },
};

const isOpen = (payment: PaymentForBuyer): boolean => statusForBuyer(payment) === "requires_action";

/** The ways to pay. @param error why a signed payment was not taken */
async function offer(
  { services, settings, limiter }: Host,
  payment: PaymentForBuyer,
  request: FastifyRequest,
  reply: FastifyReply,
  error?: string,
) {
  const caller = callerOfPage(payment.id);
  const offers = await offerX402(services, payment, () => limiter.admitAddress(caller, { request, reply }));
  const message: PaymentRequired = {
    x402Version: X402_VERSION,
    ...(error !== undefined && { error }),
    resource: { url: x402Url(settings.publicUrl, payment.id), description: payment.merchant.name },
    accepts: offers.map(({ asset, deposits, validForS }) =>
      requirements({
        network: asset.chain,
        amount: missingOf(deposits).toString(),
        asset: asset.address,
        payTo: deposits.option.terms.payer,
        maxTimeoutSeconds: validForS,
        extra: { ...asset.domain, assetTransferMethod: "eip3009" },
      }),
    ),
  };
  return reply.code(STATUS.required).header(PAYMENT_REQUIRED, inHeader(message)).send(message);
}

/** Waits while the payment is under way. A payment that has ended unpaid has no offer. */
async function answerWhenFinal(host: Host, { id }: PaymentForBuyer, request: FastifyRequest, reply: FastifyReply) {
  const { services } = host;
  const caller = callerOfPage(id);
  const signal = host.hold({ request, reply, caller, paymentId: id });
  const payment = await awaitStatus(services, id, {
    maxPollMs: signal ? WAIT_MS : 0,
    unlike: "processing",
    ...(signal && { signal }),
  });
  const status = statusForBuyer(payment);
  if (status === "succeeded") {
    reply.header(PAYMENT_RESPONSE, inHeader(settled(payment, true)));
    return reply.code(STATUS.ok).send({ paymentId: id, ...statusResult(payment, shownAssets(services.chains)) });
  }
  if (status === "expired") throw new RequestError("payment_expired");
  if (status === "processing") {
    const response = { ...settled(payment, false), errorReason: "settlement_pending" };
    reply.headers({ [PAYMENT_RESPONSE]: inHeader(response), "retry-after": RETRY_AFTER_S });
    return reply.code(STATUS.required).send({ paymentId: id, status, error: "settlement_pending" });
  }
  throw new RequestError("invalid_state", { status: STATUS.conflict, message: `The payment is ${status}` });
}

function settled({ confirmation, credit, deposits }: PaymentForBuyer, success: boolean): SettleResponse {
  const terms = confirmation?.option.terms;
  const payer = deposits.find(({ address }) => address === terms?.payer)?.deposits.at(-1)?.from ?? terms?.payer;
  return {
    success,
    ...(payer !== undefined && { payer }),
    transaction: credit?.txHash ?? "",
    network: terms?.chain ?? "",
  };
}
