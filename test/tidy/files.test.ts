// Lengths, names and phrases of files.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { commentsIn, filesIn, folderOf, LOCALES, placesIn, ROOT } from "./sources.ts";

const LINES_MAX = 300;
const COLUMNS_MAX = 120;
/** A string, template or regular expression on one line. It cannot wrap, so it does not count. */
const LITERAL = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`?|\/(?![/*])(?:[^/\\]|\\.)+\/[a-z]*/g;
const COMMENT = /^\s*(?:\/\/|\/?\*)/;
const ADDRESS = /\bhttps?:\/\/\S+/g;
/** Telltale phrases of translated English. */
const BANNED_PHRASES = [
  /\bcan not\b/i,
  /\bbut for\b/i,
  /\bwhoever\b/i,
  /\botherwise than\b/i,
  /\bis (looked|asked|judged) again\b/i,
  /\bof its own\b/i,
  /[,;] too(?=[.,;:)]|$)/i,
  /\bmend(s|ed|ing)?\b/i,
  /\bin this time\b/i,
  /\bso often\b/i,
];
/** Words that comments in `src/` avoid, and first words that make a fragment of a comment. */
const BANNED_IN_COMMENTS = /\b(?:nobody|whatever|besides|meanwhile)\b|\bformer\b(?! primary)/i;
const BANNED_BEGINNINGS = /^(?:Of|Those|For(?! example\b)) /;
const BANNED_NAMES = ["utils", "util", "helpers", "helper", "common", "misc", "shared"];

describe("files", () => {
  const all = ["src", LOCALES, "test", "bench", "scripts", "contracts", "examples"]
    .flatMap((folder) => filesIn(join(ROOT, folder), /\.(tsx?|js|css|sol|sql)$/))
    .filter((file) => !file.includes("/generated/") && !file.includes("/abi/"));

  test(`have at most ${LINES_MAX} lines, except for translations, which are data`, () => {
    const code = all.filter((file) => folderOf(file) !== LOCALES);
    const long = code.filter((file) => readFileSync(file, "utf8").split("\n").length > LINES_MAX + 1);
    expect(long.map((file) => relative(ROOT, file))).toEqual([]);
  });

  test(`have at most ${COLUMNS_MAX} columns, except for literals that cannot wrap`, () => {
    const countedIn = (line: string): number =>
      (COMMENT.test(line) ? line.replace(ADDRESS, "") : line.replace(LITERAL, "")).length;
    const long = all.flatMap((file) =>
      placesIn(file, (line) => line.length > COLUMNS_MAX && countedIn(line) > COLUMNS_MAX),
    );
    expect(long).toEqual([]);
  });

  test(`have prose of at most ${COLUMNS_MAX} columns: tables, links and code do not count`, () => {
    const pages = [
      ...filesIn(join(ROOT, "docs"), /\.md$/),
      ...readdirSync(ROOT)
        .filter((name) => name.endsWith(".md"))
        .map((name) => join(ROOT, name)),
    ];
    const long = pages.flatMap((file) => {
      let isCode = false;
      return placesIn(file, (line) => {
        if (line.trimStart().startsWith("```")) isCode = !isCode;
        return !isCode && line.length > COLUMNS_MAX && !/^\s*(?:\||#|!?\[|<)/.test(line);
      });
    });
    expect(long).toEqual([]);
  });

  test("contain no telltale phrase of translated English", () => {
    const pages = ["docs", "contracts", "examples", "deploy"].flatMap((folder) => filesIn(join(ROOT, folder), /./));
    const texts = [
      join(ROOT, "README.md"),
      ...pages,
      ...all.filter((file) => /^(src|locales|test)\//.test(relative(ROOT, file))),
    ];
    const found = [...new Set(texts)].flatMap((file) =>
      placesIn(file, (line) => BANNED_PHRASES.some((phrase) => phrase.test(line))),
    );
    expect(found).toEqual([]);
  });

  test("have comments without wordy connectors and without fragments in src", () => {
    const commented = filesIn(join(ROOT, "src"), /\.(tsx?|js|css|sql)$/).filter(
      (file) => !file.includes("/generated/"),
    );
    const found = commented.flatMap((file) =>
      commentsIn(file)
        .filter(({ text }) => BANNED_IN_COMMENTS.test(text) || BANNED_BEGINNINGS.test(text))
        .map(({ line, text }) => `${relative(ROOT, file)}:${line}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  test("are named after what they hold", () => {
    const words = all.filter((file) => BANNED_NAMES.some((name) => file.split(/[/.]/).includes(name)));
    expect(words.map((file) => relative(ROOT, file))).toEqual([]);
  });

  test("contain no suppressed checks, unfinished notes or skipped tests", () => {
    // Split, so that this file does not contain the words itself.
    const banned = [
      "@ts-" + "ignore",
      "@ts-" + "expect-error",
      "biome-" + "ignore",
      "TO" + "DO",
      "FIX" + "ME",
      "." + "skip(",
      "." + "only(",
    ];
    const found = all.flatMap((file) => {
      const text = readFileSync(file, "utf8");
      return banned.filter((word) => text.includes(word)).map((word) => `${relative(ROOT, file)}: ${word}`);
    });
    expect(found).toEqual([]);
  });
});
