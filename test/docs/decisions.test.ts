// Decision pages are short: what was chosen, why, and the alternatives.
import { expect, test } from "vitest";
import { readPages } from "./pages.ts";

const WORDS_MAX = 500;

const pages = readPages().filter(({ path }) => /^docs\/decisions\/\d{4}-/.test(path));

/** Counts words as a reader does: dashes and the borders of tables are no words. */
const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

test(`a decision page has at most ${WORDS_MAX} words`, () => {
  expect(pages.length).toBeGreaterThan(50);
  const long = pages.map(({ path, text }) => [path, wordsOf(text)] as const).filter(([, words]) => words > WORDS_MAX);
  expect(long).toEqual([]);
});

test("a decision page begins with its number and its title", () => {
  const numberOf = (path: string): string => /\/(\d{4})-/.exec(path)?.[1] ?? "";
  expect(pages.filter(({ path, text }) => !text.startsWith(`# ${numberOf(path)}: `)).map(({ path }) => path)).toEqual(
    [],
  );
});
