import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PAGE_FILE, pageOf, readFigures } from "../../bench/figures.ts";

test("the performance page shows the stored figures: run npm run bench -- --save", () => {
  expect(readFileSync(PAGE_FILE, "utf8")).toBe(pageOf(readFigures()));
});
