// The list of events: everything that webhooks deliver, in order and without gaps.
import type { CallOptions, Send } from "../client/call.ts";
import { segment } from "../client/call.ts";
import { ApiError } from "../client/errors.ts";
import { everyItem } from "../client/pages.ts";
import type { QueryValue } from "../client/send.ts";
import type { EventType, TurnpikeEvent } from "./event.ts";

export interface EventFilter {
  readonly type?: readonly EventType[];
  readonly paymentId?: string;
  readonly merchantId?: string;
}

export interface EventQuery extends EventFilter {
  /** RFC 3339: from this time on, oldest first. */
  readonly since?: string;
  /** The id of an event: what came after it, oldest first. */
  readonly after?: string;
  readonly cursor?: string;
  readonly limit?: number;
  /** Milliseconds that the server may wait for an event if `after` is given, at most 60 000. */
  readonly maxPollMs?: number;
}

export interface EventPage {
  readonly data: readonly TurnpikeEvent[];
  readonly nextCursor: string | null;
}

export interface FollowOptions extends EventFilter, CallOptions {
  /** The id of the last event that was handled. Without it, the events from now on. */
  readonly after?: string | undefined;
}

/** Below common proxy timeouts of one minute. */
const HELD_MS = 30_000;
/** The pause after an empty response that the server did not hold, and after a first failure. */
const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 30_000;
const LIMIT = 200;
/** The starting point while there is no event at all. */
const BEGINNING = "1970-01-01T00:00:00Z";
const BAD_REQUEST = 400;
const SERVER_ERROR = 500;
const RATE_LIMITED = 429;

/** Other refusals would repeat themselves. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= SERVER_ERROR || error.status === RATE_LIMITED;

/** The server no longer has the event that was to be resumed after. */
const hasLostPlace = (error: unknown): boolean =>
  error instanceof ApiError && error.status === BAD_REQUEST && error.issues.some(({ field }) => field === "after");

/** Transactions overlap for less: events that come later in the order have no earlier time. */
const OVERLAP_MS = 60_000;
const before = (timestamp: string): string => new Date(Date.parse(timestamp) - OVERLAP_MS).toISOString();

export const eventCalls = (send: Send, wait: (ms: number) => Promise<void>) => {
  const listPage = ({ maxPollMs, ...query }: EventQuery = {}, { signal }: CallOptions = {}) =>
    send<EventPage>({
      method: "GET",
      path: "/v1/events",
      query: { ...(query as Readonly<Record<string, QueryValue>>), maxPollMs },
      heldMs: maxPollMs ?? 0,
      signal,
    });

  /** Retries for as long as it takes: a follower outlives any restart of the server. */
  const patiently = async (query: EventQuery, options: CallOptions): Promise<EventPage> => {
    for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)) {
      try {
        return await listPage(query, options);
      } catch (error) {
        options.signal?.throwIfAborted();
        if (!isPassing(error)) throw error;
        await wait(pauseMs);
        options.signal?.throwIfAborted();
      }
    }
  };

  return {
    /** One page. Without `since` and `after`, newest first. */
    listPage,

    /** Every match; pages are fetched on demand. */
    list: ({ cursor: first, ...filter }: Omit<EventQuery, "maxPollMs"> = {}, options: CallOptions = {}) =>
      everyItem(
        (cursor = first) => listPage({ ...filter, ...(cursor !== undefined && { cursor }) }, options),
        ({ data }) => data,
      ),

    get: (eventId: string, { signal }: CallOptions = {}) =>
      send<TurnpikeEvent>({ method: "GET", path: `/v1/events/${segment(eventId)}`, signal }),

    /**
     * Every event, as it happens, until the signal aborts. Store the id of each event once it is handled, and pass it
     * as `after` at the next start: then none of the last 30 days is missed, however long the process was away. If the
     * server no longer has that event, it continues with the oldest that is kept. That repeats events only if the id
     * was never yours or its merchant was erased.
     * @throws ApiError if the server refuses: for example, the key was revoked
     */
    async *follow({ after, signal, ...filter }: FollowOptions = {}): AsyncGenerator<TurnpikeEvent, void, undefined> {
      const options = signal ? { signal } : {};
      // The newest event so far; not a time, because clocks differ.
      let last = after ?? (await patiently({ ...filter, limit: 1 }, options)).data[0]?.id;
      let since = BEGINNING;
      for (;;) {
        const from = last === undefined ? { since } : { after: last, maxPollMs: HELD_MS };
        const askedMs = performance.now();
        const page = await patiently({ ...filter, ...from, limit: LIMIT }, options).catch((error: unknown) => {
          if (last === undefined || !hasLostPlace(error)) throw error;
          last = undefined;
          return null;
        });
        if (!page) continue;
        const { data } = page;
        for (const event of data) {
          yield event;
          last = event.id;
          since = before(event.timestamp);
        }
        const wasHeld = performance.now() - askedMs > PAUSE_MS;
        if (data.length === 0 && !wasHeld) await wait(PAUSE_MS);
        signal?.throwIfAborted();
      }
    },
  };
};
