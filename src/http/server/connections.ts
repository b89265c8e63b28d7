// Limits the connections of this process, so that the operating system never runs out of files for it in silence.
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { createLogThrottle } from "../../operations/timing/log-throttle.ts";

/** About 1 GB of memory when all of them are open. */
const CONNECTIONS_MAX = 20_000;
/** The other files of the process are its database connections, its RPC connections and its program. */
const SHARE_OF_FILES = 0.75;

/** Connections that this process may have open: three quarters of its limit of open files (`ulimit -n`). */
export function connectionsMax(limits: string | null = readLimits()): number {
  const [, files] = /^Max open files\s+(\d+)/m.exec(limits ?? "") ?? [];
  return files === undefined ? CONNECTIONS_MAX : Math.min(CONNECTIONS_MAX, Math.floor(Number(files) * SHARE_OF_FILES));
}

/** Only Linux has this file. */
function readLimits(): string | null {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return null;
  }
}

/** Connections beyond `most` are closed at once, and the log says so. */
export function limitConnections(app: FastifyInstance, most: number): void {
  const throttle = createLogThrottle();
  app.server.maxConnections = most;
  app.server.on("drop", () =>
    throttle.warn("full", (times) =>
      app.log.error(
        { connections: app.server.maxConnections, dropped: times },
        "too many connections: new ones are closed. Raise the limit of open files, or add processes",
      ),
    ),
  );
}
