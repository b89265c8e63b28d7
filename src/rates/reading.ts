// What one look at a source gave: a price, or why there is none.
import type { Fraction } from "../money/fraction.ts";

export interface Observation {
  readonly price: Fraction;
  /** The price as the source gave it. */
  readonly text: string;
  /** Unix seconds: when it was the price. */
  readonly observedAtS: number;
}

/**
 * unreachable: nothing is known; refused: an answer, but no price; stale: too old; unlikely: outside of the pair's bounds;
 * too_few, spread: of a pair, whose sources are too few or disagree.
 */
export type FaultKind = "unreachable" | "refused" | "stale" | "unlikely" | "too_few" | "spread";

export interface Fault {
  readonly kind: FaultKind;
  /** Completes "the source …". Holds no secret. */
  readonly message: string;
}

export type Reading = { readonly observation: Observation } | { readonly fault: Fault };

export const fault = (kind: FaultKind, message: string): { readonly fault: Fault } => ({ fault: { kind, message } });
