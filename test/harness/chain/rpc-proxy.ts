// A JSON-RPC proxy in front of a node that counts requests and misbehaves on demand like real providers.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface RpcRequest {
  readonly method: string;
  readonly params: readonly unknown[];
}

export type Fault =
  /** Closes the connection without a response. */
  | { readonly type: "hang_up" }
  /** Closes the connection in the middle of the response. */
  | { readonly type: "cut" }
  /** Accepts the request and never responds. */
  | { readonly type: "silence" }
  | { readonly type: "http"; readonly status: number; readonly body: string }
  /** A JSON-RPC error instead of the node's response. */
  | { readonly type: "error"; readonly code: number; readonly message: string }
  /** A result instead of the node's own. */
  | { readonly type: "result"; readonly result: unknown }
  /** The node gets the request, and its response is lost. */
  | { readonly type: "lost_reply" }
  /** Delays the node's own response. */
  | { readonly type: "delay"; readonly delayMs: number };

export interface RpcProxy {
  readonly url: string;
  /** All requests since the start or the last `forget`, in order. */
  requests(): readonly RpcRequest[];
  /** Their methods only. */
  methods(): readonly string[];
  forget(): void;
  /** The number of pending requests. */
  open(): number;
  /** Decides on each later request; null passes it through. */
  misbehave(faultOf: (request: RpcRequest) => Fault | null | Promise<Fault | null>): void;
  /** Forwards to another node from now on. */
  forwardTo(nodeUrl: string): void;
  close(): Promise<void>;
}

export async function startRpcProxy(firstNodeUrl: string): Promise<RpcProxy> {
  let nodeUrl = firstNodeUrl;
  let seen: RpcRequest[] = [];
  let faultOf: Parameters<RpcProxy["misbehave"]>[0] = () => null;

  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    response.once("close", () => {
      open -= 1;
    });
    void answer(request, response).catch((error) => response.destroy(error));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readAll(request);
    const call: RpcRequest & { id: number } = JSON.parse(body);
    seen.push({ method: call.method, params: call.params });
    const fault = await faultOf(call);
    if (fault && fault.type !== "lost_reply" && fault.type !== "delay") return misbehave(response, call.id, fault);
    const answered = await fetch(nodeUrl, { method: "POST", body, headers: { "content-type": "application/json" } });
    const text = await answered.text();
    if (fault?.type === "lost_reply") return void response.destroy();
    if (fault) await sleep(fault.delayMs);
    sendJson(response, text);
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => seen,
    methods: () => seen.map(({ method }) => method),
    forget: () => {
      seen = [];
    },
    open: () => open,
    misbehave: (decide) => {
      faultOf = decide;
    },
    forwardTo: (url) => {
      nodeUrl = url;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function misbehave(
  response: ServerResponse,
  id: number,
  fault: Exclude<Fault, { type: "lost_reply" | "delay" }>,
): void {
  switch (fault.type) {
    case "hang_up":
      response.destroy();
      return;
    case "cut":
      response.writeHead(200, { "content-length": "1000" }).write('{"jsonrpc":"2.0",', () => response.destroy());
      return;
    case "silence":
      return;
    case "http":
      response.writeHead(fault.status, { "content-type": "text/html" }).end(fault.body);
      return;
    case "error":
      sendJson(response, JSON.stringify({ jsonrpc: "2.0", id, error: { code: fault.code, message: fault.message } }));
      return;
    case "result":
      sendJson(response, JSON.stringify({ jsonrpc: "2.0", id, result: fault.result }));
  }
}

const sendJson = (response: ServerResponse, body: string): void => {
  response.writeHead(200, { "content-type": "application/json" }).end(body);
};

async function readAll(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}
