// The API reference at /docs, rendered from the OpenAPI document without scripts.

import type { OpenApiDocument } from "../../contract/openapi.ts";
import { escaped, HEAD, styleOnlyPolicy } from "../html.ts";
import { renderOperation } from "./operation.ts";
import { renderSchema } from "./schema.ts";
import { STYLE } from "./style.ts";
import { renderText } from "./text.ts";

/** Only the page's own style is allowed. */
export const CONTENT_SECURITY_POLICY = styleOnlyPolicy(STYLE);

type Components = OpenApiDocument["components"];
type Listed = ReturnType<typeof operationsOf>[number];

const operationsOf = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

export function renderReference(document: OpenApiDocument): string {
  const { info, tags, components } = document;
  const operations = operationsOf(document);
  const ofTag = (name: string) => operations.filter(({ operation }) => operation.tags.includes(name));
  const contents = renderContents(tags.map(({ name }) => ({ name, listed: ofTag(name) })));
  return `<!doctype html>
<html lang="en">
<head>
${HEAD}
<title>${escaped(info.title)} reference</title>
<style>${STYLE}</style>
</head>
<body>
<nav aria-label="Contents">
<p class="brand"><b>${escaped(info.title)}</b> <span class="quiet">${escaped(info.version)}</span></p>
<details class="fold"><summary>Contents</summary>${contents}</details>
<div class="wide">${contents}</div>
</nav>
<main>
<h1>${escaped(info.title)} reference</h1>
${renderText(info.description)}
${renderSecurity(components)}
${tags
  .map(
    ({ name, description }) =>
      `<h2>${escaped(name)}</h2>\n<p>${escaped(description)}</p>\n${ofTag(name)
        .map(({ method, path, operation }) => renderOperation(method, path, operation, components))
        .join("\n")}`,
  )
  .join("\n")}
${renderErrors(components)}
${renderSchemas(components)}
</main>
</body>
</html>
`;
}

const renderContents = (groups: readonly { readonly name: string; readonly listed: readonly Listed[] }[]): string =>
  `${groups
    .map(
      ({ name, listed }) =>
        `<p>${escaped(name)}</p><ul>${listed
          .map(
            ({ operation: { operationId, summary } }) => `<li><a href="#${operationId}">${escaped(summary)}</a></li>`,
          )
          .join("")}</ul>`,
    )
    .join("\n")}
<p>More</p><ul><li><a href="#errors">Errors</a></li><li><a href="#schemas">Schemas</a></li><li><a href="/openapi.json">openapi.json</a></li></ul>`;

const renderSecurity = ({ securitySchemes }: Components): string =>
  `<h2>Authentication</h2>\n<ul class="fields">${Object.values(securitySchemes)
    .map((scheme) => {
      const { name = "Authorization", description = "" } = scheme as { name?: string; description?: string };
      return `<li><code>${escaped(name)}</code> ${renderText(description).replace(/^<p>|<\/p>$/g, "")}</li>`;
    })
    .join("\n")}</ul>`;

const renderErrors = ({ examples }: Components): string =>
  `<h2 id="errors">Errors</h2>\n<ul class="fields">${Object.entries(examples)
    .map(([code, { value }]) => {
      const { message } = value as { message: string };
      return `<li id="error-${escaped(code)}"><code>${escaped(code)}</code> <span class="what">${escaped(message)}</span></li>`;
    })
    .join("\n")}</ul>`;

const renderSchemas = ({ schemas }: Components): string =>
  `<h2 id="schemas">Schemas</h2>\n${Object.entries(schemas)
    .map(
      ([name, schema]) =>
        `<section id="schema-${escaped(name)}"><h3><a href="#schema-${escaped(name)}">${escaped(name)}</a></h3>${renderSchema(schema)}</section>`,
    )
    .join("\n")}`;
