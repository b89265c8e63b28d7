// The form of a new payment link: its values, their rules, and the request that they make.
import { FIAT_DIGITS_MAX } from "../../../../money/amount.ts";
import { parseEnteredAmount } from "../../../../money/entered-amount.ts";
import { findCurrency } from "../../../../money/fiat.ts";
import type { NewPaymentLink } from "../../api/payment-links.ts";

export interface LinkValues {
  currency: string;
  kind: "fixed" | "open";
  value: string;
  min: string;
  max: string;
  description: string;
  maxUses: string;
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
  referencePattern: "",
  fields: [],
};

/** In minor units; null if it is not an amount of the currency. */
const minorOf = (text: string, currency: string): bigint | null =>
  parseEnteredAmount(text, findCurrency(currency)?.decimals ?? 0, FIAT_DIGITS_MAX) || null;

const amountFault = (text: string, { currency }: LinkValues): string | null =>
  minorOf(text, currency) === null ? "Enter an amount, for example 12.50." : null;

export const LINK_RULES = {
  value: (text: string, values: LinkValues) => (values.kind === "fixed" ? amountFault(text, values) : null),
  min: (text: string, values: LinkValues) => (values.kind === "open" ? amountFault(text, values) : null),
  max: (text: string, values: LinkValues) => {
    if (values.kind === "fixed") return null;
    const [min, max] = [minorOf(values.min, values.currency), minorOf(text, values.currency)];
    return amountFault(text, values) ?? (min !== null && max !== null && max < min ? "Below the smallest." : null);
  },
  maxUses: (text: string) =>
    text.trim() === "" || /^[1-9][0-9]{0,4}$/.test(text.trim()) ? null : "Enter a number, or nothing for no limit.",
};

export function linkBody(values: LinkValues): NewPaymentLink {
  const minor = (text: string) => (minorOf(text, values.currency) ?? 0n).toString();
  const unit = `iso4217/${values.currency}`;
  return {
    amount:
      values.kind === "fixed"
        ? { unit, value: minor(values.value) }
        : { unit, min: minor(values.min), max: minor(values.max) },
    description: values.description.trim() || null,
    maxUses: values.maxUses.trim() === "" ? null : Number(values.maxUses),
    ...(values.referencePattern.trim() !== "" && { referencePattern: values.referencePattern.trim() }),
    fields: values.fields.map((label) => ({ label, required: true })),
  };
}
