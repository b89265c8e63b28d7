// The API reference as pages of Markdown, made of openapi.json: an index, a page for each group, and the catalogues.
import { anchorOf } from "../anchors.js";
import { errorsPage, eventsPage } from "./catalogues.js";
import { operationSection } from "./operation.js";

const FOLDER = "docs/reference";

/** @returns pages as `buildGuides` takes them, the index first */
export function referencePages(document) {
  const groups = document.tags.map((tag) => ({
    ...tag,
    file: `${slugOf(tag.name)}.md`,
    operations: operationsOf(document, tag.name),
  }));
  return [
    { file: `${FOLDER}/README.md`, text: indexPage(document, groups) },
    ...groups.map((group) => ({ file: `${FOLDER}/${group.file}`, text: groupPage(document, group) })),
    { file: `${FOLDER}/errors.md`, text: errorsPage(document) },
    { file: `${FOLDER}/events.md`, text: eventsPage(document) },
  ];
}

const slugOf = (name) => name.toLowerCase().replaceAll(" ", "-");

const operationsOf = ({ paths }, tag) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => ({ method, path, operation })),
  );

const groupPage = ({ components }, { name, description, operations }) =>
  [`# ${name} API`, description, ...operations.map((each) => operationSection({ ...each, components }))].join("\n\n");

function indexPage({ info, components }, groups) {
  const sections = groups.map(({ name, description, file, operations }) => {
    const items = operations.map(
      ({ method, path, operation: { summary } }) =>
        `- [${summary}](${file}#${anchorOf(summary)}) \`${method.toUpperCase()} ${path}\``,
    );
    return [`## ${name}`, description, items.join("\n")].join("\n\n");
  });
  const ways = Object.values(components.securitySchemes).map(
    ({ type, name, description }) => `- \`${type === "http" ? "Authorization" : name}\`: ${description}`,
  );
  return [
    "# API reference",
    `Version ${info.version}. [OpenAPI specification](../../openapi.json) for programs. [Errors](errors.md) and ` +
      "[event types](events.md) with a sample of each.",
    info.description,
    "**Who calls**, by one of these headers:",
    ways.join("\n"),
    ...sections,
  ].join("\n\n");
}
