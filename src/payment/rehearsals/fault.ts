// Faults on demand: a test payment names one at the beginning of its reference, as in `test:late order 7`.

/** `paid` is none: the buyer pays well, so that a developer without a wallet sees a success. */
export const FAULTS = [
  "paid",
  "insufficient",
  "declined",
  "underpaid",
  "late",
  "twice",
  "reorganised",
  "slow",
] as const;
export type Fault = (typeof FAULTS)[number];

/** The beginning of such a reference. */
export const FAULT_PREFIX = "test:";

/** What comes after the prefix and before the first blank; null without the prefix. */
export function faultWord(referenceId: string): string | null {
  if (!referenceId.startsWith(FAULT_PREFIX)) return null;
  return referenceId.slice(FAULT_PREFIX.length).split(/\s/, 1)[0] ?? "";
}

export const isFault = (word: string | null): word is Fault => (FAULTS as readonly (string | null)[]).includes(word);
