// One operation of the specification on the reference page.
import type { Content, OpenApiDocument, Operation, Parameter, Response } from "../../contract/openapi.ts";
import { escaped } from "../html.ts";
import { renderSchema } from "./schema.ts";
import { renderText } from "./text.ts";

type Components = OpenApiDocument["components"];

export function renderOperation(method: string, path: string, operation: Operation, components: Components): string {
  const { operationId, summary, description, deprecated, requestBody, responses } = operation;
  const answers = Object.entries(responses).map(([status, answer]) => [status, answerOf(answer, components)] as const);
  const isSuccess = ([status]: readonly [string, Response]) => status.startsWith("2");
  return `<section id="${escaped(operationId)}">
<h3><a href="#${escaped(operationId)}">${escaped(summary)}</a>${deprecated ? ' <span class="quiet">deprecated</span>' : ""}</h3>
<p class="call"><b>${method.toUpperCase()}</b> <code>${escaped(path)}</code></p>
${description === undefined ? "" : renderText(description)}
${renderParameters(operation.parameters.map((parameter) => resolved(parameter, components)))}
${requestBody ? `<h4>Body${requestBody.required ? "" : ' <span class="quiet">optional</span>'}</h4>${renderContent(requestBody.content)}` : ""}
${answers
  .filter(isSuccess)
  .map(([status, { content }]) => `<h4>Answer ${status}</h4>${renderContent(content)}`)
  .join("")}
<h4>Errors</h4>
<ul class="fields">
${answers
  .filter((answer) => !isSuccess(answer))
  .map(([status, answer]) => renderRefusal(status, answer))
  .join("\n")}
</ul>
</section>`;
}

function resolved(parameter: Operation["parameters"][number], { parameters }: Components): Parameter | undefined {
  if ("in" in parameter) return parameter as Parameter;
  return parameters[String(parameter.$ref).split("/").at(-1) ?? ""];
}

function answerOf(answer: Operation["responses"][string], { responses }: Components): Response {
  if (!("$ref" in answer)) return answer;
  const name = answer.$ref.split("/").at(-1) ?? "";
  const response = responses[name];
  if (!response) throw new TypeError(`the specification refers to ${name}, which it does not have`);
  return response;
}

function renderParameters(parameters: readonly (Parameter | undefined)[]): string {
  const items = parameters.flatMap((parameter) => {
    if (!parameter) return [];
    const { name, in: place, required, description = "", schema } = parameter;
    const presence = required ? "" : ' <span class="quiet">optional</span>';
    return `<li><code>${escaped(name)}</code> <span class="quiet">${place}</span>${presence} ${renderSchema(schema, 1)} ${escaped(description)}</li>`;
  });
  return items.length === 0 ? "" : `<h4>Parameters and headers</h4>\n<ul class="fields">\n${items.join("\n")}\n</ul>`;
}

const renderContent = ({ "application/json": { schema, examples } }: Content): string =>
  renderSchema(schema) +
  Object.entries(examples)
    .map(([name, example]) =>
      "value" in example ? `<p class="quiet">${readable(name)}</p><pre>${printed(example.value)}</pre>` : "",
    )
    .join("");

/** "withoutLogo" as "without logo". */
const readable = (name: string): string => escaped(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

const printed = (value: unknown): string => escaped(JSON.stringify(value, null, 2));

const renderRefusal = (status: string, { description, content }: Response): string =>
  `<li><b>${status}</b> ${Object.keys(content["application/json"].examples)
    .map((code) => `<a href="#error-${escaped(code)}"><code>${escaped(code)}</code></a>`)
    .join(", ")} <span class="quiet">${escaped(description)}</span></li>`;
