// The requests under way. A stopping server ends their connections, without waiting for clients that never finish, and
// a server with too many of them refuses more.
import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
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
/** Grace for connections without a request: one may be on its way, or a browser opened the connection in advance. */
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
  const { closeIdleConnections } = app.server;
  app.addHook("preClose", async () => {
    if (!app.server.listening) return;
    drain();
    await untilNoneWaits(app.server);
    const startedMs = performance.now();
    // Node's close() calls it, and would end connections that were accepted a moment ago.
    app.server.closeIdleConnections = () => {};
    const sweep = setInterval(() => {
      const elapsedMs = performance.now() - startedMs;
      if (elapsedMs > SILENT_MS) closeIdleConnections.call(app.server);
      if (elapsedMs > SILENT_MS) for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      if (elapsedMs > UNSENT_MS) closeUnsent(sockets, underWay);
      if (elapsedMs > RESPONSE_MS) app.server.closeAllConnections();
    }, SWEEP_MS);
    app.server.once("close", () => clearInterval(sweep));
  });
  return { count: () => underWay.size, isWorkingOnMoreThan: (most) => hasMoreWorkThan(most, underWay), drain };
}

/** A turn of the event loop: in a shorter one, a connection has hardly come since the server last accepted. */
const SHORT_TURN_MS = 1;
const WAIT_FOR_SHORT_TURN_MS = 2_000;

/**
 * Resolves in a moment in which no connection waits to be accepted. The operating system resets those that wait when a
 * server stops listening, with the requests that they carry.
 */
async function untilNoneWaits(server: Server): Promise<void> {
  const untilMs = performance.now() + WAIT_FOR_SHORT_TURN_MS;
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on("connection", count);
  let isQuiet = false;
  await nextTurn(); // ends the turn that has begun
  while (!isQuiet && performance.now() < untilMs) {
    const [startedMs, before] = [performance.now(), accepted];
    await nextTurn();
    isQuiet = accepted === before && performance.now() - startedMs < SHORT_TURN_MS;
  }
  server.off("connection", count);
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
