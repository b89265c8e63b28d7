// What an operator must know of a chain that does not answer, or is not what its configuration says.

export interface ChainProblem {
  /**
   * unreachable: no RPC URL answers, nothing else is known; wrong: must not start like this; warning: it works, but
   * not well or not for long.
   */
  readonly kind: "unreachable" | "wrong" | "warning";
  /** What is wrong, what was found and expected, and what to do. */
  readonly message: string;
}

export const wrong = (message: string): ChainProblem => ({ kind: "wrong", message });
export const warning = (message: string): ChainProblem => ({ kind: "warning", message });
export const unreachable = (message: string): ChainProblem => ({ kind: "unreachable", message });
