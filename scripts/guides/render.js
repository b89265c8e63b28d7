// Renders a Markdown file of the project as the article of a page.
import { Marked } from "marked";
import { linkFrom } from "./links.js";
import { escaped, sampleOf } from "./samples.js";

/** GitHub's anchor of a heading, as the files' own links name it. */
function anchors() {
  const taken = new Set();
  return (words) => {
    const base = words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-");
    let anchor = base;
    for (let again = 1; taken.has(anchor); again++) anchor = `${base}-${again}`;
    taken.add(anchor);
    return anchor;
  };
}

/** @returns the article's HTML, its title, its headings, and its text in sections for the search */
export function render(file, text) {
  const anchorOf = anchors();
  const sections = [];
  const marked = new Marked({
    renderer: {
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
      code: ({ text: code, lang }) => sampleOf(code, lang),
      table(token) {
        const data = ({ tokens }) => `<td>${this.parser.parseInline(tokens)}</td>`;
        const head = ({ text: name, tokens }) =>
          name === "" ? "<td></td>" : `<th scope="col">${this.parser.parseInline(tokens)}</th>`;
        const rows = token.rows.map((row) => `<tr>${row.map(data).join("")}</tr>`);
        return `<div class="scrolls" role="group" aria-label="Table" tabindex="0"><table>
<thead><tr>${token.header.map(head).join("")}</tr></thead>
<tbody>${rows.join("\n")}</tbody></table></div>\n`;
      },
      html: ({ text: html }) => escaped(html),
    },
  });
  const html = marked.lexer(text).map((part) => {
    const made = marked.parser([part]);
    const at = sections.at(-1);
    if (at && part.type !== "heading") at.text.push(plainOf(part));
    return made;
  });
  const [{ words: title }] = sections;
  return { title, html: html.join(""), sections: sections.map((each) => ({ ...each, text: each.text.join(" ") })) };
}

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
