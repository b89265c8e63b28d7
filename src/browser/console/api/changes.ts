// Live updates: one long-poll request at a time, whose changes invalidate the queries on screen.
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Changed } from "../../../contract/console/records.ts";
import { longPoll, pauseUnlessHeld } from "../../long-poll.ts";
import { isInvalid, isSessionEnd, request } from "./connection.ts";
import { useOnline } from "./online.ts";

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

export type Liveness = "live" | "connecting" | "paused" | "offline";

/** @param onChange called with the changed payments, after the affected queries were invalidated */
export function useChanges(onChange: (paymentIds: readonly string[]) => void): Liveness {
  const queries = useQueryClient();
  const [liveness, setLiveness] = useState<Liveness>("connecting");
  const isOnline = useOnline();
  const cursor = useRef<string | undefined>(undefined);
  const listener = useRef(onChange);
  useEffect(() => {
    listener.current = onChange;
  }, [onChange]);

  useEffect(() => {
    if (!isOnline) return;
    const ended = new AbortController();
    const tell = (paymentIds: readonly string[]) => {
      listener.current(paymentIds);
      void queries.invalidateQueries({ queryKey: ["payments"] });
      void queries.invalidateQueries({ queryKey: ["volume"] });
      void queries.invalidateQueries({ queryKey: ["refunds"] });
      for (const id of paymentIds) void queries.invalidateQueries({ queryKey: ["payment", id] });
    };
    setLiveness("connecting");
    void follow(ended.signal, cursor, tell, setLiveness);
    return () => ended.abort();
  }, [queries, isOnline]);
  return isOnline ? liveness : "offline";
}

function follow(
  signal: AbortSignal,
  /** The last change that was heard of, kept while the connection is away. */
  heard: RefObject<string | undefined>,
  tell: (paymentIds: readonly string[]) => void,
  setLiveness: (liveness: Liveness) => void,
): Promise<void> {
  let isBehind = false;
  return longPoll(
    {
      request: (ended) => readChanges(heard.current, ended),
      onAnswer({ cursor, paymentIds }, tookMs) {
        heard.current = cursor;
        setLiveness("live");
        if (paymentIds.length === 0 && !isBehind) return pauseUnlessHeld(tookMs, 0);
        isBehind = false;
        tell(paymentIds);
        return BREATH_MS;
      },
      onFailure(error) {
        setLiveness("paused");
        // The server can't read the cursor any more, for example after its keys were rotated.
        if (isInvalid(error)) {
          heard.current = undefined;
          isBehind = true;
        }
        // The connection announces an ended session; updates resume after the next sign-in.
        return isSessionEnd(error) ? PAUSE_MS * 2 : PAUSE_MS;
      },
    },
    signal,
  );
}
