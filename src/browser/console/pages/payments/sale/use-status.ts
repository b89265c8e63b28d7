// Follows a payment's status by long polling.
import { useEffect, useState } from "react";
import { ApiError } from "../../../../../client/errors.ts";
import type { PaymentStatus } from "../../../../../payment/payment.ts";
import { longPoll } from "../../../../long-poll.ts";
import { useOnline } from "../../../api/online.ts";
import { payments } from "../../../api/payments.ts";
import { useSession } from "../../../app/session/session.tsx";

/** Short, so that a till soon notices a connection that was lost without a sign. */
const HELD_MS = 15_000;
/** Time for a response, after which this attempt counts as lost. */
const PATIENCE_MS = 8_000;
/** Pause between two reads if the server suggests none, and after a failure. */
const PAUSE_MS = 1_000;
/** The pause after a failure while the device says that it is offline, which some say wrongly. */
const OFFLINE_PAUSE_MS = 5_000;
const SERVER_ERROR = 500;

export interface LiveStatus {
  readonly status: PaymentStatus;
  /** Whether the last read failed; `status` is then the last known one. */
  readonly isStale: boolean;
  /** Set once the server has refused to answer; following has stopped. */
  readonly error: unknown;
}

/** @param lastSeen before a reload */
export function useStatus(paymentId: string, lastSeen: PaymentStatus = "requires_action"): LiveStatus {
  const [live, setLive] = useState<LiveStatus>({ status: lastSeen, isStale: false, error: null });
  const session = useSession(); // a new session resumes the polling
  const isOnline = useOnline();
  useEffect(() => {
    const leaving = new AbortController();
    if (!isOnline) setLive((before) => ({ ...before, isStale: true }));
    const pauseMs = isOnline ? PAUSE_MS : OFFLINE_PAUSE_MS;
    if (session) void follow(paymentId, { pauseMs, signal: leaving.signal }, setLive);
    return () => leaving.abort();
  }, [paymentId, session, isOnline]);
  return live;
}

type Tell = (change: (before: LiveStatus) => LiveStatus) => void;

interface Pace {
  /** The pause after a failure. */
  readonly pauseMs: number;
  readonly signal: AbortSignal;
}

function follow(paymentId: string, { pauseMs, signal }: Pace, tell: Tell): Promise<void> {
  let maxPollMs = 0; // first response immediately
  return longPoll(
    {
      request: (ended) => {
        const signal = AbortSignal.any([ended, AbortSignal.timeout(maxPollMs + PATIENCE_MS)]);
        return payments.status(paymentId, { maxPollMs, signal });
      },
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
        return isRefused ? null : pauseMs;
      },
    },
    signal,
  );
}
