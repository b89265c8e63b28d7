// A proxy that, for each request, follows the test's script: drops the request, drops the response, or responds itself.
// Without a script it forwards everything.
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Fault =
  | "lose the request"
  | "lose the answer"
  | "cut the answer"
  | "a proxy's 502"
  | { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> };

export interface FlakyProxy {
  readonly baseUrl: string;
  /** The received requests, by method, path and Idempotency-Key. */
  readonly seen: { readonly call: string; readonly key: string | undefined }[];
  /** Faults for the next requests, in order. */
  next(...faults: Fault[]): void;
  stop(): Promise<void>;
}

export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const faults: Fault[] = [];
  const seen: FlakyProxy["seen"] = [];
  const server = createServer((incoming, answer) => {
    const key = incoming.headers["idempotency-key"];
    seen.push({ call: `${incoming.method} ${incoming.url}`, key: typeof key === "string" ? key : undefined });
    handle(target, faults.shift(), incoming, answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    seen,
    next: (...more) => faults.push(...more),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function handle(target: string, fault: Fault | undefined, incoming: IncomingMessage, answer: ServerResponse): void {
  if (fault === "lose the request") {
    incoming.socket.destroy();
    return;
  }
  if (fault === "a proxy's 502") {
    answer.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad Gateway</h1>");
    return;
  }
  if (typeof fault === "object") {
    answer.writeHead(fault.status, fault.headers).end(fault.body ?? "");
    return;
  }
  const { method = "GET", url = "/", headers } = incoming;
  const onward = request(target + url, { method, headers }, (real) => {
    const chunks: Buffer[] = [];
    real.on("data", (chunk: Buffer) => chunks.push(chunk));
    real.on("end", () => {
      const body = Buffer.concat(chunks);
      if (fault !== "lose the answer") answer.writeHead(real.statusCode ?? 0, real.headers);
      if (fault === undefined) answer.end(body);
      else if (fault === "cut the answer")
        answer.write(body.subarray(0, body.length / 2), () => incoming.socket.destroy());
      else incoming.socket.destroy();
    });
  });
  incoming.pipe(onward);
}
