// A proxy before a server that loses responses, or responds with 503, when a test tells it to.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface UnreliableProxy {
  readonly url: string;
  /** The next requests reach the server, and their callers get no response. */
  losesNext(count: number): void;
  /** The next requests do not reach the server. */
  failsNext(count: number): void;
  lost(): number;
  /** Resolves with the first request from now on whose path matches. */
  next(matches: (path: string) => boolean): Promise<void>;
  stop(): Promise<void>;
}

export async function startUnreliableProxy(target: string): Promise<UnreliableProxy> {
  const left = { lost: 0, failed: 0 };
  let lost = 0;
  const waiting = new Set<(path: string) => void>();
  const server = createServer(async (request, response) => {
    for (const hear of waiting) hear(request.url ?? "");
    if (left.failed > 0) {
      left.failed -= 1;
      response.writeHead(503, { "content-type": "application/json" }).end('{"code":"internal_error"}');
      return;
    }
    const answer = await passedOn(target, request);
    const body = await answer.text();
    if (left.lost > 0) {
      left.lost -= 1;
      lost += 1;
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { "content-type": "application/json" }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    losesNext: (count) => {
      left.lost = count;
    },
    failsNext: (count) => {
      left.failed = count;
    },
    lost: () => lost,
    next: (matches) =>
      new Promise((resolve) => {
        const hear = (path: string) => {
          if (!matches(path)) return;
          waiting.delete(hear);
          resolve();
        };
        waiting.add(hear);
      }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function passedOn(target: string, request: IncomingMessage): Promise<Response> {
  const { host: _, connection: __, "content-length": ___, expect: ____, ...headers } = request.headers;
  const body = await text(request);
  return fetch(target + request.url, {
    method: request.method ?? "GET",
    headers: headers as Record<string, string>,
    ...(body !== "" && { body }),
  });
}
