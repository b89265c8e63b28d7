// Renders the guides and the reference of /docs: for the server dist/guides.json, for the search of their program the
// text in sections.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { placeOf, sectionsOf } from "./contents.js";
import { linksAmong } from "./links.js";
import { referencePages } from "./reference/pages.js";
import { render } from "./render.js";

/** @param root of the repository */
export function buildGuides(root) {
  const read = (file) => readFileSync(join(root, file), "utf8");
  const reference = new Map(referencePages(JSON.parse(read("openapi.json"))).map(({ file, text }) => [file, text]));
  const sections = sectionsOf(root, [...reference.keys()]);
  const links = linksAmong(sections.flatMap(({ files }) => files));
  const pages = [];
  const search = [];
  const navigation = sections.map(({ title, files }) => ({
    title,
    pages: files.map((file) => {
      const isReference = reference.has(file);
      const text = reference.get(file) ?? read(file);
      const path = placeOf(file);
      const { title: name, about, html, sections: parts } = render(file, text, links, { isReference });
      const headings = parts.filter(({ depth }) => depth === 2).map(({ id, words }) => ({ id, words }));
      pages.push({ path, title: name, html, headings, markdown: links.withPlaces(file, text) });
      search.push(...parts.map((part) => found(path, name, part)));
      return { path, title: name, about };
    }),
  }));
  return { guides: { sections: navigation, pages }, search };
}

const found = (path, title, { id, words, depth, text }) => ({
  path: depth === 1 ? path : `${path}#${id}`,
  title,
  heading: depth === 1 ? "" : words,
  text: text.replace(/\s+/g, " ").trim(),
});
