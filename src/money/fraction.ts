// Exact fractions for prices, so that rounding happens once, in the final amount.

export interface Fraction {
  readonly numerator: bigint;
  /** Above 0. */
  readonly denominator: bigint;
}

/** `units` of a number with `decimals` digits after the point. */
export const fractionOf = (units: bigint, decimals: number): Fraction => ({
  numerator: units,
  denominator: 10n ** BigInt(decimals),
});

export const multiply = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
});

export const subtract = (a: Fraction, b: Fraction): Fraction => ({
  numerator: a.numerator * b.denominator - b.numerator * a.denominator,
  denominator: a.denominator * b.denominator,
});

/** 1 / a, for a above 0. */
export const inverse = ({ numerator, denominator }: Fraction): Fraction => ({
  numerator: denominator,
  denominator: numerator,
});

/** Negative if a < b, positive if a > b, else 0. */
export function compare(a: Fraction, b: Fraction): number {
  const { numerator } = subtract(a, b);
  return numerator < 0n ? -1 : numerator > 0n ? 1 : 0;
}

export const isPositive = ({ numerator }: Fraction): boolean => numerator > 0n;

/** The middle value, or the mean of the middle two. @throws RangeError for an empty list */
export function median(values: readonly Fraction[]): Fraction {
  const sorted = values.toSorted(compare);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (!upper || !lower) throw new RangeError("an empty list has no median");
  if (upper === lower) return upper;
  return {
    numerator: lower.numerator * upper.denominator + upper.numerator * lower.denominator,
    denominator: 2n * lower.denominator * upper.denominator,
  };
}

/** No real price has more. */
const DIGITS_MAX = 60;
const EXPONENT_MAX = 60;
/** A JSON number (RFC 8259 §6). */
const NUMBER = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,3}))?$/;

/** The exact value of a decimal number's text, or null if it is malformed or too long. */
export function parseDecimal(text: string): Fraction | null {
  const [, sign, whole, fraction = "", exponentText = "0"] = NUMBER.exec(text) ?? [];
  if (whole === undefined || whole.length + fraction.length > DIGITS_MAX) return null;
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > EXPONENT_MAX) return null;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const decimals = fraction.length - exponent;
  return decimals >= 0
    ? fractionOf(digits, decimals)
    : { numerator: digits * 10n ** BigInt(-decimals), denominator: 1n };
}
