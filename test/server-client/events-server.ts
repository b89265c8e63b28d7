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
  stop(): void;
}

interface Stored {
  readonly id: string;
  readonly type: string;
}

export async function startEvents(): Promise<StandIn> {
  const events: Stored[] = [];
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
    const limit = Number(query.get("limit") ?? 50);
    const types = query.getAll("type");
    const isAsked = ({ type }: Stored) => types.length === 0 || types.includes(type);
    const page = () => {
      const after = query.get("after");
      if (!after && !query.has("since")) return events.filter(isAsked).reverse();
      return events.slice(events.findIndex(({ id }) => id === after) + 1).filter(isAsked);
    };
    const send = () => answer(response, 200, { data: page().slice(0, limit), nextCursor: null });
    if (page().length > 0 || !query.has("maxPollMs")) return send();
    held.add(send);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    add(type) {
      const id = `evt_${events.length + 1}`;
      events.push({ id, type });
      for (const send of held) send();
      held.clear();
      return id;
    },
    fail: (...statuses) => void failures.push(...statuses),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
