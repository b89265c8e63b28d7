// Follows the payment's status by long polling until it is final.
import { ApiError, type GatewayClient } from "../../client/index.ts";
import { longPoll, pauseUnlessHeld } from "../long-poll.ts";
import type { Live, LiveStatus } from "./context.ts";

/** Below common proxy timeouts of one minute. */
const HELD_MS = 30_000;
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
  let isLost = false;
  const tellLost = (now: boolean): void => {
    if (isLost === now) return;
    isLost = now;
    followed.onConnection(!now);
  };
  const tell = (status: LiveStatus): void => {
    // A response from before the confirm may arrive late. A payment never becomes open again.
    if (current.isFinal || status.status === current.status || status.status === "requires_action") return;
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
  addEventListener("offline", () => current.isFinal || tellLost(true));
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

  /** One round ends when the page wakes up; failures of earlier rounds still count. */
  async function poll(): Promise<void> {
    const connection: Connection = { failures: 0, isTokenOver: false };
    while (!current.isFinal && !connection.isTokenOver) {
      underWay = new AbortController();
      // The server holds a request while the status stays as it reads it first. So a read comes before each held one:
      // after a pause, the page may know an older status.
      let holds = true;
      const request = (signal: AbortSignal) => {
        holds = !holds && !isLost && connection.failures === 0;
        return gateway.status(paymentId, { maxPollMs: holds ? HELD_MS : 0, signal });
      };
      const onAnswer = (status: LiveStatus, tookMs: number): number => {
        tell(status);
        tellLost(false);
        connection.failures = 0;
        return holds ? pauseUnlessHeld(tookMs, PAUSE_MS_MIN) : 0;
      };
      const onFailure = (error: unknown): number | null => {
        const pauseMs = pauseAfter(error, connection);
        if (connection.failures >= FAILURES_SHOWN) tellLost(true);
        return pauseMs;
      };
      await longPoll({ request, onAnswer, onFailure }, underWay.signal);
    }
    if (connection.isTokenOver) followed.onTokenEnd();
  }
}

interface Connection {
  /** Consecutive failures. */
  failures: number;
  isTokenOver: boolean;
}

/** The status is unknown after a failure, so it stays as it is. @returns milliseconds; null: the token has expired */
function pauseAfter(error: unknown, connection: Connection): number | null {
  connection.isTokenOver = error instanceof ApiError && error.status === UNAUTHORIZED;
  if (connection.isTokenOver) return null;
  connection.failures += 1;
  const retryAfterMs = error instanceof ApiError ? (error.retryAfterS ?? 0) * 1_000 : 0;
  return Math.max(Math.min(FIRST_BACKOFF_MS * 2 ** connection.failures, BACKOFF_MS_MAX), retryAfterMs);
}
