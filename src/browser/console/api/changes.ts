// What changes, as it changes: one request is held open at a time while somebody looks, and what it tells makes the reads on the screen new.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Changed } from "../../../contract/console.ts";
import { longPoll } from "../../long-poll.ts";
import { isSessionEnd, request } from "./connection.ts";

const HELD_MS = 30_000;
/** Between one round of changes and the next: where many are paid each second, what is on the screen is read once a second. */
const BREATH_MS = 1_000;
/** After a failure, so that a server that is down is not flooded. */
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

/** @param onChange is told which payments changed, after what shows payments was told to read again */
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
        // A session that is over is announced by the connection; the page is told again once somebody has signed in.
        return isSessionEnd(error) ? PAUSE_MS * 2 : PAUSE_MS;
      },
    },
    signal,
  );
}
