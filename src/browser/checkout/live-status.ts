// Follows the payment's status by long polling until it is final.
import { ApiError, type GatewayClient } from "../../client/index.ts";
import { longPoll } from "../long-poll.ts";
import type { Live, LiveStatus } from "./context.ts";

/** Below common proxy timeouts of one minute. */
const HELD_MS = 30_000;
/** Minimum pause, for servers that do not hold their responses. */
const PAUSE_MS_MIN = 250;
const FIRST_BACKOFF_MS = 1_000;
const BACKOFF_MS_MAX = 30_000;
/** A single failure is not shown. */
const FAILURES_SHOWN = 2;
const UNAUTHORIZED = 401;

interface Followed {
  /** Called when responses stop arriving, and when they resume. */
  onConnection(isThere: boolean): void;
  /** The page's token has expired. */
  onTokenEnd(): void;
}

export function followStatus(
  gateway: Pick<GatewayClient, "status">,
  paymentId: string,
  first: LiveStatus,
  followed: Followed,
): Live {
  const listeners = new Set<(status: LiveStatus) => void>();
  let current = first;
  let underWay = new AbortController();
  const tell = (status: LiveStatus): void => {
    if (current.isFinal || status.status === current.status) return;
    current = status;
    if (status.isFinal) underWay.abort(); // nothing left to wait for
    for (const listener of listeners) listener(status);
  };
  // A tab that wakes up may hold a dead connection, or be in a long pause.
  const again = (): void => {
    if (document.visibilityState === "visible") underWay.abort();
  };
  document.addEventListener("visibilitychange", again);
  addEventListener("online", again);
  void poll();
  return {
    get current() {
      return current;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell,
  };

  async function poll(): Promise<void> {
    let failures = 0;
    let isTokenOver = false;
    // Each round ends when the page wakes up; failures of the previous round still count.
    while (!current.isFinal && !isTokenOver) {
      underWay = new AbortController();
      await longPoll(
        {
          request: (signal) => gateway.status(paymentId, { maxPollMs: failures > 0 ? 0 : HELD_MS, signal }),
          onAnswer(status) {
            tell(status);
            if (failures >= FAILURES_SHOWN) followed.onConnection(true);
            failures = 0;
            return PAUSE_MS_MIN;
          },
          onFailure(error) {
            isTokenOver = error instanceof ApiError && error.status === UNAUTHORIZED;
            if (isTokenOver) return null;
            // The status is unknown, so it stays as it is until the next poll.
            failures += 1;
            if (failures === FAILURES_SHOWN) followed.onConnection(false);
            const retryAfterMs = error instanceof ApiError ? (error.retryAfterS ?? 0) * 1_000 : 0;
            return Math.max(Math.min(FIRST_BACKOFF_MS * 2 ** failures, BACKOFF_MS_MAX), retryAfterMs);
          },
        },
        underWay.signal,
      );
    }
    if (isTokenOver) followed.onTokenEnd();
  }
}
