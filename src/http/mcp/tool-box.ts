// Lists and runs the tools of one caller.
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Tool as ShownTool,
} from "@modelcontextprotocol/server";
import type { FastifyBaseLogger } from "fastify";
import { Compile } from "typebox/compile";
import { atFirstUse } from "../../concurrency/at-first-use.ts";
import { firstOfEachField, issuesOf } from "../../validation/schema-issues.ts";
import { UNTRUSTED_NOTE } from "./payment-fields.ts";
import type { ToolBox } from "./protocol.ts";
import { type Api, type Tool, ToolError } from "./tool.ts";
import { TOOLS } from "./tools.ts";

const CHECKS = new Map(TOOLS.map(({ name, input }) => [name, atFirstUse(() => Compile(input))]));

/** As JSON: the schemas of the API are JSON Schemas, with the types that TypeScript reads. */
const SHOWN = new Map(TOOLS.map((tool) => [tool.name, shown(tool)]));

function shown({ name, title, description, annotations, input, output }: Tool): ShownTool {
  const schemas = { inputSchema: input, outputSchema: output };
  const { inputSchema, outputSchema } = JSON.parse(JSON.stringify(schemas)) as Pick<ShownTool, keyof typeof schemas>;
  return { name, title, description, annotations: { title, ...annotations }, inputSchema, outputSchema };
}

export const toolBox = (tools: readonly Tool[], api: Api, log: FastifyBaseLogger): ToolBox => ({
  list: async () => ({ tools: tools.flatMap(({ name }) => SHOWN.get(name) ?? []) }),
  async call({ name, arguments: input = {} }) {
    const tool = tools.find((each) => each.name === name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name}`);
    try {
      checkInput(tool, input);
      return resultOf(await tool.call(api, input));
    } catch (error) {
      if (error instanceof ToolError) return { isError: true, content: [{ type: "text", text: error.message }] };
      log.error({ err: error, tool: name }, "the tool failed");
      throw new ProtocolError(ProtocolErrorCode.InternalError, "The tool failed; the server's log has the cause");
    }
  },
});

/** @throws ToolError that names each wrong field */
function checkInput({ name, input: schema }: Tool, input: unknown): void {
  const check = CHECKS.get(name)?.();
  if (!check || check.Check(input)) return;
  const texts = { missing: () => "is required", unknown: "is not a known field" };
  const issues = firstOfEachField(check.Errors(input).flatMap((error) => issuesOf(schema, error, texts)));
  throw new ToolError(issues.map(({ field, message }) => `${field} ${message}`).join("\n"));
}

/** Clients that know no structured content get the same as text. */
function resultOf(result: object): CallToolResult {
  const text = JSON.stringify(result);
  const note = text.includes('"untrusted":') ? `${UNTRUSTED_NOTE}\n` : "";
  return { content: [{ type: "text", text: note + text }], structuredContent: { ...result } };
}
