// The catalogues of errors and events, from the specification.
import { codesOf } from "./operation.js";

const json = (value) => `\`\`\`json answer\n${JSON.stringify(value, null, 2)}\n\`\`\``;

export function errorsPage({ components, paths }) {
  const statuses = statusesByCode(components, paths);
  const sections = Object.entries(components.examples).map(([code, { summary, description, value }]) => {
    const found = [...(statuses.get(code) ?? [])].sort();
    const where = found.length > 0 ? `Status ${found.join(", ")}.` : "No operation of the API responds with it.";
    return [`## \`${code}\``, `${summary}. ${where}`, `**What to do.** ${description}`, json(value)].join("\n\n");
  });
  return ["# Errors", ABOUT_ERRORS, ...sections].join("\n\n");
}

const ABOUT_ERRORS = `Every error has the same form. Branch on \`code\`, which never changes its meaning; \`message\` is for people. \`error\`
repeats both for other clients, and \`issues\` names each invalid field by its dotted path. With \`requestId\` the operator
finds the request in the log.

Repeat a request only after a 429, a 5xx or a lost connection. All other errors come again.`;

/** The statuses that an operation responds with, by code. */
function statusesByCode({ responses }, paths) {
  const found = new Map();
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  for (const operation of operations)
    for (const [status, { $ref }] of Object.entries(operation.responses))
      for (const code of $ref ? codesOf(responses[$ref.split("/").at(-1)]) : [])
        found.set(code, (found.get(code) ?? new Set()).add(status));
  return found;
}

export function eventsPage({ webhooks }) {
  const sections = Object.entries(webhooks).map(([type, { post }]) => {
    const [sample] = Object.values(post.requestBody.content["application/json"].examples);
    return [`## \`${type}\``, post.description, json(sample.value)].join("\n\n");
  });
  return ["# Event types", ABOUT_EVENTS, ...sections].join("\n\n");
}

const ABOUT_EVENTS = `The body of a webhook for each type of event, as [the list of events](../operations/events.md) has it too.
[Webhooks](../webhooks.md) tells how to verify and handle them. Ignore types and fields that you do not know: more may
be added.`;
