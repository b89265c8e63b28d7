// The references of a payment link's payments: text with the placeholders {number} and {date}.

export const DEFAULT_REFERENCE_PATTERN = "{date}-{number}";

/** References have at most 256 characters, which leaves space for the values. */
export const REFERENCE_PATTERN_LENGTH_MAX = 100;

/** @returns the fault, to follow the field's name; null if it is valid */
export function referencePatternFault(pattern: string): string | null {
  const places: readonly string[] = pattern.match(/\{[^{}]*\}|[{}]/g) ?? [];
  const isKnown = places.every((place) => place === "{number}" || place === "{date}");
  if (!isKnown) return "may contain {number} and {date}, and no other braces";
  return places.includes("{number}") ? null : "must contain {number}, so that each payment has its own reference";
}

/**
 * @param number counts the link's payments from 1
 * @param at its UTC date replaces {date}, as YYYY-MM-DD
 */
export const referenceOf = (pattern: string, number: bigint, at: Date): string =>
  pattern.replaceAll("{number}", number.toString()).replaceAll("{date}", at.toISOString().slice(0, 10));
