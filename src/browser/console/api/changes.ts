// Live updates: one long-poll request at a time, whose changes invalidate the queries on screen.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Changed } from "../../../contract/console.ts";
import { longPoll } from "../../long-poll.ts";
import { isSessionEnd, request } from "./connection.ts";

const HELD_MS = 30_000;
/** Pause between two rounds of changes, so that a busy shop reloads its lists at most once a second. */
const BREATH_MS = 1_000;
/** Pause after a failure. */
const PAUSE_MS = 5_000;

const readChanges = (after: string | undefined, signal: AbortSignal): Promise<Changed> =>
  request<Changed>({
    method: "GET",
    path: "/changes",
    query: after === undefined ? {} : { after, maxPollMs: HELD_MS },
    heldMs: HELD_MS,
    signal,
  });

export type Liveness = "live" | "connecting" | "paused";

/** @param onChange called with the changed payments, after the affected queries were invalidated */
export function useChanges(onChange: (paymentIds: readonly string[]) => void): Liveness {
  const queries = useQueryClient();
  const [liveness, setLiveness] = useState<Liveness>("connecting");
  const listener = useRef(onChange);
  useEffect(() => {
    listener.current = onChange;
  }, [onChange]);

  useEffect(() => {
    const ended = new AbortController();
    const tell = (paymentIds: readonly string[]) => {
      listener.current(paymentIds);
      void queries.invalidateQueries({ queryKey: ["payments"] });
      void queries.invalidateQueries({ queryKey: ["volume"] });
      for (const id of paymentIds) void queries.invalidateQueries({ queryKey: ["payment", id] });
    };
    void follow(ended.signal, tell, setLiveness);
    return () => ended.abort();
  }, [queries]);
  return liveness;
}

function follow(
  signal: AbortSignal,
  tell: (paymentIds: readonly string[]) => void,
  setLiveness: (liveness: Liveness) => void,
): Promise<void> {
  let after: string | undefined;
  return longPoll(
    {
      request: (ended) => readChanges(after, ended),
      onAnswer({ cursor, paymentIds }) {
        after = cursor;
        setLiveness("live");
        if (paymentIds.length === 0) return 0;
        tell(paymentIds);
        return BREATH_MS;
      },
      onFailure(error) {
        setLiveness("paused");
        // The connection announces an ended session; updates resume after the next sign-in.
        return isSessionEnd(error) ? PAUSE_MS * 2 : PAUSE_MS;
      },
    },
    signal,
  );
}
