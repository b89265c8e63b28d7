// Each page of docs/ is shown by servers, or left out on purpose.
import { expect, test } from "vitest";
import { guides } from "../../src/pages/guides/guides.ts";
import { readPages } from "./pages.ts";

/** For contributors only. */
const LEFT_OUT = /^docs\/(decisions\/.*|architecture\.md|benchmarks\.md)$/;

test("each page of docs/ is a guide or left out", () => {
  const shown = new Set(guides().pages.map(({ title }) => title));
  const missing = readPages()
    .filter(({ path }) => path.startsWith("docs/") && !LEFT_OUT.test(path))
    .filter(({ text }) => !shown.has(/^# (.*)$/m.exec(text)?.[1] ?? ""));
  expect(missing.map(({ path }) => path)).toEqual([]);
});

test("no two guides have the same path", () => {
  const paths = guides().pages.map(({ path }) => path);
  expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
});
