// A proxy that passes each settle request on, and drops the answer to the first one of each authorisation.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface LossyProxy {
  readonly url: string;
  dropped(): number;
  stop(): Promise<void>;
}

export async function startLossyProxy(target: string): Promise<LossyProxy> {
  const seen = new Set<string>();
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const { host: _, connection: __, ...headers } = request.headers as Record<string, string>;
    const answer = await fetch(target + request.url, {
      method: request.method ?? "GET",
      headers,
      ...(body !== "" && { body }),
    });
    const text = await answer.text();
    const isFirst = request.url?.endsWith("/settle") && !seen.has(body);
    if (isFirst) {
      seen.add(body);
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dropped: () => seen.size,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
