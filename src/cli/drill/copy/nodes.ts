// The nodes as the copy sees them: a proxy before each RPC URL, which passes on what only reads, and which can be taken
// away. Nothing that the copy does reaches a chain.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Methods that change nothing (Ethereum JSON-RPC, execution-apis). */
const READS = new Set([
  "eth_blobBaseFee",
  "eth_blockNumber",
  "eth_call",
  "eth_chainId",
  "eth_createAccessList",
  "eth_estimateGas",
  "eth_feeHistory",
  "eth_gasPrice",
  "eth_getBalance",
  "eth_getBlockByHash",
  "eth_getBlockByNumber",
  "eth_getBlockReceipts",
  "eth_getCode",
  "eth_getLogs",
  "eth_getProof",
  "eth_getStorageAt",
  "eth_getTransactionByHash",
  "eth_getTransactionCount",
  "eth_getTransactionReceipt",
  "eth_maxPriorityFeePerGas",
  "eth_simulateV1",
  "net_version",
  "web3_clientVersion",
]);
/** JSON-RPC 2.0, section 5.1: the server refuses the method. */
const REFUSED = { code: -32_601, message: "a drill forwards only reads" };
const NODE_TIMEOUT_MS = 30_000;
const BAD_GATEWAY = 502;

export interface ProxiedNode {
  readonly url: string;
  /** Connections end at once while it is away. */
  isAway: boolean;
  close(): void;
}

/** @param refused called for each request that would change something */
export async function proxyNode(nodeUrl: string, refused: (method: string) => void): Promise<ProxiedNode> {
  const server = createServer((request, response) => {
    if (node.isAway) request.socket.destroy();
    else forward(nodeUrl, request, response, refused).catch(() => response.writeHead(BAD_GATEWAY).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const node: ProxiedNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isAway: false,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return node;
}

interface Call {
  readonly id?: unknown;
  readonly method?: unknown;
}

async function forward(
  nodeUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
  refused: (method: string) => void,
): Promise<void> {
  const body = await text(request);
  const calls = [JSON.parse(body) as Call | readonly Call[]].flat();
  const writes = calls.filter(({ method }) => typeof method !== "string" || !READS.has(method));
  response.setHeader("content-type", "application/json");
  if (writes.length > 0) {
    for (const { method } of writes) refused(String(method));
    const answers = calls.map(({ id = null }) => ({ jsonrpc: "2.0", id, error: REFUSED }));
    response.end(JSON.stringify(body.trimStart().startsWith("[") ? answers : answers[0]));
    return;
  }
  const answer = await fetch(nodeUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
    signal: AbortSignal.timeout(NODE_TIMEOUT_MS),
  });
  response.writeHead(answer.status).end(await answer.text());
}
