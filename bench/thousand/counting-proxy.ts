// A JSON-RPC proxy that counts the server's requests by method.
import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface CountingProxy {
  readonly url: string;
  /** Calls by method since the last `reset`; each call of a JSON-RPC batch is one. */
  counts(): ReadonlyMap<string, number>;
  reset(): void;
  /** From now on it takes calls and answers none, or answers again. */
  silence(isSilent: boolean): void;
  stop(): Promise<void>;
}

export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const agent = new Agent({ keepAlive: true });
  const counts = new Map<string, number>();
  let isSilent = false;
  const server = createServer(async (incoming, outgoing) => {
    const body = await readAll(incoming);
    for (const method of methodsOf(body)) counts.set(method, (counts.get(method) ?? 0) + 1);
    if (!isSilent) forward(target, agent, body, outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts: () => new Map(counts),
    reset: () => counts.clear(),
    silence: (wanted) => {
      isSilent = wanted;
    },
    async stop() {
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function methodsOf(body: Buffer): readonly string[] {
  const parsed = JSON.parse(body.toString()) as { method: string } | { method: string }[];
  return [parsed].flat().map(({ method }) => method);
}

function forward(target: string, agent: Agent, body: Buffer, outgoing: ServerResponse): void {
  const headers = { "content-type": "application/json", "content-length": body.length };
  const call = request(target, { method: "POST", agent, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, { "content-type": "application/json" });
    answer.pipe(outgoing);
  });
  call.on("error", () => outgoing.writeHead(502).end());
  call.end(body);
}
