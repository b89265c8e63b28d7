// Messages of an assistant to /mcp, without the SDK.
import type { ApiAnswer, ApiCall } from "./api.ts";
import type { TestServer } from "./server.ts";

export const ACCEPT = { accept: "application/json, text/event-stream" };

export const sendMessage = (
  server: Pick<TestServer, "call">,
  method: string,
  params: object = {},
  headers: ApiCall["headers"] = {},
): Promise<ApiAnswer<unknown>> =>
  server.call({ path: "/mcp", headers: { ...ACCEPT, ...headers }, body: { jsonrpc: "2.0", id: 1, method, params } });

/** Fields of the tools' results, of which a test reads those of its tool. */
export interface ToolFields {
  readonly paymentId: string;
  readonly gatewayUrl: string;
  readonly id: string;
  readonly url: string;
  readonly refundUrl: string;
  readonly payments: readonly { readonly paymentId: string; readonly untrusted: object }[];
  readonly payment: { readonly paymentId: string; readonly status: string; readonly untrusted: object };
  readonly whyUnpaid: readonly { readonly code: string; readonly text: string }[];
}

export interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent: ToolFields;
}

/** The result in the one event of a response. */
export const resultOf = ({ body }: ApiAnswer<unknown>): unknown => {
  const message = JSON.parse(/^data: (.*)$/m.exec(String(body))?.[1] ?? "null") as {
    readonly result?: unknown;
    readonly error?: { readonly message: string };
  } | null;
  if (!message?.result) throw new Error(message?.error?.message ?? `no result: ${JSON.stringify(body)}`);
  return message.result;
};

export const callTool = async (
  server: Pick<TestServer, "call">,
  name: string,
  input: object,
  headers: ApiCall["headers"] = {},
): Promise<ToolResult> =>
  resultOf(await sendMessage(server, "tools/call", { name, arguments: input }, headers)) as ToolResult;
