// The requests under way. A stopping server ends their connections, without waiting for clients that never finish, and
// a server with too many of them refuses more.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

export interface RequestsUnderWay {
  /** Requests without a response. */
  count(): number;
  /** Whether more than `most` of them wait for this process: their bodies have arrived, their responses not begun. */
  isWorkingOnMoreThan(most: number): boolean;
  /** From now on each response ends its connection, so that clients and proxies connect elsewhere. */
  drain(): void;
}

/** How often a stopping server closes connections that have become idle. */
const SWEEP_MS = 50;
/** For connections on which nothing was sent, such as those that browsers open in advance. */
const SILENT_MS = 100;
/** For clients that have not sent the whole request when the server stops. */
const UNSENT_MS = 2_000;
/** For responses. The statements of a request take less; a client that reads nothing must not delay the stop. */
const RESPONSE_MS = 10_000;

export function trackRequests(app: FastifyInstance): RequestsUnderWay {
  /** The open connections, with their responses under way: several if the client pipelines. */
  const sockets = new Map<Socket, Set<ServerResponse>>();
  const underWay = new Map<ServerResponse, IncomingMessage>();
  let isDraining = false;
  app.server.on("connection", (socket) => {
    const responses = new Set<ServerResponse>();
    sockets.set(socket, responses);
    socket.once("close", () => {
      sockets.delete(socket);
      for (const response of responses) if (response.socket === null) closeQueued(response);
    });
  });
  app.server.on("request", (request, response) => {
    const responses = sockets.get(request.socket);
    underWay.set(response, request);
    responses?.add(response);
    if (isDraining) endConnection(response);
    response.once("close", () => {
      underWay.delete(response);
      responses?.delete(response);
    });
  });
  function drain(): void {
    isDraining = true;
    for (const response of underWay.keys()) endConnection(response);
  }
  app.addHook("preClose", async () => {
    if (!app.server.listening) return;
    drain();
    const startedMs = performance.now();
    const sweep = setInterval(() => {
      const elapsedMs = performance.now() - startedMs;
      app.server.closeIdleConnections();
      if (elapsedMs > SILENT_MS) for (const socket of sockets.keys()) if (socket.bytesRead === 0) socket.destroy();
      if (elapsedMs > UNSENT_MS) closeUnsent(sockets.keys(), underWay);
      if (elapsedMs > RESPONSE_MS) app.server.closeAllConnections();
    }, SWEEP_MS);
    app.server.once("close", () => clearInterval(sweep));
  });
  return { count: () => underWay.size, isWorkingOnMoreThan: (most) => hasMoreWorkThan(most, underWay), drain };
}

function hasMoreWorkThan(most: number, underWay: ReadonlyMap<ServerResponse, IncomingMessage>): boolean {
  if (underWay.size <= most) return false;
  let working = 0;
  for (const [response, request] of underWay) if (request.complete && !response.headersSent) working += 1;
  return working > most;
}

function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("connection", "close");
}

/** When a connection ends, Node closes only the response whose turn it is, not those that are queued behind it. */
function closeQueued(response: ServerResponse): void {
  response.destroy();
  Object.defineProperty(response, "closed", { value: true }); // for streams that are sent from now on
  response.emit("close");
}

/** Closes the connections that wait for their client: without a request, or with a part of one. */
function closeUnsent(sockets: Iterable<Socket>, underWay: ReadonlyMap<ServerResponse, IncomingMessage>): void {
  const sent = new Set([...underWay.values()].filter(({ complete }) => complete).map(({ socket }) => socket));
  for (const socket of sockets) if (!sent.has(socket)) socket.destroy();
}
