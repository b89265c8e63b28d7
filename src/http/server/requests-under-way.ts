// The requests under way. A stopping server ends their connections, without waiting for clients that never finish, and
// a server with too many of them refuses more.
import type { ServerResponse } from "node:http";
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
/** Grace for connections on which nothing was sent; browsers open such connections in advance. */
const SILENT_MS = 100;
/** Grace for clients that have not sent the whole request when the server stops. */
const UNSENT_MS = 2_000;
/** Grace for responses. The statements of a request take less; a client that reads nothing must not delay the stop. */
const RESPONSE_MS = 10_000;

export function trackRequests(app: FastifyInstance): RequestsUnderWay {
  const sockets = new Set<Socket>();
  const underWay = new Set<ServerResponse>();
  /** Responses that wait for earlier ones of their connection, because its client pipelines. */
  const queued = new WeakMap<Socket, Set<ServerResponse>>();
  let isDraining = false;
  // These two are shared by all connections and all responses: thousands are open, and a closure for each takes memory.
  function forgetSocket(this: Socket): void {
    sockets.delete(this);
    for (const response of queued.get(this) ?? []) if (response.socket === null) closeQueued(response);
  }
  function forgetResponse(this: ServerResponse): void {
    underWay.delete(this);
    queued.get(this.req.socket)?.delete(this);
  }
  app.server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", forgetSocket);
  });
  app.server.on("request", ({ socket }, response) => {
    underWay.add(response);
    if (response.socket === null) queued.set(socket, (queued.get(socket) ?? new Set()).add(response));
    if (isDraining) endConnection(response);
    response.on("close", forgetResponse);
  });
  function drain(): void {
    isDraining = true;
    for (const response of underWay) endConnection(response);
  }
  app.addHook("preClose", async () => {
    if (!app.server.listening) return;
    drain();
    const startedMs = performance.now();
    const sweep = setInterval(() => {
      const elapsedMs = performance.now() - startedMs;
      app.server.closeIdleConnections();
      if (elapsedMs > SILENT_MS) for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      if (elapsedMs > UNSENT_MS) closeUnsent(sockets, underWay);
      if (elapsedMs > RESPONSE_MS) app.server.closeAllConnections();
    }, SWEEP_MS);
    app.server.once("close", () => clearInterval(sweep));
  });
  return { count: () => underWay.size, isWorkingOnMoreThan: (most) => hasMoreWorkThan(most, underWay), drain };
}

function hasMoreWorkThan(most: number, underWay: ReadonlySet<ServerResponse>): boolean {
  if (underWay.size <= most) return false;
  let working = 0;
  for (const { req, headersSent } of underWay) if (req.complete && !headersSent) working += 1;
  return working > most;
}

function endConnection(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("connection", "close");
}

/** When a connection ends, Node closes only the current response, not the responses queued behind it. */
function closeQueued(response: ServerResponse): void {
  response.destroy();
  Object.defineProperty(response, "closed", { value: true }); // for streams that are sent from now on
  response.emit("close");
}

/** Closes the connections that wait for their client: without a request, or with a part of one. */
function closeUnsent(sockets: Iterable<Socket>, underWay: ReadonlySet<ServerResponse>): void {
  const sent = new Set([...underWay].filter(({ req }) => req.complete).map(({ req }) => req.socket));
  for (const socket of sockets) if (!sent.has(socket)) socket.destroy();
}
