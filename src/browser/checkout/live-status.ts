// Follows the payment's status: one held request after the other (long-poll), until it is final.
import { ApiError, type GatewayClient } from "../../client/index.ts";
import { longPoll } from "../long-poll.ts";
import type { Live, LiveStatus } from "./context.ts";

/** Longest that the server may hold an answer; many proxies give up after a minute. */
const HELD_MS = 30_000;
/** No faster than this where a server does not hold its answers. */
const PAUSE_MS_MIN = 250;
const FIRST_BACKOFF_MS = 1_000;
const BACKOFF_MS_MAX = 30_000;
/** One lost answer is nothing to trouble anybody with. */
const FAILURES_SHOWN = 2;
const UNAUTHORIZED = 401;

interface Followed {
  /** Whether answers come, or have not come for a while. */
  onConnection(isThere: boolean): void;
  /** The page's token has ended. */
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
    if (status.isFinal) underWay.abort(); // there is nothing left to wait for
    for (const listener of listeners) listener(status);
  };
  // A tab that comes back may hold a connection that died while it slept, or be in the middle of a long pause.
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
    // Each round ends when the page wakes up; the failures of the one before still count.
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
            // Nothing is known, so nothing changes; the next look is later.
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
