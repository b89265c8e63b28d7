// The state machine of a payment, and the only place that names a next status.
//
//   requires_action ── confirmed ──▶ processing ── paid ─────▶ succeeded
//         │                              └──────── given_up ─▶ failed
//         ├── expired ───▶ expired
//         ├── cancelled ─▶ cancelled
//         └── declined ──▶ failed
//
// A terminal status never changes again, whatever the chain does later.
import type { CancelledReason, FailureCode, PaymentStatus } from "./payment.ts";

export type Transition =
  /** A confirm was accepted. */
  | { readonly type: "confirmed" }
  /** The payment's own transfer reached the depth that the chain's policy asks for. */
  | { readonly type: "paid" }
  /** Nobody can pay it any more: the deadline has passed at policy depth and the authorisation is unused. */
  | { readonly type: "given_up" }
  /** The account that a confirm came from was refused. What was confirmed before it goes on. */
  | { readonly type: "declined"; readonly failureCode: FailureCode }
  /** Its time ran out before a confirm. */
  | { readonly type: "expired" }
  | { readonly type: "cancelled"; readonly reason: CancelledReason };

export type TransitionType = Transition["type"];

const NEXT = {
  confirmed: { requires_action: "processing" },
  paid: { processing: "succeeded" },
  given_up: { processing: "failed" },
  declined: { requires_action: "failed" },
  expired: { requires_action: "expired" },
  cancelled: { requires_action: "cancelled" },
} as const satisfies Record<TransitionType, Partial<Record<PaymentStatus, PaymentStatus>>>;

/** The status that `type` leads to from `status`, or null where it may not happen. */
export function nextStatus(status: PaymentStatus, type: TransitionType): PaymentStatus | null {
  const next: Partial<Record<PaymentStatus, PaymentStatus>> = NEXT[type];
  return next[status] ?? null;
}

/** Every (from, to) pair of a transition, for the one conditional update that decides each race. */
export function transitionPairs(type: TransitionType): readonly (readonly [from: PaymentStatus, to: PaymentStatus])[] {
  return Object.entries(NEXT[type]) as [PaymentStatus, PaymentStatus][];
}

/**
 * The status that a payment's log leads to, or null where it tells of a step that may not happen. Entries that are no
 * transitions (an exception, a refund) change nothing.
 */
export function replay(log: readonly string[]): PaymentStatus | null {
  const [first, ...rest] = log;
  let status: PaymentStatus | null = first === "created" ? "requires_action" : null;
  for (const type of rest) {
    if (status && isTransition(type)) status = nextStatus(status, type);
  }
  return status;
}

const isTransition = (type: string): type is TransitionType => Object.hasOwn(NEXT, type);

const TERMINAL: ReadonlySet<PaymentStatus> = new Set(["succeeded", "failed", "expired", "cancelled"]);

/** Terminal and final are the same: no transition leads out. */
export const isTerminal = (status: PaymentStatus): boolean => TERMINAL.has(status);
