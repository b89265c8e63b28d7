// One operation of the specification as a section of Markdown.
import { about, fieldsOf, limitsOf, resolved, typeOf } from "./fields.js";
import { samplesOf } from "./samples.js";

/** @param components of the document that the operation refers to */
export function operationSection({ method, path, operation, components }) {
  const parameters = operation.parameters.map((each) => componentOf(components, each));
  const { requestBody } = operation;
  return [
    `## ${operation.summary}`,
    `\`${method.toUpperCase()} ${path}\``,
    ...(operation.deprecated ? ["**Deprecated.**"] : []),
    ...(operation.description ? [operation.description] : []),
    `Send ${callersOf(operation.security, components.securitySchemes)}.`,
    samplesOf({ method, path, parameters, requestBody }),
    ...parametersOf(parameters),
    ...(requestBody ? bodyOf(requestBody, components) : []),
    ...successes(operation.responses, components),
    ...refusals(operation.responses, components),
  ].join("\n\n");
}

const componentOf = (components, each) => (each.$ref ? components.parameters[each.$ref.split("/").at(-1)] : each);

/** The headers that identify a caller: `Api-Key`, or `App-Id` with `Client-Id`. */
const callersOf = (security, schemes) =>
  security
    .map((each) =>
      Object.keys(each)
        .map((name) => headerOf(schemes[name]))
        .join(" with "),
    )
    .join(", or ");

const headerOf = ({ type, name }) => (type === "http" ? "`Authorization: Bearer`" : `\`${name}\``);

function parametersOf(parameters) {
  if (parameters.length === 0) return [];
  const items = parameters.map(({ name, in: place, required, schema, ...own }) => {
    const facts = [place, typeOf({}, schema), ...(required ? ["required"] : []), ...limitsOf({}, schema)];
    return `- \`${name}\` ${facts.join(", ")}${about(own)}`;
  });
  return ["**Parameters**", items.join("\n")];
}

function bodyOf({ required, content }, { schemas }) {
  const { schema } = content["application/json"];
  const fields = fieldsOf(schemas, schema);
  const title = `**Body**${required ? "" : ", optional"}`;
  if (fields.length > 0) return [title, fields.join("\n")];
  return [`${title}: ${typeOf(schemas, schema)}${about(resolved(schemas, schema))}`];
}

const isSuccess = ([status]) => status.startsWith("2");

function successes(responses, { schemas }) {
  return Object.entries(responses)
    .filter(isSuccess)
    .flatMap(([status, { content }]) =>
      Object.entries(content).flatMap(([type, { schema, examples }]) => {
        const isJson = type === "application/json";
        const [{ value }] = Object.values(examples);
        const fields = fieldsOf(schemas, schema);
        return [
          `**Response** ${status}${isJson ? "" : `, \`${type}\``}`,
          isJson
            ? `\`\`\`json answer\n${JSON.stringify(value, null, 2)}\n\`\`\``
            : `\`\`\`text answer\n${value.trim()}\n\`\`\``,
          ...(fields.length > 0 ? [fields.join("\n")] : []),
        ];
      }),
    );
}

function refusals(responses, { responses: shared }) {
  const items = Object.entries(responses)
    .filter((each) => !isSuccess(each))
    .map(([status, { $ref }]) => `- ${status}: ${codesOf(shared[$ref.split("/").at(-1)]).map(linked).join(", ")}`);
  return ["**Errors**", items.join("\n")];
}

export const codesOf = ({ content }) => Object.keys(content["application/json"].examples);

const linked = (code) => `[\`${code}\`](errors.md#${code})`;
