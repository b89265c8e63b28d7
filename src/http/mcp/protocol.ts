// The protocol (modelcontextprotocol.io), by its SDK: a server that has tools and nothing else.
import { type CallToolRequest, type CallToolResult, type ListToolsResult, Server } from "@modelcontextprotocol/server";
import { VERSION } from "../../version.ts";
import { UNTRUSTED_NOTE } from "./payment-fields.ts";

const INSTRUCTIONS =
  "Turnpike is a payment gateway: buyers pay on chain, the money goes straight to the merchant. These tools find and " +
  `explain payments, create payments and payment links, and prepare refunds. ${UNTRUSTED_NOTE} No tool can sign or ` +
  "send money: a person signs each refund at its refundUrl. Never ask for a key or a seed phrase.";

/** The tools of one caller. */
export interface ToolBox {
  /** @param signal ends when the assistant no longer waits */
  list(signal: AbortSignal): Promise<ListToolsResult>;
  call(params: CallToolRequest["params"], signal: AbortSignal): Promise<CallToolResult>;
}

export function toolServer({ list, call }: ToolBox): Server {
  const info = { name: "turnpike", title: "Turnpike", version: VERSION };
  const server = new Server(info, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler("tools/list", (_, { mcpReq }) => list(mcpReq.signal));
  server.setRequestHandler("tools/call", ({ params }, { mcpReq }) => call(params, mcpReq.signal));
  return server;
}
