// The full-text search over the guides and the reference. Its index is made when somebody first searches.

import sections from "virtual:search-text";
import MiniSearch from "minisearch";

export interface Found {
  readonly path: string;
  readonly title: string;
  readonly heading: string;
  /** The text around the first word that was found. */
  readonly excerpt: string;
}

const FOUND_MAX = 12;
const EXCERPT_LENGTH = 160;

const index = new MiniSearch({
  idField: "path",
  fields: ["title", "heading", "text"],
  searchOptions: { boost: { title: 3, heading: 4 }, prefix: true, fuzzy: 0.15, combineWith: "AND" },
});
index.addAll(sections);
const byPath = new Map(sections.map((section) => [section.path, section]));

export const search = (text: string): readonly Found[] =>
  index
    .search(text)
    .slice(0, FOUND_MAX)
    .flatMap(({ id, terms }) => {
      const section = byPath.get(id);
      return section ? [{ ...section, excerpt: excerptOf(section.text, terms) }] : [];
    });

function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, lower.length) - EXCERPT_LENGTH / 4);
  const from = places.length === 0 || start === 0 ? 0 : text.indexOf(" ", start) + 1;
  const cut = text.slice(from, from + EXCERPT_LENGTH);
  return `${from > 0 ? "… " : ""}${cut}${from + EXCERPT_LENGTH < text.length ? " …" : ""}`;
}
