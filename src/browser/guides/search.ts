// The full-text search over the guides and the reference. Its index is made when somebody first searches.

import sections from "virtual:search-text";
import MiniSearch from "minisearch";
import { excerptOf } from "./excerpt.ts";

export interface Found {
  readonly path: string;
  readonly title: string;
  readonly heading: string;
  /** The text around the first word that was found. */
  readonly excerpt: string;
}

const FOUND_MAX = 12;

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
