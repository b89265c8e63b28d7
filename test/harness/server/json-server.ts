// A real HTTP server with scripted responses, for JSON sources.
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export interface JsonServer {
  readonly url: string;
  /** Sets the response: a text sent as JSON, or a listener. */
  answer(how: string | RequestListener): void;
  /** The headers of each request so far. */
  requests(): readonly IncomingHttpHeaders[];
  close(): Promise<void>;
}

export async function startJsonServer(): Promise<JsonServer> {
  const seen: IncomingHttpHeaders[] = [];
  let listener: RequestListener = (_, response) => void response.writeHead(500).end();
  const server = createServer((request, response) => {
    seen.push(request.headers);
    listener(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/price?key=hush`,
    answer: (how) => {
      listener =
        typeof how === "string"
          ? (_, response) => void response.writeHead(200, { "content-type": "application/json" }).end(how)
          : how;
    },
    requests: () => seen,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
