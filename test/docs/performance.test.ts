import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PAGE_FILE, pageOf, readFigures, type Stored, withRun } from "../../bench/harness/figures.ts";

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

const FULL: Stored = { date: "2026-01-01", machine: "A", later: {}, figures: { gas: [], lists: [] } };

test("a benchmark that runs alone, on another machine, leaves the date and the machine of the others", () => {
  const alone = withRun(FULL, { lists: [] }, { date: "2026-01-02", machine: "B", isAll: false });
  expect(alone).toEqual({ ...FULL, later: { lists: { date: "2026-01-02", machine: "B" } } });
  expect(pageOf(alone)).toContain("medians of 2026-01-01 on\nA.");
  expect(pageOf(alone)).toContain("\nMeasured again later: lists on 2026-01-02, on B.\n");
  expect(pageOf(alone)).not.toContain("no longer runs");
  const all = withRun(alone, { gas: [], lists: [] }, { date: "2026-01-03", machine: "B", isAll: true });
  expect(all).toEqual({ ...FULL, date: "2026-01-03", machine: "B" });
});

test("the page says if the figures are those of a Node that Turnpike no longer runs on", () => {
  expect(pageOf({ ...FULL, machine: "2 cores, Node 20.20.2" })).toContain(
    "\nTurnpike no longer runs on Node 20.20.2.\n",
  );
  expect(pageOf({ ...FULL, machine: "2 cores, Node 24.11.0" })).not.toContain("no longer runs");
});
