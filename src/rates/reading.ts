// The result of reading a source: a price, or why there is none.
import type { Fraction } from "../money/fraction.ts";

export interface Observation {
  readonly price: Fraction;
  /** The price as written by the source. */
  readonly text: string;
  /** Unix seconds. */
  readonly observedAtS: number;
}

/**
 * unreachable: no response; refused: a response without a usable price; stale: too old; unlikely: outside the pair's
 * bounds; too_few, spread: the pair has too few usable sources, or they disagree.
 */
export type FaultKind = "unreachable" | "refused" | "stale" | "unlikely" | "too_few" | "spread";

export interface Fault {
  readonly kind: FaultKind;
  /** Completes "the source …". Holds no secret. */
  readonly message: string;
}

export type Reading =
  | { readonly kind: "observation"; readonly observation: Observation }
  | { readonly kind: "fault"; readonly fault: Fault };

export const fault = (kind: FaultKind, message: string): Fault => ({ kind, message });
export const faultReading = (kind: FaultKind, message: string): Reading => ({
  kind: "fault",
  fault: fault(kind, message),
});
