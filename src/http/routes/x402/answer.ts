// The answers to an x402 client about one payment: the ways to pay it, what a signed payment led to, and its end.
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
  type SignedTransfer,
  X402_VERSION,
} from "../../../contract/x402/x402.ts";
import { Refusal } from "../../../operations/errors/refusal.ts";
import { awaitStatus } from "../../../operations/payments/await-status.ts";
import { offerX402 } from "../../../operations/x402/offer-x402.ts";
import { payX402 } from "../../../operations/x402/pay-x402.ts";
import type { RefusedReason } from "../../../operations/x402/refused-reasons.ts";
import { missingOf } from "../../../payment/deposit.ts";
import { type PaymentForBuyer, statusForBuyer } from "../../../payment/payment.ts";
import { shownAssets } from "../../payments/shown-asset.ts";
import { signedReceipt } from "../../payments/signed-receipt.ts";
import { callerOfPage } from "../../request/caller.ts";
import { RequestError } from "../../request/request-error.ts";
import { X402_WAIT_MS } from "../../settings.ts";
import type { Host } from "../pages/checkout.ts";

const STATUS = { ok: 200, required: 402, conflict: 409 } as const;
const RETRY_AFTER_S = "5";

interface Asked {
  readonly payment: PaymentForBuyer;
  /** What the client signs; null: it asks for the ways to pay. */
  readonly signed: SignedTransfer | null;
  /** The resource that the client asked for. */
  readonly url: string;
}

/** @throws RequestError params_validation if there is one that cannot be read */
export function signedIn({ headers }: FastifyRequest): SignedTransfer | null {
  const header = headers[PAYMENT_SIGNATURE];
  if (header === undefined) return null;
  const signed = typeof header === "string" ? parsePayment(header) : null;
  if (!signed) throw new RequestError("params_validation", { message: "PAYMENT-SIGNATURE is malformed" });
  return signed;
}

export async function answerX402(host: Host, asked: Asked, request: FastifyRequest, reply: FastifyReply) {
  const { payment, signed } = asked;
  if (statusForBuyer(payment) !== "requires_action") return answerWhenFinal(host, payment, request, reply);
  if (!signed) return offer(host, asked, request, reply);
  const reason = await payX402(host.services, payment, signed);
  if (reason === null) return answerWhenFinal(host, payment, request, reply);
  sayRefused(signed, reason, reply);
  return offer(host, asked, request, reply, reason);
}

export function sayRefused({ network }: SignedTransfer, reason: RefusedReason, reply: FastifyReply): void {
  reply.header(PAYMENT_RESPONSE, inHeader({ success: false, errorReason: reason, transaction: "", network }));
}

/** The ways to pay. @param error why a signed payment was not taken */
export async function offer(
  { services, limiter }: Host,
  { payment, url }: Omit<Asked, "signed">,
  request: FastifyRequest,
  reply: FastifyReply,
  error?: RefusedReason,
) {
  const caller = callerOfPage(payment.id);
  const offers = await offerX402(services, payment, () => limiter.admitAddress(caller, { request, reply }));
  const message: PaymentRequired = {
    x402Version: X402_VERSION,
    ...(error !== undefined && { error }),
    resource: { url, description: payment.merchant.name },
    accepts: offers.map(({ asset, deposits, validForS }) =>
      requirements({
        network: asset.chain,
        amount: missingOf(deposits).toString(),
        asset: asset.address,
        payTo: deposits.option.terms.payer,
        maxTimeoutSeconds: validForS,
        extra: { ...asset.domain, assetTransferMethod: "eip3009", paymentId: payment.id },
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
    maxPollMs: signal ? X402_WAIT_MS : 0,
    unlike: "processing",
    ...(signal && { signal }),
  });
  const status = statusForBuyer(payment);
  if (status === "succeeded") {
    reply.header(PAYMENT_RESPONSE, inHeader(settled(payment, true)));
    const receipt = await receiptOf(host, id);
    return reply.code(STATUS.ok).send({
      paymentId: id,
      ...statusResult(payment, shownAssets(services.chains)),
      ...(receipt !== null && { receipt }),
    });
  }
  if (status === "expired") throw new RequestError("payment_expired");
  if (status === "processing") {
    const response = { ...settled(payment, false), errorReason: "settlement_pending" };
    reply.headers({ [PAYMENT_RESPONSE]: inHeader(response), "retry-after": RETRY_AFTER_S });
    return reply.code(STATUS.required).send({ paymentId: id, status, error: "settlement_pending" });
  }
  throw new RequestError("invalid_state", { status: STATUS.conflict, message: `The payment is ${status}` });
}

/** Null if this installation signs none, or the transfer is off the chain now. */
async function receiptOf({ services, settings }: Host, paymentId: string): Promise<string | null> {
  if (!services.receiptKeys) return null;
  return signedReceipt(services, paymentId, settings.publicUrl).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
}

function settled({ confirmation, credit, deposits }: PaymentForBuyer, success: boolean): SettleResponse {
  const terms = confirmation?.option.terms;
  const sender = deposits.find(({ address }) => address === terms?.payer)?.deposits.at(-1)?.from;
  const payer = confirmation?.authorizer ?? sender ?? terms?.payer;
  return {
    success,
    ...(payer !== undefined && { payer }),
    transaction: credit?.txHash ?? "",
    network: terms?.chain ?? "",
  };
}
