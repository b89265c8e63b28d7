// The response of the protocol's SDK to one message.
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import { MCP_PATH } from "./mounted.ts";
import { toolServer } from "./protocol.ts";
import type { Api, Tool } from "./tool.ts";
import { toolBox } from "./tool-box.ts";

interface Caller {
  readonly tools: readonly Tool[];
  readonly api: Api;
  readonly log: FastifyBaseLogger;
}

const READ_HEADERS = /^(?:mcp-.*|accept|content-type)$/;

/** @param signal ends when the client has gone */
export function respond(
  { tools, api, log }: Caller,
  { method, headers: sent, body }: FastifyRequest,
  publicUrl: string,
  signal: AbortSignal,
): Promise<Response> {
  const server = () => toolServer(toolBox(tools, api, log));
  // A subscription would never end.
  const { fetch } = createMcpHandler(server, { maxSubscriptions: 0, keepAliveMs: 0 });
  const headers = Object.entries(sent).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && READ_HEADERS.test(entry[0]),
  );
  const init = { method, headers, body: JSON.stringify(body), signal };
  return fetch(new Request(new URL(MCP_PATH, publicUrl), init), { parsedBody: body });
}
