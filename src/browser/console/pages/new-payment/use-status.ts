// A payment's status as it changes: each read is held by the server until there is something new.
import { useEffect, useState } from "react";
import { ApiError } from "../../../../client/errors.ts";
import type { PaymentStatus } from "../../../../payment/payment.ts";
import { longPoll } from "../../../long-poll.ts";
import { payments } from "../../api/payments.ts";
import { useSession } from "../../app/session.tsx";

/** Below what proxies end by themselves. */
const HELD_MS = 25_000;
/** Between two reads where the server names no time, and after a failed one. */
const PAUSE_MS = 1_000;
const SERVER_ERROR = 500;

export interface LiveStatus {
  readonly status: PaymentStatus;
  /** Whether the last read failed: the status is then the last one known. */
  readonly isStale: boolean;
  /** Why no more is read: the server has refused it. */
  readonly error: unknown;
}

export function useStatus(paymentId: string): LiveStatus {
  const [live, setLive] = useState<LiveStatus>({ status: "requires_action", isStale: false, error: null });
  const session = useSession(); // another one after its end, and then it is read on
  useEffect(() => {
    const leaving = new AbortController();
    if (session) void follow(paymentId, leaving.signal, setLive);
    return () => leaving.abort();
  }, [paymentId, session]);
  return live;
}

type Tell = (change: (before: LiveStatus) => LiveStatus) => void;

function follow(paymentId: string, signal: AbortSignal, tell: Tell): Promise<void> {
  let maxPollMs = 0; // the first answer at once
  return longPoll(
    {
      request: (ended) => payments.status(paymentId, { maxPollMs, signal: ended }),
      onAnswer({ status, isFinal, pollInMs = PAUSE_MS }) {
        tell(() => ({ status, isStale: false, error: null }));
        const waitMs = maxPollMs === 0 ? 0 : pollInMs;
        maxPollMs = HELD_MS;
        return isFinal ? null : waitMs;
      },
      onFailure(error) {
        const isRefused = error instanceof ApiError && error.status < SERVER_ERROR && error.status !== 429;
        tell((before) => ({ ...before, isStale: true, error: isRefused ? error : null }));
        maxPollMs = 0;
        return isRefused ? null : PAUSE_MS;
      },
    },
    signal,
  );
}
