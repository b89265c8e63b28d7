// The page of the architecture is short, and every file and folder that it names exists.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, readPage } from "./pages.ts";

const LINES_MAX = 300;

const { text } = readPage("docs/architecture.md");
const lines = text.split("\n");

const folders = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The texts in backticks. */
const codesIn = (line: string): string[] => [...line.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
const isPath = (code: string): boolean => folders.includes(code.split("/")[0] ?? "") && /^[\w./-]+$/.test(code);

test(`the page has at most ${LINES_MAX} lines`, () => {
  expect(lines.length).toBeLessThanOrEqual(LINES_MAX);
});

test("every path that it names exists", () => {
  const paths = lines.flatMap(codesIn).filter(isPath);
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("every cell of the table of nouns is in the folder of its column", () => {
  const cellsOf = (row = ""): string[] => row.split("|").slice(2, -1);
  const [header, , ...rest] = lines.slice(lines.findIndex((line) => line.startsWith("| Noun |")));
  const columns = cellsOf(header).flatMap(codesIn);
  const rows = rest.slice(0, rest.indexOf(""));
  expect(rows.length).toBeGreaterThan(10);
  const named = rows.flatMap((row) =>
    cellsOf(row).flatMap((cell, index) => codesIn(cell).map((name) => join(columns[index] ?? "", name))),
  );
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
