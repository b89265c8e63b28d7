// One guide with the navigation to the others. The program (src/browser/guides) adds the search and copy buttons;
// without it, all text and samples are there.
import { programLinks } from "../assets.ts";
import { escaped, HEAD } from "../html.ts";
import { GUIDES_PATH, type Guide, guides, REFERENCE_PATH } from "./guides.ts";

export const GUIDE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The server's address in samples, as scripts/guides/samples.js marks it. */
const ADDRESS = /(?<=<var>)[^<]*/g;
/** The same in the Markdown. */
const PLACEHOLDER = "https://pay.example";

/** A guide as Markdown, whose samples name the server's address. */
export const markdownOf = ({ markdown }: Guide, publicUrl: string): string =>
  markdown.replaceAll(PLACEHOLDER, publicUrl);

export const renderGuide = (guide: Guide, publicUrl: string): string => `<!doctype html>
<html lang="en">
<head>
${HEAD}
<meta name="color-scheme" content="light dark">
<title>${escaped(guide.title)} · Turnpike</title>
${programLinks("guides")}
</head>
<body>
<a class="skip" href="#guide">Skip to the guide</a>
<header>
<a class="home" href="${GUIDES_PATH}">Turnpike</a>
<button id="search" type="button" hidden>Search</button>
<a href="${REFERENCE_PATH}">API reference</a>
<a href="/console">Console</a>
</header>
<div class="columns">
<nav aria-label="Guides"><details><summary>Guides</summary>
${guides().sections.map(renderSection(guide.path)).join("\n")}
</details></nav>
<main id="guide">
${guide.html.replace(ADDRESS, () => escaped(publicUrl))}
</main>
${renderHeadings(guide)}
</div>
</body>
</html>
`;

const renderSection =
  (current: string) =>
  ({ title, pages }: ReturnType<typeof guides>["sections"][number]): string =>
    `<h2>${escaped(title)}</h2>
<ul>${pages.map((page) => `<li>${linkTo(page, current)}</li>`).join("\n")}</ul>`;

const linkTo = ({ path, title }: Pick<Guide, "path" | "title">, current: string): string =>
  `<a href="${path}"${path === current ? ' aria-current="page"' : ""}>${escaped(title)}</a>`;

const HEADINGS_MIN = 2;

const renderHeadings = ({ headings }: Guide): string =>
  headings.length < HEADINGS_MIN
    ? ""
    : `<nav class="on-page" aria-label="On this page"><h2>On this page</h2>
<ul>${headings.map(({ id, words }) => `<li><a href="#${id}">${escaped(words)}</a></li>`).join("\n")}</ul></nav>`;
