// One operation of the OpenAPI document on the reference page: parameters, responses and examples.
import type { Content, JsonObject, OpenApiDocument, Operation, Parameter, Response } from "../../contract/openapi.ts";
import { escaped } from "../html.ts";
import { linkTo, nameOf, renderSchema } from "./schema.ts";
import { renderText } from "./text.ts";

type Components = OpenApiDocument["components"];

export function renderOperation(method: string, path: string, operation: Operation, components: Components): string {
  const { operationId, summary, description, deprecated, requestBody, responses } = operation;
  const answers = Object.entries(responses).map(([status, answer]) => [status, answerOf(answer, components)] as const);
  const isSuccess = ([status]: readonly [string, Response]) => status.startsWith("2");
  const successes = answers.filter(isSuccess);
  const presence = requestBody?.required ? "" : OPTIONAL;
  return `<section id="${escaped(operationId)}"><div class="operation"><div>
<h3><a href="#${escaped(operationId)}">${escaped(summary)}</a>${deprecated ? ' <span class="quiet">deprecated</span>' : ""}</h3>
<p class="call"><span class="method ${method}">${method.toUpperCase()}</span> <code>${escaped(path)}</code></p>
${description === undefined ? "" : renderText(description)}
${renderParameters(operation.parameters.map((parameter) => resolved(parameter, components)))}
${requestBody ? `<h4>Body${presence}</h4>${renderFields(requestBody.content, components)}` : ""}
${successes.map(([status, { content }]) => `<h4>Response ${status}</h4>${renderFields(content, components)}`).join("")}
<h4>Errors</h4>
<ul class="fields">
${answers
  .filter((answer) => !isSuccess(answer))
  .map(([status, answer]) => renderRefusal(status, answer))
  .join("\n")}
</ul>
</div><div class="examples">
${requestBody ? renderExamples("Body", requestBody.content) : ""}
${successes.map(([status, { content }]) => renderExamples(`Response ${status}`, content)).join("\n")}
</div></div></section>`;
}

const OPTIONAL = ' <span class="quiet">optional</span>';

function resolved(parameter: Operation["parameters"][number], { parameters }: Components): Parameter | undefined {
  if ("in" in parameter) return parameter as Parameter;
  return parameters[nameOf(parameter)];
}

function answerOf(answer: Operation["responses"][string], { responses }: Components): Response {
  if (!("$ref" in answer)) return answer;
  const name = nameOf(answer);
  const response = responses[name];
  if (!response) throw new TypeError(`the specification refers to ${name}, which it does not have`);
  return response;
}

function renderParameters(parameters: readonly (Parameter | undefined)[]): string {
  const items = parameters.flatMap((parameter) => {
    if (!parameter) return [];
    const { name, in: place, required, description = "", schema } = parameter;
    return `<li><code>${escaped(name)}</code> <span class="quiet">${place}</span>${required ? "" : OPTIONAL} ${renderSchema(schema, 1)} <span class="what">${escaped(description)}</span></li>`;
  });
  return items.length === 0 ? "" : `<h4>Parameters and headers</h4>\n<ul class="fields">\n${items.join("\n")}\n</ul>`;
}

/** Renders the fields inline, even of schemas that have a section of their own. */
function renderFields({ "application/json": { schema } }: Content, { schemas }: Components): string {
  const named: JsonObject | undefined = "$ref" in schema ? schemas[nameOf(schema)] : undefined;
  return named ? `<p class="quiet">${linkTo(nameOf(schema))}</p>${renderSchema(named)}` : renderSchema(schema);
}

const renderExamples = (title: string, { "application/json": { examples } }: Content): string =>
  Object.entries(examples)
    .map(([name, example]) =>
      "value" in example
        ? `<figure><figcaption>${title}: ${readable(name)}</figcaption><pre tabindex="0">${printed(example.value)}</pre></figure>`
        : "",
    )
    .join("");

/** "withoutLogo" as "without logo". */
const readable = (name: string): string => escaped(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

const printed = (value: unknown): string => escaped(JSON.stringify(value, null, 2));

const renderRefusal = (status: string, { description, content }: Response): string =>
  `<li><b>${status}</b> ${Object.keys(content["application/json"].examples)
    .map((code) => `<a href="#error-${escaped(code)}"><code>${escaped(code)}</code></a>`)
    .join(", ")} <span class="what quiet">${escaped(description)}</span></li>`;
