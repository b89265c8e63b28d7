// A third party's web server on this machine: https for logo.example and other.example.

import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Gate } from "../../../src/outbound/fetch-public.ts";
import { CERTIFICATE, CERTIFICATE_KEY } from "./certificate.ts";

export interface HttpsServer {
  readonly port: number;
  /** https://logo.example:<port> */
  readonly origin: string;
  /** Requested paths, in order. */
  readonly requests: readonly string[];
  /** Resolves every name to this server, trusts its certificate, and allows only its address. */
  readonly gate: Gate;
  stop(): Promise<void>;
}

/** A response that makes Node hand its socket to a protocol that the client did not request. */
export const SWITCHING = "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n";

const ADDRESS = "127.0.0.1";

export async function startHttpsServer(answer: RequestListener): Promise<HttpsServer> {
  const requests: string[] = [];
  // Only clients close connections that are idle.
  const options = { cert: CERTIFICATE, key: CERTIFICATE_KEY, keepAliveTimeout: 0 };
  const server = createServer(options, (request, response) => {
    requests.push(request.url ?? "");
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, ADDRESS, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `https://logo.example:${port}`,
    requests,
    gate: { resolve: async () => [ADDRESS], isAllowed: (address) => address === ADDRESS, ca: CERTIFICATE },
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
