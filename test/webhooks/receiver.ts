// A shop's web server that receives webhooks, with scripted responses.
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SWITCHING } from "../harness/server/https-server.ts";

export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly apiVersion: string;
  readonly merchantId?: string;
  readonly paymentId?: string;
  readonly sequence?: number;
  readonly data: Readonly<Record<string, Record<string, unknown>>>;
}

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: ReceivedEvent;
  readonly atMs: number;
}

type Answer = (response: ServerResponse, received: Received, request: IncomingMessage) => void;

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** The newest request: a delivery may arrive more than once. */
  newest(): Received;
  /** Most requests at a time so far. */
  readonly mostAtOnce: number;
  /** Sets the response; at first 204. */
  answer(how: Answer): void;
  /** Resolves with the first request, past or future, that matches. */
  next(matches: (received: Received) => boolean): Promise<Received>;
  stop(): Promise<void>;
}

export const NO_CONTENT: Answer = (response) => void response.writeHead(204).end();
export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end("the response");
export const switchProtocols: Answer = (_, __, request) => void request.socket.write(SWITCHING);

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  let how = NO_CONTENT;
  let open = 0;
  let mostAtOnce = 0;
  const server = createServer((request, response) => {
    open += 1;
    mostAtOnce = Math.max(mostAtOnce, open);
    response.once("close", () => {
      open -= 1;
    });
    void text(request).then((body) => {
      const one = { headers: request.headers, body, event: JSON.parse(body) as ReceivedEvent, atMs: Date.now() };
      received.push(one);
      how(response, one, request);
      for (const look of waiting) look();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received,
    newest() {
      const newest = received.at(-1);
      if (!newest) throw new Error("the receiver got nothing");
      return newest;
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
    answer: (next) => {
      how = next;
    },
    next: (matches) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = received.find(matches);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
