// turnpike mcp: tools for an assistant on this machine, over standard input and output. It passes each call on to the
// /mcp of a Turnpike, which checks the key and runs the tool.
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { Command } from "commander";
import { type ToolBox, toolServer } from "../../http/mcp/protocol.ts";
import { readConfig } from "../../settings/config.ts";
import { CommandError } from "../output/output.ts";

export const mcpCommand = (): Command =>
  new Command("mcp")
    .description(
      "serve tools for an assistant (MCP) over standard input and output, with the key and merchant in " +
        "TURNPIKE_API_KEY and TURNPIKE_MERCHANT_ID, from the Turnpike at TURNPIKE_URL",
    )
    .action(() => {
      const { turnpikeUrl, turnpikeApiKey, turnpikeMerchantId } = readConfig();
      if (turnpikeUrl === null || turnpikeApiKey === null) {
        throw new CommandError("set TURNPIKE_URL and TURNPIKE_API_KEY to a Turnpike and a key of it");
      }
      const headers = {
        "api-key": turnpikeApiKey,
        ...(turnpikeMerchantId !== null && { "merchant-id": turnpikeMerchantId }),
      };
      serveStdio(() => toolServer(remoteTools(`${turnpikeUrl}/mcp`, headers)));
    });

function remoteTools(url: string, headers: Readonly<Record<string, string>>): ToolBox {
  const ask = <Result>(method: string, params: object, signal: AbortSignal) =>
    request(url, headers, { method, params }, signal) as Promise<Result>;
  return {
    list: (signal) => ask("tools/list", {}, signal),
    call: ({ name, arguments: input }, signal) => ask("tools/call", { name, arguments: input }, signal),
  };
}

/** Longer than any tool waits. */
const RESPONSE_MS_MAX = 60_000;

async function request(
  url: string,
  headers: Readonly<Record<string, string>>,
  message: { readonly method: string; readonly params: object },
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_MS_MAX)]),
  }).catch(() => {
    throw failure(`${url} does not respond; the call may have been processed`);
  });
  const text = await response.text().catch(() => {
    throw failure(`The response of ${url} was lost; the call may have been processed`);
  });
  return resultOf(url, response, text);
}

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
  /** Present in errors of the API. */
  readonly message?: string;
}

function resultOf(url: string, { ok, status }: Response, text: string): unknown {
  const answer = parsed(text);
  if (answer?.error && "code" in answer.error && ok) throw new ProtocolError(answer.error.code, answer.error.message);
  if (!ok || answer?.result === undefined)
    throw failure(`${url} responded ${status}: ${answer?.message ?? "no result"}`);
  return answer.result;
}

/** The one message of the response: JSON, or an event stream (its `data` is one line). */
function parsed(text: string): Answer | null {
  const data = /^data: ?(.+)$/m.exec(text)?.[1] ?? text;
  try {
    return JSON.parse(data) as Answer;
  } catch {
    return null;
  }
}

const failure = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InternalError, message);
