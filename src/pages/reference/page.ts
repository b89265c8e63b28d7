// The reference page at /docs: the OpenAPI document for people. It needs no script and nothing from anywhere else.
import type { OpenApiDocument } from "../../contract/openapi.ts";
import { escaped, styleOnlyPolicy } from "../html.ts";
import { renderOperation } from "./operation.ts";
import { renderSchema } from "./schema.ts";
import { renderText } from "./text.ts";

const STYLE = `
:root { color-scheme: light dark; --line: #ddd; --quiet: #666; --ground: #f4f4f4; --link: #0b57d0 }
@media (prefers-color-scheme: dark) { :root { --line: #333; --quiet: #aaa; --ground: #1c1c1c; --link: #8ab4f8 } }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; padding: 0 1rem 4rem; max-width: 76rem }
a { color: var(--link); text-decoration: none } a:hover { text-decoration: underline }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line) } h3 { margin: 2.5rem 0 0 } h3 a { color: inherit }
h4 { margin: 1rem 0 .25rem } section { scroll-margin-top: 1rem }
nav ul { list-style: none; padding: 0; margin: 0 0 1rem }
code, pre { font: .875rem/1.45 ui-monospace, monospace } .call { margin: .25rem 0 }
pre { background: var(--ground); padding: .75rem; overflow-x: auto; border-radius: .5rem; margin: .25rem 0 1rem }
.fields { margin: .25rem 0; padding-left: 1.25rem } .fields li { overflow-wrap: anywhere } .quiet { color: var(--quiet) }
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); gap: 2rem }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto }
}
`;

/** Nothing but this page's own style is loaded or run. */
export const CONTENT_SECURITY_POLICY = styleOnlyPolicy(STYLE);

export function renderReference(document: OpenApiDocument): string {
  const { info, tags, components } = document;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const ofTag = (name: string) => operations.filter(({ operation }) => operation.tags.includes(name));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(info.title)} reference</title>
<style>${STYLE}</style>
</head>
<body>
<nav aria-label="Contents">
<p><b>${escaped(info.title)}</b> ${escaped(info.version)}<br><a href="/openapi.json">openapi.json</a></p>
${tags
  .map(
    ({ name }) =>
      `<p>${escaped(name)}</p><ul>${ofTag(name)
        .map(({ operation: { operationId, summary } }) => `<li><a href="#${operationId}">${escaped(summary)}</a></li>`)
        .join("")}</ul>`,
  )
  .join("\n")}
<p><a href="#errors">Errors</a><br><a href="#schemas">Schemas</a></p>
</nav>
<main>
<h1>${escaped(info.title)}</h1>
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

type Components = OpenApiDocument["components"];

const renderSecurity = ({ securitySchemes }: Components): string =>
  `<h2>Who calls</h2>\n<ul class="fields">${Object.values(securitySchemes)
    .map((scheme) => {
      const { name = "Authorization", description = "" } = scheme as { name?: string; description?: string };
      return `<li><code>${escaped(name)}</code> ${renderText(description).replace(/^<p>|<\/p>$/g, "")}</li>`;
    })
    .join("\n")}</ul>`;

const renderErrors = ({ examples }: Components): string =>
  `<h2 id="errors">Errors</h2>\n<ul class="fields">${Object.entries(examples)
    .map(([code, { value }]) => {
      const { message } = value as { message: string };
      return `<li id="error-${escaped(code)}"><code>${escaped(code)}</code> ${escaped(message)}</li>`;
    })
    .join("\n")}</ul>`;

const renderSchemas = ({ schemas }: Components): string =>
  `<h2 id="schemas">Schemas</h2>\n${Object.entries(schemas)
    .map(
      ([name, schema]) =>
        `<section id="schema-${escaped(name)}"><h3><a href="#schema-${escaped(name)}">${escaped(name)}</a></h3>${renderSchema(schema)}</section>`,
    )
    .join("\n")}`;
