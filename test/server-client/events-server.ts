// A stand-in for GET /v1/events: events in memory, held requests, and failures on demand.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface StandIn {
  readonly baseUrl: string;
  /** The queries so far. */
  readonly seen: URLSearchParams[];
  add(type: string): string;
  /** The next requests get these statuses. */
  fail(...statuses: number[]): void;
  /** Deletes all events, as the service does after 30 days. */
  forget(): void;
  stop(): void;
}

interface Stored {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
}

const UNKNOWN_PLACE = {
  code: "params_validation",
  message: "Invalid request",
  issues: [{ field: "after", message: "must be the id of one of your events of the last 30 days" }],
  requestId: "r",
};

export async function startEvents(): Promise<StandIn> {
  const events: Stored[] = [];
  let added = 0;
  const seen: URLSearchParams[] = [];
  const failures: number[] = [];
  const held = new Set<() => void>();
  const answer = (response: ServerResponse, status: number, body: unknown): void =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? "", "http://x").searchParams;
    seen.push(query);
    const failure = failures.shift();
    if (failure) return answer(response, failure, { code: "unauthorized", message: "No", requestId: "r" });
    const after = query.get("after");
    if (after && !events.some(({ id }) => id === after)) return answer(response, 400, UNKNOWN_PLACE);
    const limit = Number(query.get("limit") ?? 50);
    const types = query.getAll("type");
    const isAsked = ({ type }: Stored) => types.length === 0 || types.includes(type);
    const page = () => {
      const since = query.get("since");
      if (since) return events.filter((event) => event.timestamp >= since && isAsked(event));
      if (!after) return events.filter(isAsked).reverse();
      return events.slice(events.findIndex(({ id }) => id === after) + 1).filter(isAsked);
    };
    const send = () => answer(response, 200, { data: page().slice(0, limit), nextCursor: null });
    if (page().length > 0 || !query.has("maxPollMs")) return send();
    held.add(send);
  });
  const endHeld = (): void => {
    for (const send of held) send();
    held.clear();
  };
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    add(type) {
      added += 1;
      const id = `evt_${added}`;
      events.push({ id, type, timestamp: new Date().toISOString() });
      endHeld();
      return id;
    },
    fail: (...statuses) => void failures.push(...statuses),
    forget() {
      events.splice(0);
      endHeld();
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
