// The state machine of a payment, and the only code that names a next status.
//
//   requires_action ── confirmed ──▶ processing ── paid ─────▶ succeeded
//         │                              └──────── given_up ─▶ failed
//         ├── expired ───▶ expired
//         ├── cancelled ─▶ cancelled
//         └── declined ──▶ failed
//
// A terminal status never changes again, even if the chain does.
import type { CancelledReason, FailureCode, PaymentStatus } from "./payment.ts";

export type Transition =
  /** A confirm was accepted. */
  | { readonly type: "confirmed" }
  /** The payment's transfer reached the depth the chain's policy requires. */
  | { readonly type: "paid" }
  /** It can no longer be paid: the deadline has passed at policy depth and the authorisation is unused. */
  | { readonly type: "given_up" }
  /** The confirming account was refused. An earlier confirm is unaffected. */
  | { readonly type: "declined"; readonly failureCode: FailureCode }
  /** It expired before a confirm. */
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

/** The status that `type` leads to from `status`; null if the transition is not allowed. */
export function nextStatus(status: PaymentStatus, type: TransitionType): PaymentStatus | null {
  const next: Partial<Record<PaymentStatus, PaymentStatus>> = NEXT[type];
  return next[status] ?? null;
}

/** Every (from, to) pair of a transition, for the one conditional update that decides each race. */
export function transitionPairs(type: TransitionType): readonly (readonly [from: PaymentStatus, to: PaymentStatus])[] {
  return Object.entries(NEXT[type]) as [PaymentStatus, PaymentStatus][];
}

/**
 * The status that a payment's log leads to; null if it contains a transition that is not allowed. Other entries (an
 * exception, a refund) change nothing.
 */
export function replay(log: readonly string[]): PaymentStatus | null {
  const [first, ...rest] = log;
  let status: PaymentStatus | null = first === "created" ? "requires_action" : null;
  for (const type of rest) {
    if (status && isTransition(type)) status = nextStatus(status, type);
  }
  return status;
}

export const isTransition = (type: string): type is TransitionType => Object.hasOwn(NEXT, type);

const TERMINAL: ReadonlySet<PaymentStatus> = new Set(["succeeded", "failed", "expired", "cancelled"]);

/** Terminal and final are the same: no transition leads out. */
export const isTerminal = (status: PaymentStatus): boolean => TERMINAL.has(status);
