// How urgent each kind of exception is.
import type { Kind } from "./search.ts";

/** bad: money is missing. warn: money needs a decision. busy: it usually resolves itself. */
export const TONES = {
  settlement_failed: "bad",
  underpaid: "warn",
  overpaid: "warn",
  late: "warn",
  duplicate: "warn",
  foreign_token: "warn",
  refused_sender: "warn",
  unknown_refund: "warn",
  reorged: "busy",
} as const satisfies Record<Kind, "bad" | "warn" | "busy">;
