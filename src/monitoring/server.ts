// The separate port for monitoring: /metrics, /livez and /readyz. It asks for no key, so it belongs on loopback or on a
// private network.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ReadReadiness } from "../operations/ports/monitoring/readiness.ts";
import type { Metrics } from "./metrics.ts";

export interface MonitoringServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Prometheus needs one connection. */
const CONNECTIONS_MAX = 50;
const REQUEST_TIMEOUT_MS = 10_000;
const [OK, NOT_FOUND, INTERNAL_ERROR, UNAVAILABLE] = [200, 404, 500, 503];

/** @throws listen errors */
export async function startMonitoringServer(
  place: { readonly host: string; readonly port: number },
  { metrics, readiness }: { readonly metrics: Metrics; readonly readiness: ReadReadiness },
): Promise<MonitoringServer> {
  const respond = async (path: string | undefined, response: ServerResponse): Promise<void> => {
    switch (path) {
      case "/metrics": {
        const { text, contentType } = await metrics.read();
        return send(response, OK, text, contentType);
      }
      case "/livez":
        return send(response, OK, JSON.stringify({ status: "ok" }));
      case "/readyz": {
        const { isReady, checks } = await readiness();
        const status = isReady ? "ready" : "not ready";
        return send(response, isReady ? OK : UNAVAILABLE, JSON.stringify({ status, checks }));
      }
      default:
        return send(response, NOT_FOUND, JSON.stringify({ message: "see /metrics, /livez and /readyz" }));
    }
  };
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    request.resume();
    respond(request.url, response).catch(() => send(response, INTERNAL_ERROR, "{}"));
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.listen(place);
  await once(server, "listening").catch((error: unknown) => {
    throw Object.assign(error as Error, { settings: "METRICS_" });
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function send(response: ServerResponse, status: number, text: string, type = "application/json; charset=utf-8"): void {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(text);
}
