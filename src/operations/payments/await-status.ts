// Reads a payment's status, optionally waiting for a change (long poll).
import type { PaymentForBuyer, PaymentStatus } from "../../payment/payment.ts";
import { isTerminal } from "../../payment/transition.ts";
import type { PaymentReader, PaymentTransitions } from "../ports/payments.ts";
import { readOpenPayment } from "./read-payment.ts";

/** A change of one payment, in whichever process it happened. */
export interface ChangeSubscription {
  /**
   * Resolves at the next change since the last call, at the timeout, or with `signal`; to false if this process
   * is stopping and sends no more changes.
   */
  next(timeoutMs: number, signal?: WaitSignal): Promise<boolean>;
  close(): void;
}

/** Ends a wait early. An AbortSignal and its listener would take 0.9 kB for each of the thousands who wait. */
export interface WaitSignal {
  readonly isOver: boolean;
  /** The present wait, which ends with the signal. */
  waiter: { end(): void } | null;
}

export interface AwaitStatusPorts {
  readonly payments: PaymentReader & PaymentTransitions;
  readonly changes: { subscribe(paymentId: string): ChangeSubscription };
  /** The database's clock, which decides expiry. It jumps at a failover to a server with another one. */
  nowMs(): number;
}

/** Longest duration of a long poll. */
export const POLL_MS_MAX = 60_000;

/**
 * @param maxPollMs how long to wait for the status to be final or differ from `unlike` (default: the first status
 *   read); 0: not at all
 * @param wait `signal` ends when the client disconnects
 * @throws Refusal payment_not_found
 */
export async function awaitStatus(
  ports: AwaitStatusPorts,
  paymentId: string,
  wait: { readonly maxPollMs: number; readonly unlike?: PaymentStatus; readonly signal?: WaitSignal },
): Promise<PaymentForBuyer> {
  if (wait.maxPollMs <= 0) return readOpenPayment(ports.payments, paymentId);
  const deadlineMs = performance.now() + Math.min(wait.maxPollMs, POLL_MS_MAX);
  const changes = ports.changes.subscribe(paymentId); // before the read, so that no change is missed between the two
  try {
    let payment: PaymentForBuyer | null = await readOpenPayment(ports.payments, paymentId);
    const unlike = wait.unlike ?? payment.status;
    while (payment.status === unlike && !isTerminal(payment.status) && !wait.signal?.isOver) {
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0) break;
      const waitMs = Math.min(leftMs, untilExpiryMs(payment, ports.nowMs()));
      payment = null; // thousands wait: none of them keeps the payment that it will read again
      const goesOn = await changes.next(waitMs, wait.signal);
      payment = await readOpenPayment(ports.payments, paymentId);
      if (!goesOn) break;
    }
    return payment;
  } finally {
    changes.close();
  }
}

/** A payment expires without a notification, so a waiter reads it again at that time. */
function untilExpiryMs(payment: PaymentForBuyer, nowMs: number): number {
  if (payment.status !== "requires_action") return POLL_MS_MAX;
  const leftMs = payment.expiresAtS * 1000 - nowMs;
  return leftMs > 0 ? leftMs + EXPIRY_SLACK_MS : EXPIRY_POLL_MS;
}

/** The database's clock may run slightly behind ours. */
const EXPIRY_SLACK_MS = 50;
/** Past its expiry, a payment waits for the blocks that may have paid it in time. */
const EXPIRY_POLL_MS = 500;
