// The page of the API reference: a plain list of the operations, which the viewer (src/browser/reference) replaces once
// it has loaded.
import type { OpenApiDocument, Operation } from "../contract/openapi.ts";
import { programLinks } from "./assets.ts";
import { escaped, HEAD } from "./html.ts";

export const REFERENCE_PATH = "/docs/reference";

/**
 * Everything comes from this server. The viewer sets style attributes and elements, which needs 'unsafe-inline'
 * (docs/decisions/0060-api-reference-viewer.md).
 */
export const REFERENCE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Styles of the list; the viewer has its own. */
const STYLE = `
:root { color-scheme: light dark }
body { margin: 0 }
#list { --text: #1b1b1b; --quiet: #50555f; --edge: #dfe1e6; --ground: #fff; --accent: #175cd3;
  padding: 2rem 1.5rem 4rem; background: var(--ground); color: var(--text); font: 1rem/1.7 system-ui, sans-serif }
#list > * { max-width: 52rem; margin-inline: auto }
#list h1 { margin-block: 0; font-size: 1.75rem; line-height: 1.3 }
#list h2 { margin-block: 2.5rem 0; font-size: 1.25rem; line-height: 1.4; scroll-margin: 1rem }
#list p { margin-block: .75rem; overflow-wrap: anywhere }
#list ul { padding: 0; list-style: none }
#list li { padding-block: .625rem; border-block-start: 1px solid var(--edge); overflow-wrap: anywhere }
#list li:target { outline: 2px solid var(--accent); outline-offset: 4px }
#list a { color: var(--accent) } #list li a { display: inline-block; padding-block: .25rem; font-weight: 600 }
/* While the list is shown, the viewer is laid out where it will be, without moving when the list goes. */
#list + #reference { position: absolute; inset-block-start: 0; inset-inline: 0; visibility: hidden }
#list .quiet { color: var(--quiet) }
#list code { font: .875em ui-monospace, SFMono-Regular, Menlo, monospace }
@media (prefers-color-scheme: dark) {
  #list { --text: #e7e7e7; --quiet: #a2a9b6; --edge: #2d2d2d; --ground: #0f0f0f; --accent: #8db4ff }
}
`;

export const renderReference = ({ info, tags, paths }: OpenApiDocument): string => `<!doctype html>
<html lang="en">
<head>
${HEAD}
<meta name="color-scheme" content="light dark">
<title>Turnpike API reference</title>
<style>${STYLE}</style>
</head>
<body>
<main id="list">
<h1>${escaped(info.title)} API reference</h1>
<p class="quiet">Version ${escaped(info.version)}. <a href="/openapi.json">OpenAPI specification</a> · <a
href="/docs">Guides</a></p>
${info.description.split("\n\n").map(paragraph).join("\n")}
<noscript><p>With JavaScript, this page also shows every field, samples in several languages, and sends requests.</p></noscript>
${tags.map(({ name, description }) => renderGroup(name, description, paths)).join("\n")}
</main>
<div id="reference"></div>
${programLinks("reference")}
</body>
</html>
`;

/** Markdown as the specification uses it: bold and code. */
const paragraph = (text: string): string =>
  `<p>${escaped(text)
    .replace(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
    .replace(/`(.+?)`/g, "<code>$1</code>")}</p>`;

function renderGroup(tag: string, description: string, paths: OpenApiDocument["paths"]): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => renderOperation(groupId(tag), method, path, operation)),
  );
  return `<h2 id="${groupId(tag)}">${escaped(tag)}</h2>
${paragraph(description)}
<ul>
${operations.join("\n")}
</ul>`;
}

/** Uses the viewer's anchors, so that a link leads to the same operation in both. */
const groupId = (tag: string): string => `tag/${tag.toLowerCase().replaceAll(" ", "-")}`;

const renderOperation = (group: string, method: string, path: string, operation: Operation): string => {
  const id = `${group}/${operation.operationId}`;
  return `<li id="${id}"><a href="#${id}">${escaped(operation.summary)}</a><br>
<code class="quiet">${method.toUpperCase()} ${escaped(path)}</code></li>`;
};
