// Renders a Markdown file of the project as the article of a page.
import { Marked } from "marked";
import { anchors } from "./anchors.js";
import { escaped, isSample, sampleOf, tabsOf } from "./samples.js";

/**
 * @param links of `linksAmong`
 * @param isReference whether its nested lists fold, and its samples are left out of the search
 * @returns the article's HTML, its title, what it is about, its headings, and its text in sections for the search
 */
export function render(file, text, links, { isReference = false } = {}) {
  const sections = [];
  const marked = new Marked({ renderer: rendererOf(file, links, sections) });
  if (isReference) marked.use({ renderer: { listitem: foldedItem } });
  const parts = marked.lexer(text);
  const html = runsOf(parts).map((run) => {
    const made = run.length > 1 ? tabsOf(run) : marked.parser(run);
    const at = sections.at(-1);
    for (const part of run)
      if (at && part.type !== "heading" && !(isReference && part.type === "code")) at.text.push(plainOf(part));
    return made;
  });
  const [{ words: title }] = sections;
  const about = parts.find(({ type }) => type === "paragraph");
  return {
    title,
    about: about ? firstSentence(plain(about.tokens)) : "",
    html: html.join(""),
    sections: sections.map((each) => ({ ...each, text: each.text.join(" ") })),
  };
}

const rendererOf = (file, { linkFrom, isPlace }, sections) => {
  const anchorOf = anchors();
  return {
    heading({ tokens, depth }) {
      const words = plain(tokens);
      const id = anchorOf(words);
      sections.push({ id, words, depth, text: [] });
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens);
      const target = linkFrom(file, href);
      return target === null ? words : `<a href="${escaped(target)}">${words}</a>`;
    },
    codespan({ text }) {
      const code = `<code>${escaped(text)}</code>`;
      return isPlace(text) ? `<a href="${text}">${code}</a>` : code;
    },
    code: ({ text, lang }) => sampleOf(text, lang),
    table(token) {
      const data = ({ tokens }) => `<td>${this.parser.parseInline(tokens)}</td>`;
      const head = ({ text: name, tokens }) =>
        name === "" ? "<td></td>" : `<th scope="col">${this.parser.parseInline(tokens)}</th>`;
      const rows = token.rows.map((row) => `<tr>${row.map(data).join("")}</tr>`);
      return `<div class="scrolls" role="group" aria-label="Table" tabindex="0"><table>
<thead><tr>${token.header.map(head).join("")}</tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div>\n`;
    },
    html: ({ text }) => escaped(text),
  };
};

/** A field with fields of its own. */
function foldedItem({ tokens }) {
  const inner = tokens.filter(({ type }) => type === "list");
  if (inner.length === 0) return `<li>${this.parser.parse(tokens)}</li>\n`;
  const own = this.parser.parse(tokens.filter(({ type }) => type !== "list"));
  return `<li><details><summary>${own}</summary>${this.parser.parse(inner)}</details></li>\n`;
}

/** The parts of a page. Samples of one thing in several languages, side by side in the file, are one run. */
function runsOf(parts) {
  const runs = [];
  for (const part of parts.filter(({ type }) => type !== "space")) {
    const run = runs.at(-1);
    const language = languageOf(part);
    const isMore = language !== null && run && languageOf(run[0]) && !run.some((each) => languageOf(each) === language);
    if (isMore) run.push(part);
    else runs.push([part]);
  }
  return runs;
}

const languageOf = ({ type, lang }) => (type === "code" && isSample(lang) ? lang.split(" ")[0] : null);

const firstSentence = (text) => text.replace(/\s+/g, " ").split(/(?<=[.:!?]) /, 1)[0];

/** The words of tokens, without marks. */
function plain(tokens) {
  return tokens.map((token) => (token.tokens ? plain(token.tokens) : (token.text ?? ""))).join("");
}

function plainOf(part) {
  if (part.type === "table")
    return [part.header, ...part.rows]
      .flat()
      .map(({ tokens }) => plain(tokens))
      .join(" ");
  if (part.type === "list") return part.items.map(({ tokens }) => tokens.map(plainOf).join(" ")).join(" ");
  return part.tokens ? plain(part.tokens) : (part.text ?? "");
}
