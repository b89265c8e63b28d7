// Requests a refund that moves money: a payment backwards, which an account of the merchant signs.
import type { Address } from "viem";
import type { Actor } from "../../merchant/audit.ts";
import { currencyOfUnit, FIAT_DIGITS_MAX, fiatUnit, parsePositiveInteger, tokenUnit } from "../../money/amount.ts";
import type { Asset } from "../../money/asset.ts";
import type { PaymentForBuyer } from "../../payment/payment.ts";
import { isStanding, type Refund, tokensFor, worthOf } from "../../payment/refund.ts";
import { type Issue, invalid, Refusal } from "../errors/refusal.ts";
import type { PaymentReader } from "../ports/payments.ts";
import type { RefundStore } from "../ports/refunds.ts";
import { type AddressPorts, checkAddress, confirmationOf, paidBy } from "./buyer-address.ts";
import { readPayment } from "./find-transfer.ts";
import { alreadyRefunded, refundablePaid } from "./mark-refunded.ts";
import { newRefund, type RefundedMoney, type RefundRequest } from "./new-refund.ts";

export interface RequestRefundPorts extends AddressPorts {
  readonly payments: PaymentReader;
  nowMs(): number;
}

/** A valid request, before its amount is compared with what is left. */
export interface CheckedRequest {
  readonly to: Address | null;
  readonly request: RefundRequest;
}

/** A uint256. */
const TOKEN_DIGITS_MAX = 78;

/**
 * Checks the request's address; call it before the database transaction that stores the refund.
 * @throws Refusal not_found, already_refunded, payment_not_succeeded, params_validation (on to), internal_error (the
 *   screening does not respond: retry)
 */
export async function checkRequest(ports: RequestRefundPorts, request: RefundRequest): Promise<CheckedRequest> {
  const payment = await readPayment(ports.payments, request.paymentId);
  refundablePaid(payment);
  if (request.to === null) return { to: sourceOf(payment), request };
  return { to: await checkAddress(ports, paidBy(payment), request.to, "to"), request };
}

/** The account whose money it was; null for a deposit, unless the account that signed it sent all that was paid. */
function sourceOf(payment: PaymentForBuyer): Address | null {
  const { option, authorizer } = confirmationOf(payment);
  const { payer } = option.terms;
  if (option.method !== "deposit") return payer;
  const deposits = payment.deposits.find(({ address }) => address === payer)?.deposits ?? [];
  const sent = deposits
    .filter(({ from, status }) => from === authorizer && status !== "orphaned")
    .reduce((sum, { amount }) => sum + amount, 0n);
  return payment.credit && sent >= payment.credit.amount ? authorizer : null;
}

/**
 * Stores the refund.
 * @throws Refusal not_found, payment_not_succeeded, already_refunded (nothing is left), params_validation (on
 *   amount.unit or amount.value)
 */
export async function requestRefund(
  ports: Pick<RequestRefundPorts, "payments" | "chains" | "nowMs"> & {
    readonly refunds: Pick<RefundStore, "create">;
  },
  { to, request }: CheckedRequest,
  by: Actor,
): Promise<Refund> {
  for (;;) {
    const payment = await readPayment(ports.payments, request.paymentId);
    const refund = newRefund(moneyOf(ports, payment, request), to, request, ports.nowMs());
    const created = await ports.refunds.create(refund, by);
    if (created) return created;
    const after = await readPayment(ports.payments, request.paymentId);
    // Another refund came first: what is left decides again.
    if (after.refundTotals?.requested !== payment.refundTotals?.requested) continue;
    throw new Refusal("invalid_state", "The payment has as many refunds as are allowed");
  }
}

/** What goes back: all that is left of what was paid, or the part that was asked for. */
function moneyOf(
  { chains }: Pick<RequestRefundPorts, "chains">,
  payment: PaymentForBuyer,
  { amount }: RefundRequest,
): RefundedMoney {
  const paid = refundablePaid(payment);
  const { option } = confirmationOf(payment);
  const left = paid - (payment.refundTotals?.requested ?? 0n);
  if (left === 0n) throw alreadyRefunded("All of the payment is refunded, or being refunded");
  const asset = chains.get(option.terms.chain)?.assets.find(({ id }) => id === option.asset);
  const value = amount === null ? left : amountOf(amount, payment, paid, left, asset);
  return {
    partnerId: payment.partnerId,
    paymentId: payment.id,
    exceptionId: null,
    paid,
    amount: { asset: option.asset, value },
    fiatAmount: worthOf(value, paid, payment.amount),
  };
}

/** @throws Refusal params_validation */
function amountOf(
  { unit, value: text }: { readonly unit: string; readonly value: string },
  payment: PaymentForBuyer,
  paid: bigint,
  left: bigint,
  asset: Asset | undefined,
): bigint {
  const { option } = confirmationOf(payment);
  const isFiat = currencyOfUnit(unit) === payment.amount.currency;
  const issues: Issue[] = [];
  if (!isFiat && unit !== tokenUnit(option.asset)) {
    const message = `must be ${tokenUnit(option.asset)}, in which it was paid, or ${fiatUnit(payment.amount.currency)}`;
    issues.push({ field: "amount.unit", message });
  }
  const digits = isFiat ? FIAT_DIGITS_MAX : TOKEN_DIGITS_MAX;
  const given = parsePositiveInteger(text, digits);
  if (given === null) {
    issues.push({ field: "amount.value", message: `must be a positive integer of at most ${digits} digits` });
  }
  if (issues.length > 0 || given === null) throw invalid(issues);
  // The last part of a fiat amount is all that is left: rounding leaves nothing.
  const isRest = isFiat && given === payment.amount.value - fiatOf(payment.refunds);
  const value = isRest ? left : isFiat ? tokensFor(given, paid, payment.amount) : given;
  if (value > left) {
    throw invalid([
      { field: "amount.value", message: `must be at most ${left} (${tokenUnit(option.asset)}), which is left` },
    ]);
  }
  // A refund costs the relayers gas, as a payment does.
  const least = asset?.minimum ?? 1n;
  if (value < least && value < left) {
    throw invalid([{ field: "amount.value", message: `must be at least ${least} (${tokenUnit(option.asset)})` }]);
  }
  return value;
}

/** What open and succeeded refunds are worth together, in the smallest unit of the payment's currency. */
const fiatOf = (refunds: readonly Refund[]): bigint =>
  refunds.filter(({ status }) => isStanding(status)).reduce((sum, { fiatAmount }) => sum + fiatAmount.value, 0n);
