export interface ChainProblem {
  /**
   * unreachable: no RPC URL responds, so nothing else is known. wrong: the chain must not be used. warning: the chain
   * works, but not well, or not for long.
   */
  readonly kind: "unreachable" | "wrong" | "warning";
  /** "clock": a comparison with this machine's clock, which may be the wrong one. */
  readonly about?: "clock";
  /** The finding, the expected value, and the fix. */
  readonly message: string;
}

export const wrong = (message: string): ChainProblem => ({ kind: "wrong", message });
export const warning = (message: string): ChainProblem => ({ kind: "warning", message });
export const unreachable = (message: string): ChainProblem => ({ kind: "unreachable", message });
