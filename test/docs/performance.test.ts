import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PAGE_FILE, pageOf, readFigures } from "../../bench/figures.ts";

test("the performance page shows the stored figures: run npm run bench -- --save", () => {
  expect(readFileSync(PAGE_FILE, "utf8")).toBe(pageOf(readFigures()));
});

test("the README's figures are the stored ones, with their date and machine", () => {
  const readme = readFileSync("README.md", "utf8");
  const [, section = ""] = readme.split("\n## Figures\n");
  const rows = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| "));
  expect(rows.length).toBeGreaterThan(1);
  const { date, machine } = readFigures();
  const page = pageOf(readFigures()).split("\n");
  expect(rows.filter((row) => !page.includes(row))).toEqual([]);
  expect(section).toContain(`${date} on ${machine}`);
});
