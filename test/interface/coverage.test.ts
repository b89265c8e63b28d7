import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { faultsOf, pageOf, SECTIONS } from "./coverage.ts";

test("each row of the interface has a test", () => {
  expect(faultsOf(SECTIONS)).toEqual([]);
});

test.each([
  ["no test", { what: "w", tests: [] }],
  ["a file that is not there", { what: "w", tests: ["routes/nowhere/200: a title"] }],
  ["a title that is not there", { what: "w", tests: ["interface/coverage: another title"] }],
])("a row with %s is found", (_, row) => {
  expect(faultsOf([{ title: "t", rows: [row] }])).toHaveLength(1);
});

test("docs/interface-coverage.md is made from the rows of today", () => {
  const page = resolve(import.meta.dirname, "../../docs/interface-coverage.md");
  expect(readFileSync(page, "utf8")).toBe(pageOf(SECTIONS));
});
