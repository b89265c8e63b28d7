// Requests a refund of an exception's money: of a transfer that is no part of what was paid. The refund that succeeds
// resolves the exception.
import type { Address } from "viem";
import type { Actor } from "../../merchant/audit.ts";
import type { FiatAmount } from "../../money/amount.ts";
import { parseAssetId } from "../../money/caip.ts";
import type { Refund } from "../../payment/refund.ts";
import { isReturnable, type PaymentException } from "../../payment/transfers/exception.ts";
import { worthOfException } from "../../payment/transfers/exception-worth.ts";
import { invalid, Refusal } from "../errors/refusal.ts";
import type { ExceptionResolver } from "../ports/exceptions.ts";
import type { RefundStore } from "../ports/refunds.ts";
import { checkAddress } from "./buyer-address.ts";
import { readPayment } from "./find-transfer.ts";
import { newRefund, type RefundRequest } from "./new-refund.ts";
import type { RequestRefundPorts } from "./request-refund.ts";

export interface CheckedReturn {
  readonly partnerId: string;
  readonly exception: PaymentException & { readonly token: NonNullable<PaymentException["token"]> };
  readonly fiatAmount: FiatAmount;
  readonly to: Address;
  readonly request: RefundRequest;
}

/**
 * Call it before the database transaction that stores the refund.
 * @throws Refusal not_found, invalid_state, params_validation (on exceptionId, amount or to), internal_error (the
 *   screening does not respond: retry)
 */
export async function checkReturn(
  ports: RequestRefundPorts & { readonly exceptions: Pick<ExceptionResolver, "find"> },
  exceptionId: string,
  merchantIds: readonly string[] | null,
  request: RefundRequest,
): Promise<CheckedReturn> {
  const { partnerId, id } = await readPayment(ports.payments, request.paymentId);
  const exception = await ports.exceptions.find(partnerId, exceptionId, merchantIds);
  const wrong = (field: string, message: string) => invalid([{ field, message }]);
  if (exception?.paymentId !== id) throw wrong("exceptionId", "must be an exception of this payment");
  if (exception.resolvedAt) throw new Refusal("invalid_state", "The exception is resolved already: look at it again");
  if (request.amount !== null) throw wrong("amount", "must not be sent with exceptionId: all of it goes back");
  const { kind, token, sender, isDeposit } = exception;
  const chain = ports.chains.get(parseAssetId(token?.asset ?? "")?.chain ?? "");
  const asset = chain?.assets.find((each) => each.id === token?.asset);
  if (!isReturnable(kind) || !token || !chain || !asset) {
    throw wrong("exceptionId", "must be an exception whose money is at the merchant's account, in a configured asset");
  }
  if (token.value < (asset.minimum ?? 1n)) throw wrong("exceptionId", "is of too little money for a refund");
  const text = request.to ?? (isDeposit || sender === null ? null : `${chain.id}:${sender}`);
  if (text === null) {
    const reason = isDeposit
      ? "the sender of a deposit may be an exchange"
      : "no single account is known to have sent it";
    throw wrong("to", `is required: ${reason}`);
  }
  const place = { asset: token.asset, chain: chain.id, router: chain.router, destination: null };
  const to = await checkAddress(ports, place, text, "to");
  const fiatAmount = worthOfException(exception, asset);
  if (!fiatAmount) throw wrong("exceptionId", "has no worth at the payment's rate");
  return { partnerId, exception: { ...exception, token }, fiatAmount, to, request };
}

/** @throws Refusal already_refunded (it is resolved or has another amount, or another refund sends its money back) */
export async function requestReturn(
  { nowMs, refunds }: Pick<RequestRefundPorts, "nowMs"> & { readonly refunds: Pick<RefundStore, "create"> },
  { partnerId, exception: { id: exceptionId, paymentId, token }, fiatAmount, to, request }: CheckedReturn,
  by: Actor,
): Promise<Refund> {
  const money = { partnerId, paymentId, exceptionId, paid: token.value, amount: token, fiatAmount };
  const refund = await refunds.create(newRefund(money, to, request, nowMs()), by);
  if (refund) return refund;
  throw new Refusal(
    "already_refunded",
    "The exception is resolved or has changed, or another refund sends its money back",
  );
}
