// A payment's status as it changes: each read is held by the server until there is something new.
import { useEffect, useState } from "react";
import { ApiError } from "../../../../client/errors.ts";
import type { PaymentStatus } from "../../../../payment/payment.ts";
import { pause } from "../../../pause.ts";
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

async function follow(paymentId: string, signal: AbortSignal, tell: Tell): Promise<void> {
  let maxPollMs = 0; // the first answer at once
  while (!signal.aborted) {
    try {
      const { status, isFinal, pollInMs = PAUSE_MS } = await payments.status(paymentId, { maxPollMs, signal });
      tell(() => ({ status, isStale: false, error: null }));
      if (isFinal) return;
      await pause(maxPollMs === 0 ? 0 : pollInMs, signal);
      maxPollMs = HELD_MS;
    } catch (error) {
      if (signal.aborted) return;
      const isRefused = error instanceof ApiError && error.status < SERVER_ERROR && error.status !== 429;
      tell((before) => ({ ...before, isStale: true, error: isRefused ? error : null }));
      if (isRefused) return;
      maxPollMs = 0;
      await pause(PAUSE_MS, signal);
    }
  }
}
