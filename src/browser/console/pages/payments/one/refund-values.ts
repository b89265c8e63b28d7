// The form of a refund: its values, their rules, and the request that they make.
import { chainOfUnit, FIAT_DIGITS_MAX } from "../../../../../money/amount.ts";
import { parseEnteredAmount } from "../../../../../money/entered-amount.ts";
import { typedText } from "../../../../../money/typed-text.ts";
import { isReturnable } from "../../../../../payment/transfers/exception.ts";
import type { ListedException } from "../../../api/exceptions.ts";
import type { ConsolePayment } from "../../../api/payment.ts";
import type { NewRefund } from "../../../api/refunds/refunds.ts";
import { filledText, locale, messages } from "../../../app/text/language.ts";
import { exactAmountText } from "../../../app/text/money-text.ts";
import { checkAddress } from "../../merchants/destinations/address.ts";
import { faultText } from "../../merchants/destinations/address-text.ts";

export interface RefundValues {
  kind: "whole" | "part";
  amount: string;
  unit: "fiat" | "token";
  reason: string;
  isElsewhere: boolean;
  to: string;
}

export const EMPTY_REFUND: RefundValues = {
  kind: "whole",
  amount: "",
  unit: "fiat",
  reason: "",
  isElsewhere: false,
  to: "",
};

type Amount = ConsolePayment["fiatAmount"];

type Refundable = Pick<ConsolePayment, "tokenAmount" | "fiatAmount" | "refunds" | "refundedAt">;

interface Left {
  readonly token: Amount;
  readonly fiat: Amount;
}

/** What no refund has asked for yet, in the token and at the payment's own rate. */
export function leftOf({ tokenAmount, fiatAmount, refunds = [], refundedAt }: Refundable): Left {
  const paid = BigInt(tokenAmount?.value ?? "0");
  const asked = refunds
    .filter(({ status }) => status !== "failed" && status !== "cancelled")
    .reduce((sum, { amount }) => sum + BigInt(amount.value), 0n);
  const left = refundedAt === undefined && paid > asked ? paid - asked : 0n;
  const fiat = paid === 0n ? 0n : (2n * left * BigInt(fiatAmount.value) + paid) / (2n * paid);
  return {
    token: { ...(tokenAmount ?? fiatAmount), value: left.toString() },
    fiat: { ...fiatAmount, value: fiat.toString() },
  };
}

/** The money that goes back: of a payment, or of an exception. */
export interface RefundSubject {
  readonly paymentId: string;
  /** All of its money goes back. */
  readonly exceptionId?: string;
  readonly merchantId?: string;
  readonly left: Left;
  /** The CAIP-10 account that sent it; null: none that may get it back. */
  readonly sender: string | null;
  /** It was sent by a plain transfer. */
  readonly isDeposit: boolean;
}

export const subjectOf = (payment: ConsolePayment): RefundSubject => ({
  paymentId: payment.paymentId,
  merchantId: payment.merchant.id,
  left: leftOf(payment),
  sender: payment.buyer?.accountCaip10 ?? null,
  isDeposit: payment.deposits !== undefined,
});

/** Null: no refund can send its money back. */
export function subjectOfException(exception: ListedException): RefundSubject | null {
  const { id, paymentId, kind, amount, fiatAmount, sender = null, isDeposit = false } = exception;
  if (!isReturnable(kind) || !amount || !fiatAmount) return null;
  const left = { token: amount, fiat: fiatAmount };
  return { paymentId, exceptionId: id, left, sender: isDeposit ? null : sender, isDeposit };
}

/** CAIP-2 ID of the chain on which it was paid. */
export const chainOf = ({ left }: RefundSubject): string => chainOfUnit(left.token.unit);

/** Its sender is unknown or may be an exchange, so an address has to be named now. */
export const needsAddress = ({ exceptionId, sender }: RefundSubject): boolean =>
  exceptionId !== undefined && sender === null;

/** More than any amount of a token has. */
const TOKEN_DIGITS_MAX = 78;

function enteredOf({ amount, unit }: RefundValues, left: Left): bigint | null {
  const { display } = left[unit];
  if (!display) return null;
  const digitsMax = unit === "fiat" ? FIAT_DIGITS_MAX : TOKEN_DIGITS_MAX;
  return parseEnteredAmount(amount, display.decimals, digitsMax, locale()) || null;
}

export const rulesFor = (subject: RefundSubject) => ({
  amount: (_: string, values: RefundValues): string | null => {
    if (values.kind === "whole") return null;
    const { amountFault, tooMuch } = messages().refunds.form;
    const { left } = subject;
    const entered = enteredOf(values, left);
    if (entered === null) return amountFault;
    const most = left[values.unit];
    return entered > BigInt(most.value) ? filledText(tooMuch, { amount: exactAmountText(most) }) : null;
  },
  to: (text: string, { isElsewhere }: RefundValues): string | null => {
    const check = checkAddress(chainOf(subject), text);
    return !isElsewhere || check.ok ? null : faultText(check.fault);
  },
});

export function refundBody(subject: RefundSubject, values: RefundValues): NewRefund {
  const { paymentId, exceptionId, left } = subject;
  const reason = typedText(values.reason);
  const check = checkAddress(chainOf(subject), values.to);
  return {
    paymentId,
    ...(exceptionId === undefined ? { amount: amountIn(values, left) } : { exceptionId }),
    ...(reason && { reason }),
    ...(values.isElsewhere && check.ok && { to: check.account }),
  };
}

function amountIn(values: RefundValues, left: Left): NonNullable<NewRefund["amount"]> {
  const { unit, value } =
    values.kind === "whole" ? left.token : { ...left[values.unit], value: `${enteredOf(values, left)}` };
  return { unit, value };
}
