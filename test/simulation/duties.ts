// What the workers of a process do in turn.
import type { Operations } from "./process.ts";

export type Duty = Exclude<
  keyof Operations,
  "create" | "list" | "ask" | "build" | "confirm" | "cancel" | "check" | "reconcile"
>;
type Weighted = readonly (readonly [number, Duty])[];

/** The loops of workers/chain.ts and workers/expire.ts, with how often each runs while there are troubles. */
const DUTIES: Weighted = [
  [6, "follow"],
  [6, "relay"],
  [3, "resend"],
  [1, "restart"],
  [0.5, "leftovers"],
  [4, "resolve"],
  [2, "expire"],
  [1, "report"],
];

/** Those of workers/recoveries.ts, and the comparison of what lies on deposit addresses. */
const DEPOSIT_DUTIES: Weighted = [
  [1, "compare"],
  [1, "judge"],
  [2, "recover"],
  [0.5, "coins"],
];

export const dutiesOf = (hasDeposits: boolean): Weighted => (hasDeposits ? [...DUTIES, ...DEPOSIT_DUTIES] : DUTIES);
