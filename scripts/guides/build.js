// Renders the guides of /docs: for the server dist/guides.json, for the search of their program the text in sections.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { placeOf, SECTIONS } from "./contents.js";
import { withPlaces } from "./links.js";
import { render } from "./render.js";

/** @param root of the repository */
export function buildGuides(root) {
  const pages = [];
  const search = [];
  const sections = SECTIONS.map(({ title, files }) => ({
    title,
    pages: files.map((file) => {
      const text = readFileSync(join(root, file), "utf8");
      const path = placeOf(file);
      const { title: name, html, sections: parts } = render(file, text);
      const headings = parts.filter(({ depth }) => depth === 2).map(({ id, words }) => ({ id, words }));
      pages.push({ path, title: name, html, headings, markdown: withPlaces(file, text) });
      search.push(...parts.map((part) => found(path, name, part)));
      return { path, title: name };
    }),
  }));
  return { guides: { sections, pages }, search };
}

const found = (path, title, { id, words, depth, text }) => ({
  path: depth === 1 ? path : `${path}#${id}`,
  title,
  heading: depth === 1 ? "" : words,
  text: text.replace(/\s+/g, " ").trim(),
});
