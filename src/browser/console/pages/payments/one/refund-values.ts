// The form of a refund: its values, their rules, and the request that they make.
import { chainOfUnit, FIAT_DIGITS_MAX } from "../../../../../money/amount.ts";
import { parseEnteredAmount } from "../../../../../money/entered-amount.ts";
import { typedText } from "../../../../../money/typed-text.ts";
import type { ConsolePayment } from "../../../api/payment.ts";
import type { NewRefund } from "../../../api/refunds/refunds.ts";
import { filledText, locale, messages } from "../../../app/text/language.ts";
import { amountText } from "../../../app/text/money-text.ts";
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

/** CAIP-2 ID of the chain on which it was paid. */
export const chainOf = ({ tokenAmount }: ConsolePayment): string => chainOfUnit(tokenAmount?.unit ?? "");

/** More than any amount of a token has. */
const TOKEN_DIGITS_MAX = 78;

function enteredOf({ amount, unit }: RefundValues, left: Left): bigint | null {
  const { display } = left[unit];
  if (!display) return null;
  const digitsMax = unit === "fiat" ? FIAT_DIGITS_MAX : TOKEN_DIGITS_MAX;
  return parseEnteredAmount(amount, display.decimals, digitsMax, locale()) || null;
}

export const rulesFor = (payment: ConsolePayment) => ({
  amount: (_: string, values: RefundValues): string | null => {
    if (values.kind === "whole") return null;
    const { amountFault, tooMuch } = messages().refunds.form;
    const left = leftOf(payment);
    const entered = enteredOf(values, left);
    if (entered === null) return amountFault;
    const most = left[values.unit];
    return entered > BigInt(most.value) ? filledText(tooMuch, { amount: amountText(most) }) : null;
  },
  to: (text: string, { isElsewhere }: RefundValues): string | null => {
    const check = checkAddress(chainOf(payment), text);
    return !isElsewhere || check.ok ? null : faultText(check.fault);
  },
});

export function refundBody(payment: ConsolePayment, values: RefundValues): NewRefund {
  const left = leftOf(payment);
  const entered = enteredOf(values, left);
  const { unit, value } = values.kind === "whole" ? left.token : { ...left[values.unit], value: `${entered}` };
  const reason = typedText(values.reason);
  const check = checkAddress(chainOf(payment), values.to);
  return {
    paymentId: payment.paymentId,
    amount: { unit, value },
    ...(reason && { reason }),
    ...(values.isElsewhere && check.ok && { to: check.account }),
  };
}
