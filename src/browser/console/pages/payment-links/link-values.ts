// The form of a new payment link: its values, their rules, and the request that they make.
import { FIAT_DIGITS_MAX } from "../../../../money/amount.ts";
import { parseEnteredAmount } from "../../../../money/entered-amount.ts";
import { decimalsOf } from "../../../../money/fiat.ts";
import { typedNumber, typedText } from "../../../../money/typed-text.ts";
import { serverNowMs } from "../../api/connection.ts";
import type { NewPaymentLink } from "../../api/payment-links.ts";
import { countedText, filledText, locale, messages } from "../../app/text/language.ts";

export interface LinkValues {
  currency: string;
  kind: "fixed" | "open";
  value: string;
  min: string;
  max: string;
  description: string;
  maxUses: string;
  /** The reader's local time, as a date and time input writes it. */
  expires: string;
  referencePattern: string;
  /** Labels of the texts that buyers are asked for. */
  fields: string[];
}

export const EMPTY_LINK: LinkValues = {
  currency: "USD",
  kind: "fixed",
  value: "",
  min: "",
  max: "",
  description: "",
  maxUses: "",
  expires: "",
  referencePattern: "",
  fields: [],
};

/** More than any currency has. */
const DECIMALS_READ_MAX = 18;

/** Minor units; null if it is not an amount of the currency. */
const minorOf = (text: string, currency: string): bigint | null =>
  parseEnteredAmount(text, decimalsOf(currency), FIAT_DIGITS_MAX, locale()) || null;

function amountFault(text: string, { currency }: LinkValues): string | null {
  if (minorOf(text, currency) !== null) return null;
  const decimals = decimalsOf(currency);
  const { decimalsFault, wholeFault } = messages().paymentLinks.form;
  const isTooFine =
    parseEnteredAmount(text, decimals, FIAT_DIGITS_MAX, locale()) === null &&
    parseEnteredAmount(text, DECIMALS_READ_MAX, FIAT_DIGITS_MAX + DECIMALS_READ_MAX, locale()) !== null;
  if (isTooFine) return decimals === 0 ? wholeFault : countedText(decimalsFault, decimals);
  const example = new Intl.NumberFormat(locale(), { minimumFractionDigits: 2 }).format(12.5);
  return filledText(messages().paymentLinks.form.amountFault, { example });
}

export const LINK_RULES = {
  value: (text: string, values: LinkValues) => (values.kind === "fixed" ? amountFault(text, values) : null),
  min: (text: string, values: LinkValues) => (values.kind === "open" ? amountFault(text, values) : null),
  max: (text: string, values: LinkValues) => {
    if (values.kind === "fixed") return null;
    const [min, max] = [minorOf(values.min, values.currency), minorOf(text, values.currency)];
    const isBelow = min !== null && max !== null && max < min;
    return amountFault(text, values) ?? (isBelow ? messages().paymentLinks.form.maxFault : null);
  },
  maxUses: (text: string) =>
    /^([1-9][0-9]{0,3}|10000)?$/.test(typedNumber(text)) ? null : messages().paymentLinks.form.usesFault,
  expires: (text: string) =>
    text === "" || momentOf(text) > serverNowMs() ? null : messages().paymentLinks.form.expiresFault,
};

const momentOf = (text: string): number => new Date(text).getTime();

export function linkBody(values: LinkValues): NewPaymentLink {
  const minor = (text: string) => (minorOf(text, values.currency) ?? 0n).toString();
  const referencePattern = typedText(values.referencePattern);
  const unit = `iso4217/${values.currency}`;
  return {
    amount:
      values.kind === "fixed"
        ? { unit, value: minor(values.value) }
        : { unit, min: minor(values.min), max: minor(values.max) },
    description: typedText(values.description) || null,
    maxUses: Number(typedNumber(values.maxUses)) || null,
    ...(values.expires !== "" && { expiresAt: Math.floor(momentOf(values.expires) / 1_000) }),
    ...(referencePattern !== "" && { referencePattern }),
    fields: values.fields.map((label) => ({ label: typedText(label), required: true })),
  };
}
