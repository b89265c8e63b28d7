// Sends a request unchanged and reports how the response violates the specification.
import { type Agent, type IncomingHttpHeaders, request } from "node:http";
import type { Operation } from "../../src/contract/openapi.ts";
import type { SpecificationValidator } from "../openapi/validator.ts";
import type { FuzzCall } from "./calls.ts";

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** No request here asks the server to wait for longer than a few milliseconds. */
const ANSWER_TIMEOUT_MS = 10_000;

/** Does not use fetch(), which refuses many headers itself. */
export function send(baseUrl: string, agent: Agent, { method, path, headers, body }: FuzzCall): Promise<FuzzAnswer> {
  return new Promise((resolve, reject) => {
    const bytes = body === null ? null : Buffer.from(body);
    const length = bytes && { "content-length": String(bytes.length) };
    const call = request(baseUrl + path, { method, agent, headers: { ...headers, ...length } }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => {
        text += chunk;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      answer.on("error", reject);
    });
    call.on("error", reject);
    call.setTimeout(ANSWER_TIMEOUT_MS, () =>
      call.destroy(new Error(`no response to ${method} ${path} ${JSON.stringify(headers)} ${body?.slice(0, 300)}`)),
    );
    call.end(bytes);
  });
}

export function faultsOf(operation: Operation, specification: SpecificationValidator, answer: FuzzAnswer): string[] {
  const { status, headers, text } = answer;
  const specified = operation.responses[status];
  if (!specified) return [`status ${status} is not specified: ${text}`];
  const response = specification.resolve(specified);
  if (status >= 500) return [`status ${status}: ${text}`];
  const type = headers["content-type"]?.replace("; charset=utf-8", "") ?? "none";
  const content = response.content[type];
  if (!content) return [`content type ${headers["content-type"]}`];
  const body: unknown = type === "application/json" ? JSON.parse(text) : text;
  const { schema, examples } = content;
  const code = (body as { code?: string } | null)?.code ?? "none";
  return [
    // A refusal has an example for each of its codes.
    ...(status >= 400 && !(code in examples) ? [`the code ${code} is not specified: ${text}`] : []),
    ...specification.faults(schema, body).map((fault) => `body${fault}: ${text}`),
    ...Object.entries(response.headers).flatMap(([name, reference]) => {
      const header = specification.resolve(reference as { schema: { type?: string }; required?: boolean });
      const value = headers[name.toLowerCase()];
      if (value === undefined) return header.required ? [`the header ${name} is missing`] : [];
      const read = header.schema.type === "integer" ? Number(value) : value;
      return specification.faults(header.schema, read).map((fault) => `header ${name}${fault}: ${value}`);
    }),
  ];
}
