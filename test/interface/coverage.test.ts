import { expect, test } from "vitest";
import { faultsOf, SECTIONS } from "./coverage.ts";

test("every row of the interface has a test", () => {
  expect(faultsOf(SECTIONS)).toEqual([]);
});

test.each([
  ["no test", { what: "w", tests: [] }],
  ["a missing file", { what: "w", tests: ["routes/nowhere/200: a title"] }],
  ["a missing title", { what: "w", tests: ["interface/coverage: another title"] }],
])("reports a row with %s", (_, row) => {
  expect(faultsOf([{ title: "t", rows: [row] }])).toHaveLength(1);
});
